import { type ReactNode, useState } from 'react';
import type { ChainTransaction } from '../../../sdk/src/index.ts';
import type { AnnouncedWallet } from '../api/wallets.ts';
import { FormDialog } from '../components/dialogs/dialog.tsx';
import { say } from '../components/dialogs/toast.tsx';
import { type Carried, giveUp, type Prepared, type Wanted } from './movements-api.ts';

/** The mutation that carries out a deposit, withdrawal or move, such as `useDeposit`. */
interface Movement<Input> {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly mutate: (wanted: Wanted<Input>, done: { onSuccess: (outcome: Carried) => void }) => void;
}

interface MovementFormProps<Input> {
  readonly heading: string;
  readonly action: string;
  readonly movement: Movement<Input>;
  readonly input: Input;
  readonly wallet: AnnouncedWallet | undefined;
  readonly incomplete: boolean;
  /** The messages after success: `booked` for the sandbox ledger, `sent` for a chain. */
  readonly done: { readonly booked: string; readonly sent: string };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One side of a transaction's changes: what the wallet pays or what it receives. */
function changeOf({ asset, expected_changes: changes }: ChainTransaction): string {
  if (changes === null)
    return 'The changes in your wallet are unknown, because the node of this chain cannot simulate transactions.';
  const isPaid = changes.assets.startsWith('-');
  const amount = (text: string) => text.replace('-', '');
  const assets = `${amount(changes.assets)} ${asset}`;
  const shares = `${amount(changes.shares)} shares`;
  return isPaid
    ? `Your wallet pays ${assets} and receives ${shares}.`
    : `Your wallet returns ${shares} and receives ${assets}.`;
}

function Expected({ transactions }: Prepared) {
  return (
    <div className="stack stack-tight" role="status">
      <p>This is the result of a simulation on the latest block. Nothing has been sent yet.</p>
      <ul>
        {transactions.map((transaction) => (
          <li key={transaction.id}>{changeOf(transaction)}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The form of a deposit, withdrawal or move. On a chain, a second page shows the effects of the steps before they are
 * signed.
 */
export function MovementForm<Input>({
  heading,
  action,
  movement,
  input,
  wallet,
  incomplete,
  done,
  onClose,
  children,
}: MovementFormProps<Input>) {
  const [prepared, setPrepared] = useState<Prepared>();
  const submit = () =>
    movement.mutate(
      { input, wallet, prepared },
      {
        onSuccess: (outcome) => {
          if (typeof outcome === 'object') return setPrepared(outcome);
          say(outcome === 'done' ? done.booked : done.sent);
          onClose();
        },
      },
    );
  const close = () => {
    if (prepared !== undefined) void giveUp(prepared);
    onClose();
  };
  return (
    <FormDialog
      heading={heading}
      action={prepared === undefined ? action : 'Sign'}
      change={movement}
      incomplete={incomplete}
      onSubmit={submit}
      onClose={close}
    >
      {prepared === undefined ? children : <Expected {...prepared} />}
    </FormDialog>
  );
}
