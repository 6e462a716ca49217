import { useState } from 'react';
import { SelectField } from '../../../components/controls.tsx';
import { Confirm, FormDialog } from '../../../components/dialogs/dialog.tsx';
import { say } from '../../../components/dialogs/toast.tsx';
import { Secret } from '../secret.tsx';
import { type ApiKey, useRevokeKey, useRotateKey } from './keys-api.ts';

const OVERLAPS = [
  ['86400', '1 day'],
  ['3600', '1 hour'],
  ['604800', '7 days'],
  ['0', 'Not at all: it ends now, with all keys that it has made'],
] as const;

/** Puts a new key in the place of one, which works on until its users have changed over. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [overlap, setOverlap] = useState('86400');
  const rotating = useRotateKey();
  if (rotating.data !== undefined) {
    return (
      <Secret heading={`The new key of ${apiKey.name}`} secret={rotating.data.data.key} onClose={onClose} />
    );
  }
  const submit = () => rotating.mutate({ id: apiKey.id, overlap_seconds: Number(overlap) });
  return (
    <FormDialog
      heading={`Rotate ${apiKey.name}`}
      action="Rotate key"
      change={rotating}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        A new key with the same permissions takes its place. The old one works on for a while, so that nothing
        stops.
      </p>
      <SelectField
        label="The old key works on for"
        value={overlap}
        onChange={(event) => setOverlap(event.target.value)}
      >
        {OVERLAPS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoking = useRevokeKey();
  return (
    <Confirm
      heading={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      busy={revoking.isPending}
      error={revoking.error}
      onClose={onClose}
      onConfirm={() =>
        revoking.mutate(apiKey.id, {
          onSuccess: () => {
            say(`${apiKey.name} is revoked`);
            onClose();
          },
        })
      }
    >
      <p>
        From the next request on, everything that uses <code>{apiKey.hint}…</code> is refused. This cannot be
        undone; to change over without an interruption, rotate it instead.
      </p>
    </Confirm>
  );
}
