import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../controls.tsx';
import { ErrorNotice } from '../states.tsx';

interface DialogProps {
  readonly heading: string;
  readonly onClose: () => void;
  /** Where what it shows would be lost: Escape does not close it. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}

/** A question in front of the page. The browser keeps the keyboard inside, and gives it back where it was. */
export function Dialog({ heading, onClose, stays = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before it leaves the document: the keyboard goes back only from a dialog that is still there.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!stays) onClose();
      }}
    >
      <div className="stack">
        <h2 id={id}>{heading}</h2>
        {children}
      </div>
    </dialog>
  );
}

interface FormDialogProps {
  readonly heading: string;
  /** What it does, on the button that does it. */
  readonly action: string;
  /** The change that it asks for, under way or refused. */
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  /** Whether something that it needs is not chosen yet. */
  readonly incomplete?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for what a change needs. Sent once: a second press while the first is under way does nothing. */
export function FormDialog(props: FormDialogProps) {
  const { heading, action, change, incomplete = false, onSubmit, onClose, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) onSubmit();
  };
  return (
    <Dialog heading={heading} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        {change.error !== null && <ErrorNotice error={change.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={change.isPending} disabled={incomplete}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly heading: string;
  /** What it does, on the button that does it. */
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before what cannot be undone. */
export function Confirm({ heading, action, busy, error, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog heading={heading} onClose={onClose}>
      <div>{children}</div>
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
