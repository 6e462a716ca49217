import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../controls.tsx';
import { ErrorNotice } from '../states.tsx';

interface DialogProps {
  readonly heading: string;
  readonly onClose: () => void;
  /** Whether the dialog stays open when the user presses Escape, so that its content is not lost. */
  readonly isPersistent?: boolean;
  readonly children: ReactNode;
}

/** The browser keeps the focus inside the dialog and restores it after the dialog closes. */
export function Dialog({ heading, onClose, isPersistent = false, children }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Close the dialog before it is removed, because the browser restores the focus only for a dialog in the document.
  useLayoutEffect(() => {
    const dialogElement = dialogRef.current;
    dialogElement?.showModal();
    return () => dialogElement?.close();
  }, []);
  return (
    <dialog
      ref={dialogRef}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isPersistent) onClose();
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
  readonly action: string;
  /** The state of the change that the form submits: whether it is running, and its error. `reset` removes the error. */
  readonly change: { readonly isPending: boolean; readonly error: unknown; readonly reset?: () => void };
  /** The look of the submit button. Use `danger` for a change that removes something. */
  readonly look?: 'primary' | 'danger';
  /** Whether the user has not made a required choice yet. */
  readonly incomplete?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * While `change` is running, another click on the submit button does nothing. An error disappears when the user
 * corrects a field.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    heading,
    action,
    change,
    look = 'primary',
    incomplete = false,
    onSubmit,
    onClose,
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) onSubmit();
  };
  const clearError = () => {
    if (change.error !== null) change.reset?.();
  };
  return (
    <Dialog heading={heading} onClose={onClose}>
      <form className="stack" onSubmit={submit} onChange={clearError}>
        {children}
        {change.error !== null && <ErrorNotice error={change.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} busy={change.isPending} disabled={incomplete}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly heading: string;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  heading,
  action,
  busy,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
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
