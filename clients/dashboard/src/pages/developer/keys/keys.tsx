import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls.tsx';
import { Empty, Loaded } from '../../../components/states.tsx';
import { Badge, Card, type Tone } from '../../../components/surfaces.tsx';
import { Time } from '../../../components/time.tsx';
import { count, title } from '../../../design/format.ts';
import { Link } from '../../../routing/link.tsx';
import { LimitsCard } from '../limits.tsx';
import { CreateKey } from './create-key.tsx';
import { EditKey } from './edit-key.tsx';
import { RevokeKey, RotateKey } from './key-actions.tsx';
import { type ApiKey, keysQuery, profileQuery } from './keys-api.ts';
import { SCOPES } from './scopes.ts';

type Asked = 'edit' | 'rotate' | 'revoke';
const STATUS_TONES: Readonly<Record<ApiKey['status'], Tone>> = {
  active: 'good',
  replaced: 'warn',
  expired: 'plain',
};

function Expiry({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.expires_at === null) return 'never expires';
  return (
    <>
      {apiKey.status === 'expired' ? 'expired' : 'expires'} <Time at={apiKey.expires_at} />
    </>
  );
}

function KeyRow({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (asked: Asked) => void }) {
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{apiKey.name}</b>
          <code className="soft">{apiKey.hint}…</code>
          <Badge tone={STATUS_TONES[apiKey.status]}>{title(apiKey.status)}</Badge>
        </span>
        <span className="row tags">
          {apiKey.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {apiKey.limits !== null && (
            <Badge tone="accent">{count(apiKey.limits.requests_per_minute)} requests per minute</Badge>
          )}
          {apiKey.allowed_ips !== null && <Badge tone="accent">from {apiKey.allowed_ips.join(', ')}</Badge>}
        </span>
        <span className="soft small">
          Made <Time at={apiKey.created_at} /> · last used <Time at={apiKey.last_used_at} /> ·{' '}
          <Link to={`/developer/usage?key=${apiKey.id}`}>{count(apiKey.requests_used)} requests</Link> ·{' '}
          <Expiry apiKey={apiKey} />
        </span>
      </div>
      <span className="row entry-actions">
        {apiKey.status !== 'expired' && (
          <Button small onClick={() => onAsk('edit')}>
            Edit<span className="hidden-visually"> {apiKey.name}</span>
          </Button>
        )}
        {apiKey.status === 'active' && (
          <Button small onClick={() => onAsk('rotate')}>
            Rotate<span className="hidden-visually"> {apiKey.name}</span>
          </Button>
        )}
        <Button small look="danger" onClick={() => onAsk('revoke')}>
          Revoke<span className="hidden-visually"> {apiKey.name}</span>
        </Button>
      </span>
    </li>
  );
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const [asked, setAsked] = useState<{ what: Asked; apiKey: ApiKey }>();
  const onClose = () => setAsked(undefined);
  if (keys.length === 0) {
    return (
      <Empty heading="No keys yet">A key lets a program of yours call the API. Create the first one.</Empty>
    );
  }
  return (
    <>
      <ul className="entries">
        {keys.map((apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} onAsk={(what) => setAsked({ what, apiKey })} />
        ))}
      </ul>
      {asked?.what === 'edit' && <EditKey apiKey={asked.apiKey} onClose={onClose} />}
      {asked?.what === 'rotate' && <RotateKey apiKey={asked.apiKey} onClose={onClose} />}
      {asked?.what === 'revoke' && <RevokeKey apiKey={asked.apiKey} onClose={onClose} />}
    </>
  );
}

/** The keys of the account: what each may do, until when, and when it was last used. */
export function Keys() {
  const [isCreating, setCreating] = useState(false);
  const keys = useQuery(keysQuery);
  const profile = useQuery(profileQuery);
  const may = profile.data?.data.credential.scopes ?? [];
  return (
    <div className="stack stack-wide">
      <LimitsCard />
      <Card
        flush
        heading="API keys"
        actions={
          <Button look="primary" small onClick={() => setCreating(true)}>
            Create key
          </Button>
        }
      >
        <Loaded query={keys} height={260}>
          {({ data }) => <KeyList keys={data} />}
        </Loaded>
      </Card>
      {isCreating && (
        <CreateKey
          offered={SCOPES.filter((scope) => may.includes(scope))}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}
