import { formatAmount, shortenAddressOrId } from '../../design/format.ts';
import { TransactionForm } from '../../transactions/transaction-form.tsx';
import { useWithdrawal } from '../../transactions/transactions-api.ts';
import { useSigningWallet, WalletField } from '../../transactions/wallet-field.tsx';
import { AmountOrAllField, useAmountOrAll } from './part-or-all.tsx';
import { type Position, toWithdrawalSource } from './position.ts';

export function WithdrawPosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const { name, wallet } = position;
  const part = useAmountOrAll();
  const signingWallet = useSigningWallet();
  const withdrawalMutation = useWithdrawal();
  return (
    <TransactionForm
      heading={`Withdraw from ${name}`}
      action="Withdraw"
      mutation={withdrawalMutation}
      input={{ ...toWithdrawalSource(position), ...part.input }}
      wallet={wallet === undefined ? undefined : signingWallet.signer}
      incomplete={part.isInvalid || (wallet !== undefined && signingWallet.signer === undefined)}
      booked={(amount) =>
        `You withdrew ${part.isAll ? 'the full amount, ' : ''}${formatAmount(amount)} ${position.asset}. No real money was used.`
      }
      onClose={onClose}
    >
      <AmountOrAllField position={position} part={part} error={withdrawalMutation.error} />
      {wallet !== undefined && (
        <WalletField
          signing={signingWallet}
          hint={`The money goes to the wallet ${shortenAddressOrId(wallet)}. Sign with this wallet.`}
        />
      )}
    </TransactionForm>
  );
}
