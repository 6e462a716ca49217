import { type FormEvent, useState } from 'react';
import { Button, TextField } from '../../../components/controls.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorNotice } from '../../../components/states.tsx';
import { say } from '../../../components/toast.tsx';
import { issueOf } from '../issues.ts';
import { type ApiKey, useUpdateKey } from './keys-api.ts';
import { asInput, RestrictionFields, restrictionsOf } from './restrictions.tsx';

/** Changes what may be changed of a key: permissions may not, as programs count on them. */
export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [name, setName] = useState(apiKey.name);
  const [restrictions, setRestrictions] = useState(restrictionsOf(apiKey));
  const updating = useUpdateKey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (updating.isPending) return;
    const onSuccess = () => {
      say(`${name.trim()} is changed`);
      onClose();
    };
    updating.mutate({ id: apiKey.id, name: name.trim(), ...asInput(restrictions) }, { onSuccess });
  };
  return (
    <Dialog heading={`Edit ${apiKey.name}`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          maxLength={64}
          required
          error={issueOf(updating.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <RestrictionFields value={restrictions} error={updating.error} onChange={setRestrictions} />
        {updating.error !== null && <ErrorNotice error={updating.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={updating.isPending}>
            Save changes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
