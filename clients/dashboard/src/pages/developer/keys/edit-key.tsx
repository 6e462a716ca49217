import { useState } from 'react';
import { TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { showToast } from '../../../components/dialogs/toast.tsx';
import { issueText } from '../issues.ts';
import { type ApiKey, useUpdateKey } from './keys-api.ts';
import { AllowedAddressesField, formatAllowlist, parseAllowlist } from './restrictions.tsx';

/** The scopes of a key cannot be changed, because programs rely on them. */
export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const [addressesText, setAddressesText] = useState(formatAllowlist(apiKey.allowed_ips));
  const updateMutation = useUpdateKey();
  const submit = () => {
    const onSuccess = () => {
      showToast(`${name.trim()} is changed`);
      onClose();
    };
    updateMutation.mutate(
      { id: apiKey.id, name: name.trim(), ...parseAllowlist(addressesText) },
      { onSuccess },
    );
  };
  return (
    <FormDialog
      heading={`Edit ${apiKey.name}`}
      action="Save changes"
      change={updateMutation}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={64}
        required
        error={issueText(updateMutation.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <AllowedAddressesField value={addressesText} error={updateMutation.error} onChange={setAddressesText} />
    </FormDialog>
  );
}
