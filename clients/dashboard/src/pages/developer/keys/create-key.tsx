import { useState } from 'react';
import { Button, Check, SelectField, TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { issueOf } from '../issues.ts';
import { Secret } from '../secret.tsx';
import { useCreateKey } from './keys-api.ts';
import { asInput, NO_RESTRICTIONS, RestrictionFields, type RestrictionFieldsProps } from './restrictions.tsx';
import { SCOPE_TEXTS, type Scope } from './scopes.ts';

const DAY_MS = 86_400_000;
const LIFETIMES = [
  ['90', '90 days'],
  ['30', '30 days'],
  ['7', '7 days'],
  ['365', '1 year'],
  ['', 'Never'],
] as const;

function Permissions({
  offered,
  chosen,
  error,
  onChange,
}: {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}) {
  const toggle = (scope: Scope) =>
    onChange(offered.filter((each) => (each === scope ? !chosen.includes(each) : chosen.includes(each))));
  return (
    <fieldset
      className="stack stack-tight"
      aria-describedby={error === undefined ? undefined : 'scopes-error'}
    >
      <legend className="label legend-row">Permissions</legend>
      <div className="row">
        <Button small onClick={() => onChange(offered.filter((scope) => scope.endsWith(':read')))}>
          Read only
        </Button>
        <Button small onClick={() => onChange(offered.filter((scope) => scope !== 'admin'))}>
          All
        </Button>
      </div>
      <div>
        {offered.map((scope) => (
          <Check
            key={scope}
            label={<code>{scope}</code>}
            hint={SCOPE_TEXTS[scope]}
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </div>
      {error !== undefined && (
        <span className="field-error" id="scopes-error">
          {error}
        </span>
      )}
    </fieldset>
  );
}

function Lifetime({
  days,
  error,
  onChange,
}: {
  days: string;
  error: string | undefined;
  onChange: (days: string) => void;
}) {
  return (
    <SelectField
      label="Expires"
      hint="A key that ends by itself is one less to look after."
      error={error}
      value={days}
      onChange={(event) => onChange(event.target.value)}
    >
      {LIFETIMES.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** What few keys need: folded away, until something is wrong with it. */
function FoldedRestrictions(fields: RestrictionFieldsProps) {
  const isWrong =
    issueOf(fields.error, 'limits') !== undefined || issueOf(fields.error, 'allowed_ips') !== undefined;
  return (
    <details className="stack" open={isWrong || undefined}>
      <summary className="label">Addresses and a limit of its own</summary>
      <RestrictionFields {...fields} />
    </details>
  );
}

/** Makes a key: its name, what it may do and until when. */
export function CreateKey({ offered, onClose }: { offered: readonly Scope[]; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['strategies:read', 'market:read']);
  const [days, setDays] = useState('90');
  const [restrictions, setRestrictions] = useState(NO_RESTRICTIONS);
  const creating = useCreateKey();
  if (creating.data !== undefined) {
    return (
      <Secret
        heading={`Your new key: ${creating.data.data.name}`}
        secret={creating.data.data.key}
        onClose={onClose}
      />
    );
  }
  const issue = (field: string) => issueOf(creating.error, field);
  const submit = () => {
    creating.mutate({
      name: name.trim(),
      scopes: [...scopes],
      expires_at: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      ...asInput(restrictions),
    });
  };
  return (
    <FormDialog
      heading="Create an API key"
      action="Create key"
      change={creating}
      incomplete={scopes.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What you will know it by, such as the program that uses it."
        value={name}
        maxLength={64}
        required
        error={issue('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Permissions offered={offered} chosen={scopes} error={issue('scopes')} onChange={setScopes} />
      <Lifetime days={days} error={issue('expires_at')} onChange={setDays} />
      <FoldedRestrictions value={restrictions} error={creating.error} onChange={setRestrictions} />
    </FormDialog>
  );
}
