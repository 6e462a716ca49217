import { FormDialog } from '../../components/dialogs/dialog.tsx';
import { say } from '../../components/dialogs/toast.tsx';
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
  const submit = () =>
    withdrawing.mutate(
      {
        input: { ...withdrawnFrom(position), ...part.input },
        wallet: wallet === undefined ? undefined : signing.signer,
      },
      {
        onSuccess: (outcome) => {
          say(outcome === 'done' ? 'The money is paid out' : 'It is sent: the chain confirms it soon');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      heading={`Withdraw from ${name}`}
      action="Withdraw"
      change={withdrawing}
      incomplete={wallet !== undefined && signing.signer === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <PartOrAll position={position} part={part} error={withdrawing.error} />
      {wallet !== undefined && <WalletField signing={signing} hint="It pays to the account that signs." />}
    </FormDialog>
  );
}
