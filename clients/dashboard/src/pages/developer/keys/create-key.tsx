import { useState } from 'react';
import { Code } from '../../../components/code.tsx';
import { Button, Checkbox, SelectField, TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { FIRST_REQUEST_COMMAND } from '../first-request.ts';
import { issueText } from '../issues.ts';
import { NewSecretDialog } from '../secret.tsx';
import { useCreateKey } from './keys-api.ts';
import { type AddressesProps, AllowedAddressesField, parseAllowlist } from './restrictions.tsx';
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
          <Checkbox
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

/** The allowlist field. It is collapsed until it has an error, because few keys need an allowlist. */
function CollapsedAllowlist(fields: AddressesProps) {
  const hasAddressError = issueText(fields.error, 'allowed_ips') !== undefined;
  return (
    <details className="stack" open={hasAddressError || undefined}>
      <summary className="label">IP addresses</summary>
      <AllowedAddressesField {...fields} />
    </details>
  );
}

export function CreateKey({ offered, onClose }: { offered: readonly Scope[]; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(offered.filter((scope) => scope.endsWith(':read')));
  const [lifetimeDays, setLifetimeDays] = useState('90');
  const [addressesText, setAddressesText] = useState('');
  const keyCreationMutation = useCreateKey();
  if (keyCreationMutation.data !== undefined) {
    return (
      <NewSecretDialog
        heading={`Your new key: ${keyCreationMutation.data.data.name}`}
        secret={keyCreationMutation.data.data.key}
        onClose={onClose}
      >
        <Code
          label="To try your key, run these commands"
          text={`export KEY='${keyCreationMutation.data.data.key}'\n${FIRST_REQUEST_COMMAND}`}
          copyLabel="Copy the commands"
        />
      </NewSecretDialog>
    );
  }
  const issueOfField = (field: string) => issueText(keyCreationMutation.error, field);
  const submit = () => {
    keyCreationMutation.mutate({
      name: name.trim(),
      scopes: [...scopes],
      expires_at:
        lifetimeDays === '' ? null : new Date(Date.now() + Number(lifetimeDays) * DAY_MS).toISOString(),
      ...parseAllowlist(addressesText),
    });
  };
  return (
    <FormDialog
      heading="Create an API key"
      action="Create key"
      change={keyCreationMutation}
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
      <LifetimeField days={lifetimeDays} error={issueOfField('expires_at')} onChange={setLifetimeDays} />
      <CollapsedAllowlist
        value={addressesText}
        error={keyCreationMutation.error}
        onChange={setAddressesText}
      />
    </FormDialog>
  );
}
