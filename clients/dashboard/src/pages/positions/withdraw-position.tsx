import { MovementForm } from '../../movements/movement-form.tsx';
import { useWithdrawal } from '../../movements/movements-api.ts';
import { useSigner, WalletField } from '../../movements/wallet-field.tsx';
import { PartOrAll, usePart } from './part-or-all.tsx';
import { type Position, withdrawnFrom } from './position.ts';

/** Takes a part of a position out, or all of it. */
export function WithdrawPosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const { name, wallet } = position;
  const part = usePart();
  const signing = useSigner();
  const withdrawing = useWithdrawal();
  return (
    <MovementForm
      heading={`Withdraw from ${name}`}
      action="Withdraw"
      movement={withdrawing}
      input={{ ...withdrawnFrom(position), ...part.input }}
      wallet={wallet === undefined ? undefined : signing.signer}
      incomplete={wallet !== undefined && signing.signer === undefined}
      done={{
        booked: 'The withdrawal is complete',
        sent: 'The withdrawal is sent. It is confirmed within about a minute',
      }}
      onClose={onClose}
    >
      <PartOrAll position={position} part={part} error={withdrawing.error} />
      {wallet !== undefined && (
        <WalletField signing={signing} hint="The money goes to the wallet that signs." />
      )}
    </MovementForm>
  );
}
