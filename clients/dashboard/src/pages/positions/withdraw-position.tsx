import { formatAmount, shorten } from '../../design/format.ts';
import { TransactionForm } from '../../transactions/transaction-form.tsx';
import { useWithdrawal } from '../../transactions/transactions-api.ts';
import { useSigningWallet, WalletField } from '../../transactions/wallet-field.tsx';
import { PartOrAll, usePartialAmount } from './part-or-all.tsx';
import { type Position, withdrawalSource } from './position.ts';

export function WithdrawPosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const { name, wallet } = position;
  const part = usePartialAmount();
  const signing = useSigningWallet();
  const withdrawing = useWithdrawal();
  return (
    <TransactionForm
      heading={`Withdraw from ${name}`}
      action="Withdraw"
      mutation={withdrawing}
      input={{ ...withdrawalSource(position), ...part.input }}
      wallet={wallet === undefined ? undefined : signing.signer}
      incomplete={part.isInvalid || (wallet !== undefined && signing.signer === undefined)}
      booked={(amount) =>
        `You withdrew ${part.isAll ? 'the full amount, ' : ''}${formatAmount(amount)} ${position.asset}. No real money was used.`
      }
      onClose={onClose}
    >
      <PartOrAll position={position} part={part} error={withdrawing.error} />
      {wallet !== undefined && (
        <WalletField
          signing={signing}
          hint={`The money goes to the wallet ${shorten(wallet)}. Sign with this wallet.`}
        />
      )}
    </TransactionForm>
  );
}
