import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../components/code.tsx';
import { Button, Checkbox } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';

/** The API returns the key or secret only once. */
export function NewSecretDialog({
  heading,
  what = 'key',
  secret,
  onClose,
  children,
}: {
  heading: string;
  what?: 'key' | 'secret';
  secret: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [isSecretStored, setSecretStored] = useState(false);
  return (
    <Dialog heading={heading} onClose={onClose} isPersistent>
      <p>Copy the {what} now and store it in a safe place. It is shown only once.</p>
      <div className="secret">
        <code data-secret>{secret}</code>
        <CopyButton text={secret} label={`Copy ${what}`} />
      </div>
      {children}
      <Checkbox
        label={`I have stored the ${what}`}
        checked={isSecretStored}
        onChange={(event) => setSecretStored(event.target.checked)}
      />
      <div className="dialog-actions">
        <Button look="primary" disabled={!isSecretStored} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
