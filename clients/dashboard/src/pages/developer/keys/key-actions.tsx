import { useState } from 'react';
import { SelectField } from '../../../components/controls.tsx';
import { ConfirmDialog, FormDialog } from '../../../components/dialogs/dialog.tsx';
import { showToast } from '../../../components/dialogs/toast.tsx';
import { NewSecretDialog } from '../secret.tsx';
import { type ApiKey, useRevokeKey, useRotateKey } from './keys-api.ts';

const KEY_OVERLAP_OPTIONS = [
  ['86400', '1 day'],
  ['3600', '1 hour'],
  ['604800', '7 days'],
  ['0', 'No overlap: the old key stops working now'],
] as const;

/** The old key works until the overlap ends. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [overlapSecondsText, setOverlapSecondsText] = useState('86400');
  const rotateMutation = useRotateKey();
  if (rotateMutation.data !== undefined) {
    return (
      <NewSecretDialog
        heading={`The new key that replaces ${apiKey.name}`}
        secret={rotateMutation.data.data.key}
        onClose={onClose}
      />
    );
  }
  const submit = () => rotateMutation.mutate({ id: apiKey.id, overlap_seconds: Number(overlapSecondsText) });
  return (
    <FormDialog
      heading={`Rotate ${apiKey.name}`}
      action="Rotate key"
      change={rotateMutation}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        This creates a new key with the same settings. The old key keeps working for the time that you choose
        below. Give the new key to your programs in this time.
      </p>
      <SelectField
        label="The old key works for"
        value={overlapSecondsText}
        onChange={(event) => setOverlapSecondsText(event.target.value)}
      >
        {KEY_OVERLAP_OPTIONS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revokeMutation = useRevokeKey();
  return (
    <ConfirmDialog
      heading={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      busy={revokeMutation.isPending}
      error={revokeMutation.error}
      onClose={onClose}
      onConfirm={() =>
        revokeMutation.mutate(apiKey.id, {
          onSuccess: ({ data }) => {
            showToast(
              data.successor === null
                ? `${apiKey.name} is revoked`
                : `${apiKey.name} is revoked. Its replacement, the key ${data.successor}, still works`,
            );
            onClose();
          },
        })
      }
    >
      <p>
        After you revoke the key, the service rejects all requests with <code>{apiKey.hint}…</code>. You
        cannot undo this. To replace the key without an interruption, rotate the key instead.
      </p>
    </ConfirmDialog>
  );
}
