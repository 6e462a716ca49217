import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnnouncedWallet, useWallets } from '../../api/wallets.ts';
import { Check, SelectField, TextField } from '../../components/controls.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/states.tsx';
import { say } from '../../components/toast.tsx';
import { days, dollars, percent, title } from '../../design/format.ts';
import { issueOf } from '../developer/issues.ts';
import { type Position, shownAmount } from './position.ts';
import { destinationsQuery, estimateQuery, useMove } from './positions-api.ts';

function Estimate({ position, to, amount }: { position: Position; to: string; amount: number }) {
  const { data } = useQuery(estimateQuery(position, to, amount));
  if (data === undefined || data === null) return null;
  const { costs, gain_per_day, days_to_break_even: until } = data;
  return (
    <p className="small soft" role="status">
      {`Costs about ${dollars(costs)}. `}
      {until === null
        ? 'It is not expected to pay for itself.'
        : `Expected to earn ${dollars(gain_per_day)} a day more, which pays for it in ${days(until)}.`}
    </p>
  );
}

interface WalletFieldProps {
  readonly wallets: readonly AnnouncedWallet[];
  readonly value: string;
  readonly onChange: (uuid: string) => void;
}

/** Which wallet signs, where there are several; what to do where there is none. */
function WalletField({ wallets, value, onChange }: WalletFieldProps) {
  if (wallets.length === 0) {
    return <p className="notice notice-warn">No wallet was found in this browser: one has to sign this.</p>;
  }
  return (
    <SelectField
      label="Signed by"
      hint="The withdrawal is signed first, then the deposit."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {wallets.map(({ info }) => (
        <option key={info.uuid} value={info.uuid}>
          {info.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Moves a part of a position, or all of it, into another strategy of the same asset. */
export function MovePosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const { asset, value, name, wallet, source } = position;
  const [to, setTo] = useState('');
  const [amount, setAmount] = useState('');
  const [isAll, setAll] = useState(false);
  const [chosen, setChosen] = useState('');
  const wallets = useWallets();
  const destinations = useQuery(destinationsQuery(position));
  const moving = useMove();
  const signer = wallets.find(({ info }) => info.uuid === chosen) ?? wallets[0];
  const submit = () => {
    const what = isAll ? { all: true } : { amount };
    moving.mutate(
      { input: { ...source, to_strategy_id: to, ...what }, wallet: signer },
      {
        onSuccess: (outcome) => {
          say(outcome === 'done' ? 'The money is moved' : 'Both are sent: the chain confirms them soon');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      heading={`Move out of ${name}`}
      action="Move"
      change={moving}
      incomplete={to === '' || (wallet !== undefined && signer === undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={`Amount in ${asset}`}
        hint={value === null ? undefined : `There is ${shownAmount(value)} ${asset}.`}
        inputMode="decimal"
        required={!isAll}
        disabled={isAll}
        value={isAll ? '' : amount}
        error={issueOf(moving.error, 'amount')}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Check label="All of it" checked={isAll} onChange={(event) => setAll(event.target.checked)} />
      <Loaded query={destinations} height={70}>
        {(data) => (
          <SelectField label="Into" required value={to} onChange={(event) => setTo(event.target.value)}>
            <option value="">Choose a strategy</option>
            {data.map((each) => (
              <option key={each.id} value={each.id}>
                {`${each.name}: ${percent(each.current_apy)}, ${title(each.risk_level)} risk`}
              </option>
            ))}
          </SelectField>
        )}
      </Loaded>
      <Estimate position={position} to={to} amount={Number(isAll ? value : amount) || 0} />
      {wallet !== undefined && (
        <WalletField wallets={wallets} value={signer?.info.uuid ?? ''} onChange={setChosen} />
      )}
    </FormDialog>
  );
}
