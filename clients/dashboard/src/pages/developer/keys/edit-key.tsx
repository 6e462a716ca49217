import { useState } from 'react';
import { TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { say } from '../../../components/dialogs/toast.tsx';
import { issueOf } from '../issues.ts';
import { type ApiKey, useUpdateKey } from './keys-api.ts';
import { Addresses, addressesOf, asInput } from './restrictions.tsx';

/** Edits a key. Its scopes cannot be changed, because programs rely on them. */
export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const [addresses, setAddresses] = useState(addressesOf(apiKey.allowed_ips));
  const updating = useUpdateKey();
  const submit = () => {
    const onSuccess = () => {
      say(`${name.trim()} is changed`);
      onClose();
    };
    updating.mutate({ id: apiKey.id, name: name.trim(), ...asInput(addresses) }, { onSuccess });
  };
  return (
    <FormDialog
      heading={`Edit ${apiKey.name}`}
      action="Save changes"
      change={updating}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={64}
        required
        error={issueOf(updating.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Addresses value={addresses} error={updating.error} onChange={setAddresses} />
    </FormDialog>
  );
}
