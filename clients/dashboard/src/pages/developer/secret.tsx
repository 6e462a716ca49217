import { useState } from 'react';
import { CopyButton } from '../../components/code.tsx';
import { Button, Check } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** Shows a key the only time that it can be shown. */
export function Secret({
  heading,
  secret,
  onClose,
}: {
  heading: string;
  secret: string;
  onClose: () => void;
}) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog heading={heading} onClose={onClose} stays>
      <p>
        Copy the key now and store it where secrets belong. It is shown this once, and nobody can show it
        again.
      </p>
      <div className="secret">
        <code data-secret>{secret}</code>
        <CopyButton text={secret} label="Copy key" />
      </div>
      <Check
        label="I have stored the key"
        checked={isStored}
        onChange={(event) => setStored(event.target.checked)}
      />
      <div className="dialog-actions">
        <Button look="primary" disabled={!isStored} onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
