import { formatAmount, shorten } from '../../design/format.ts';
import { MovementForm } from '../../movements/movement-form.tsx';
import { useWithdrawal } from '../../movements/movements-api.ts';
import { useSigningWallet, WalletField } from '../../movements/wallet-field.tsx';
import { PartOrAll, usePartialAmount } from './part-or-all.tsx';
import { type Position, withdrawalSource } from './position.ts';

export function WithdrawPosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const { name, wallet } = position;
  const part = usePartialAmount();
  const signing = useSigningWallet();
  const withdrawing = useWithdrawal();
  return (
    <MovementForm
      heading={`Withdraw from ${name}`}
      action="Withdraw"
      movement={withdrawing}
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
    </MovementForm>
  );
}
