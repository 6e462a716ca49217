import { useState } from 'react';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { Button, TextField } from '../../components/controls.tsx';
import { FormDialog } from '../../components/dialogs/dialog.tsx';
import { say } from '../../components/dialogs/toast.tsx';
import { percent, usd } from '../../design/format.ts';
import { useDeposit } from '../../movements/movements-api.ts';
import { useSigner, WalletField } from '../../movements/wallet-field.tsx';
import { issueOf } from '../developer/issues.ts';

/** What becomes of the money, in a sentence, and what the vault keeps of it. */
function Terms({ strategy: { settlement, vault } }: { strategy: StrategiesGetData }) {
  if (settlement === 'sandbox') {
    return <p className="small soft">Books without money, as in every test environment.</p>;
  }
  if (vault === null) return null;
  const { entry_percent, exit_percent, performance_percent } = vault.fees;
  const fees = [
    entry_percent > 0 ? `${percent(entry_percent)} on the way in` : '',
    exit_percent > 0 ? `${percent(exit_percent)} on the way out` : '',
    performance_percent === null || performance_percent === 0
      ? ''
      : `${percent(performance_percent)} of what it earns`,
  ].filter(Boolean);
  return (
    <p className="small soft">
      {'From your wallet into the vault, without going through anybody. '}
      {fees.length === 0 ? 'The vault names no fees.' : `The vault keeps ${fees.join(' and ')}.`}
    </p>
  );
}

function DepositForm({ strategy, onClose }: { strategy: StrategiesGetData; onClose: () => void }) {
  const { id, name, deposit_asset, min_deposit, settlement } = strategy;
  const isOnChain = settlement === 'onchain';
  const [amount, setAmount] = useState('');
  const signing = useSigner();
  const depositing = useDeposit();
  const submit = () =>
    depositing.mutate(
      {
        input: { strategy_id: id, amount, asset: deposit_asset.symbol },
        wallet: isOnChain ? signing.signer : undefined,
      },
      {
        onSuccess: (outcome) => {
          say(outcome === 'done' ? 'The deposit is booked' : 'It is sent: the chain confirms it soon');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      heading={`Deposit into ${name}`}
      action="Deposit"
      change={depositing}
      incomplete={isOnChain && signing.signer === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={`Amount in ${deposit_asset.symbol}`}
        hint={min_deposit > 0 ? `Worth ${usd(min_deposit)} or more.` : undefined}
        inputMode="decimal"
        required
        value={amount}
        error={issueOf(depositing.error, 'amount')}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Terms strategy={strategy} />
      {isOnChain && <WalletField signing={signing} hint="Its account pays, and holds the vault's shares." />}
    </FormDialog>
  );
}

/** The way into a strategy, where it takes deposits. */
export function Deposit({ strategy }: { strategy: StrategiesGetData }) {
  const [isOpen, setOpen] = useState(false);
  if (strategy.settlement === 'none' || strategy.status !== 'listed') return null;
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Deposit
      </Button>
      {isOpen && <DepositForm strategy={strategy} onClose={() => setOpen(false)} />}
    </>
  );
}
