import { type ReactNode, useState } from 'react';
import type { AnnouncedWallet } from '../api/wallets.ts';
import { Button } from '../components/controls.tsx';
import { Dialog, FormDialog } from '../components/dialogs/dialog.tsx';
import { Badge } from '../components/surfaces.tsx';
import type { MovementOutcome, MovementRequest } from './movements-api.ts';
import { PositionsLink } from './positions-link.tsx';
import { SigningDialog } from './signing-dialog.tsx';

/** The mutation that prepares a deposit, withdrawal or move, such as `useDeposit`. */
interface MovementMutation<Input> {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
  readonly mutate: (
    request: MovementRequest<Input>,
    done: { onSuccess: (outcome: MovementOutcome) => void },
  ) => void;
}

interface MovementFormProps<Input> {
  readonly heading: string;
  readonly action: string;
  readonly movement: MovementMutation<Input>;
  readonly input: Input;
  readonly wallet: AnnouncedWallet | undefined;
  readonly incomplete: boolean;
  /** Returns a sentence that says what happened in the sandbox with the given amount. */
  readonly booked: (amount: string) => string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The form of a deposit, withdrawal or move. In the sandbox, the result is shown at once. On a chain, the wallet signs
 * the shown steps.
 */
export function MovementForm<Input>({
  heading,
  action,
  movement,
  input,
  wallet,
  incomplete,
  booked,
  onClose,
  children,
}: MovementFormProps<Input>) {
  const [movementOutcome, setMovementOutcome] = useState<MovementOutcome>();
  if (movementOutcome !== undefined && 'bookedAmount' in movementOutcome)
    return (
      <Dialog heading={heading} onClose={onClose}>
        <p className="row" role="status">
          <Badge tone="good">Confirmed</Badge> {booked(movementOutcome.bookedAmount)}
        </p>
        <div className="dialog-actions">
          <PositionsLink />
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  if (movementOutcome !== undefined)
    return (
      <SigningDialog
        heading={heading}
        transactions={movementOutcome.transactions}
        wallet={wallet}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      heading={heading}
      action={action}
      change={movement}
      incomplete={incomplete}
      onSubmit={() => movement.mutate({ input, wallet }, { onSuccess: setMovementOutcome })}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
