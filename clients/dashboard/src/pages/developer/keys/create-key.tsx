import { useState } from 'react';
import { Code } from '../../../components/code.tsx';
import { Button, Check, SelectField, TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { FIRST_REQUEST } from '../first-request.ts';
import { issueText } from '../issues.ts';
import { NewSecretDialog } from '../secret.tsx';
import { useCreateKey } from './keys-api.ts';
import { Addresses, type AddressesProps, parseAllowlist } from './restrictions.tsx';
import { SCOPE_TEXTS, type Scope } from './scopes.ts';

const DAY_MS = 86_400_000;
const LIFETIME_OPTIONS = [
  ['90', '90 days'],
  ['30', '30 days'],
  ['7', '7 days'],
  ['365', '1 year'],
  ['', 'Never'],
] as const;

function Scopes({
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
      <legend className="label legend-row">Scopes</legend>
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

function LifetimeField({
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
      hint="An expiry limits the damage if the key leaks."
      error={error}
      value={days}
      onChange={(event) => onChange(event.target.value)}
    >
      {LIFETIME_OPTIONS.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** Collapsed until it has an error, because few keys need an allowlist. */
function CollapsedAllowlist(fields: AddressesProps) {
  const hasAddressError = issueText(fields.error, 'allowed_ips') !== undefined;
  return (
    <details className="stack" open={hasAddressError || undefined}>
      <summary className="label">IP addresses</summary>
      <Addresses {...fields} />
    </details>
  );
}

export function CreateKey({ offered, onClose }: { offered: readonly Scope[]; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(offered.filter((scope) => scope.endsWith(':read')));
  const [days, setDays] = useState('90');
  const [addresses, setAddresses] = useState('');
  const createMutation = useCreateKey();
  if (createMutation.data !== undefined) {
    return (
      <NewSecretDialog
        heading={`Your new key: ${createMutation.data.data.name}`}
        secret={createMutation.data.data.key}
        onClose={onClose}
      >
        <Code
          label="To try your key, run these commands"
          text={`export KEY='${createMutation.data.data.key}'\n${FIRST_REQUEST}`}
          copyLabel="Copy the commands"
        />
      </NewSecretDialog>
    );
  }
  const issueOfField = (field: string) => issueText(createMutation.error, field);
  const submit = () => {
    createMutation.mutate({
      name: name.trim(),
      scopes: [...scopes],
      expires_at: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      ...parseAllowlist(addresses),
    });
  };
  return (
    <FormDialog
      heading="Create an API key"
      action="Create key"
      change={createMutation}
      incomplete={scopes.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="For example the name of the program that uses the key."
        value={name}
        maxLength={64}
        required
        error={issueOfField('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Scopes offered={offered} chosen={scopes} error={issueOfField('scopes')} onChange={setScopes} />
      <LifetimeField days={days} error={issueOfField('expires_at')} onChange={setDays} />
      <CollapsedAllowlist value={addresses} error={createMutation.error} onChange={setAddresses} />
    </FormDialog>
  );
}
