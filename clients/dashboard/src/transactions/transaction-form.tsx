import { type ReactNode, useState } from 'react';
import type { AnnouncedWallet } from '../api/wallets.ts';
import { Button } from '../components/controls.tsx';
import { Dialog, FormDialog } from '../components/dialogs/dialog.tsx';
import { Badge } from '../components/surfaces.tsx';
import { PositionsLink } from './positions-link.tsx';
import { SigningDialog } from './signing-dialog.tsx';
import type { TransactionOutcome, TransactionRequest } from './transactions-api.ts';

/** The mutation that prepares a deposit, withdrawal or move, such as `useDeposit`. */
interface TransactionMutation<Input> {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
  readonly mutate: (
    request: TransactionRequest<Input>,
    done: { onSuccess: (outcome: TransactionOutcome) => void },
  ) => void;
}

interface TransactionFormProps<Input> {
  readonly heading: string;
  readonly action: string;
  readonly mutation: TransactionMutation<Input>;
  readonly input: Input;
  readonly wallet: AnnouncedWallet | undefined;
  readonly incomplete: boolean;
  /** Returns the success message of a sandbox transaction with this amount. */
  readonly booked: (amount: string) => string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The form of a deposit, withdrawal or move. In the sandbox, the result is shown at once. On a chain, the wallet signs
 * the shown steps.
 */
export function TransactionForm<Input>({
  heading,
  action,
  mutation,
  input,
  wallet,
  incomplete,
  booked,
  onClose,
  children,
}: TransactionFormProps<Input>) {
  const [transactionOutcome, setTransactionOutcome] = useState<TransactionOutcome>();
  if (transactionOutcome !== undefined && 'bookedAmount' in transactionOutcome)
    return (
      <Dialog heading={heading} onClose={onClose}>
        <p className="row" role="status">
          <Badge tone="good">Confirmed</Badge> {booked(transactionOutcome.bookedAmount)}
        </p>
        <div className="dialog-actions">
          <PositionsLink />
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  if (transactionOutcome !== undefined)
    return (
      <SigningDialog
        heading={heading}
        transactions={transactionOutcome.transactions}
        wallet={wallet}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      heading={heading}
      action={action}
      change={mutation}
      incomplete={incomplete}
      onSubmit={() => mutation.mutate({ input, wallet }, { onSuccess: setTransactionOutcome })}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
