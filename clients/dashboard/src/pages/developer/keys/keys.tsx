import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls.tsx';
import { Badge, type Tone } from '../../../components/surfaces.tsx';
import { Time } from '../../../components/time.tsx';
import { formatCount, formatKeyAsTitle } from '../../../design/format.ts';
import { Link } from '../../../routing/link.tsx';
import { useQueryText } from '../../../routing/location.ts';
import { Checklist } from '../checklist.tsx';
import { LimitsCard } from '../limits.tsx';
import { CreatedItemList } from '../made-list.tsx';
import { CreateKey } from './create-key.tsx';
import { EditKey } from './edit-key.tsx';
import { RevokeKey, RotateKey } from './key-actions.tsx';
import { KeyPage } from './key-page.tsx';
import { type ApiKey, profileQuery, useApiKeys } from './keys-api.ts';
import { SCOPES } from './scopes.ts';

type KeyDialogKind = 'edit' | 'rotate' | 'revoke';
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

function KeyRow({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (dialogKind: KeyDialogKind) => void }) {
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <Link className="name" to={`/developer/keys?key=${apiKey.id}`}>
            {apiKey.name}
          </Link>
          <code className="soft">{apiKey.hint}…</code>
          <Badge tone={STATUS_TONES[apiKey.status]}>{formatKeyAsTitle(apiKey.status)}</Badge>
        </span>
        <span className="row tags">
          {apiKey.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {apiKey.allowed_ips !== null && <Badge tone="accent">from {apiKey.allowed_ips.join(', ')}</Badge>}
        </span>
        <span className="soft small">
          Created <Time at={apiKey.created_at} /> · last used <Time at={apiKey.last_used_at} /> ·{' '}
          <Link to={`/developer/usage?key=${apiKey.id}`}>{formatCount(apiKey.requests_used, 'request')}</Link>{' '}
          · <Expiry apiKey={apiKey} />
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

export function Keys() {
  const id = new URLSearchParams(useQueryText()).get('key');
  return id === null ? <ApiKeyListPage /> : <KeyPage id={id} />;
}

function ApiKeyListPage() {
  const [shownDialog, setShownDialog] = useState<{ what: KeyDialogKind; apiKey: ApiKey }>();
  const keys = useApiKeys();
  const profileResult = useQuery(profileQuery);
  const allowedScopes = profileResult.data?.data.credential.scopes ?? [];
  const closeDialog = () => setShownDialog(undefined);
  return (
    <div className="stack stack-wide">
      <Checklist />
      <LimitsCard />
      <CreatedItemList
        heading="API keys"
        create="Create key"
        path="/user/api-keys"
        query={keys}
        height={260}
        none={['No keys yet', 'Your programs need a key to call the API. Create your first key.']}
        row={(apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} onAsk={(what) => setShownDialog({ what, apiKey })} />
        )}
        creator={(close) =>
          // The offered scopes depend on the profile, so wait until it is loaded.
          profileResult.data !== undefined && (
            <CreateKey offered={SCOPES.filter((scope) => allowedScopes.includes(scope))} onClose={close} />
          )
        }
      />
      {shownDialog?.what === 'edit' && <EditKey apiKey={shownDialog.apiKey} onClose={closeDialog} />}
      {shownDialog?.what === 'rotate' && <RotateKey apiKey={shownDialog.apiKey} onClose={closeDialog} />}
      {shownDialog?.what === 'revoke' && <RevokeKey apiKey={shownDialog.apiKey} onClose={closeDialog} />}
    </div>
  );
}
