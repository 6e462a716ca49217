import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StrategiesListItem } from '../../../../sdk/src/index.ts';
import { Button, SelectField } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { QueryResult } from '../../components/states.tsx';
import { formatDays, formatKeyAsTitle, formatPercent, formatUsd } from '../../design/format.ts';
import { parseAmountText } from '../../transactions/amount-field.tsx';
import { TransactionForm } from '../../transactions/transaction-form.tsx';
import { useMove } from '../../transactions/transactions-api.ts';
import { useSigningWallet, WalletField } from '../../transactions/wallet-field.tsx';
import { AmountOrAllField, useAmountOrAll } from './part-or-all.tsx';
import type { Position } from './position.ts';
import { moveDestinationsQuery, moveEstimateQuery } from './positions-api.ts';

function MoveEstimateText({ position, to, amount }: { position: Position; to: string; amount: number }) {
  const { data } = useQuery(moveEstimateQuery(position, to, amount));
  if (data === undefined || data === null) return null;
  const { costs, gain_per_day, days_to_break_even: until } = data;
  return (
    <p className="small soft" role="status">
      {`Estimated costs: ${formatUsd(costs)}. `}
      {until === null
        ? 'The move is not expected to cover its costs.'
        : `The move should earn ${formatUsd(gain_per_day)} more per day and cover its costs in ${formatDays(until)}.`}
    </p>
  );
}

const noDestinationText = ({ asset, chain, wallet }: Position): string =>
  wallet === undefined
    ? `No other strategy in the sandbox accepts ${asset}, so this position cannot be moved.`
    : `No other strategy on ${formatKeyAsTitle(chain)} has a vault that accepts ${asset}, so this position cannot be moved. A vault position can be moved only on its own chain. To invest on another chain, withdraw first.`;

interface MoveFormProps {
  readonly position: Position;
  readonly destinations: readonly StrategiesListItem[];
  readonly onClose: () => void;
}

function MoveForm({ position, destinations, onClose }: MoveFormProps) {
  const { value, name, wallet, source } = position;
  const [destinationId, setDestinationId] = useState('');
  const part = useAmountOrAll();
  const signingWallet = useSigningWallet();
  const moveMutation = useMove();
  return (
    <TransactionForm
      heading={`Move from ${name}`}
      action="Move"
      mutation={moveMutation}
      input={{ ...source, to_strategy_id: destinationId, ...part.input }}
      wallet={signingWallet.signer}
      incomplete={
        destinationId === '' || part.isInvalid || (wallet !== undefined && signingWallet.signer === undefined)
      }
      booked={() => 'The amount is now in the other strategy. No real money was used.'}
      onClose={onClose}
    >
      <AmountOrAllField position={position} part={part} error={moveMutation.error} />
      <SelectField
        label="To strategy"
        required
        value={destinationId}
        onChange={(event) => setDestinationId(event.target.value)}
      >
        <option value="">Choose a strategy</option>
        {destinations.map((each) => (
          <option key={each.id} value={each.id}>
            {`${each.name}: ${formatPercent(each.current_apy)}, ${formatKeyAsTitle(each.risk_level)} risk`}
          </option>
        ))}
      </SelectField>
      <MoveEstimateText
        position={position}
        to={destinationId}
        amount={Number(part.isAll ? value : parseAmountText(part.amount)) || 0}
      />
      {wallet !== undefined && (
        <WalletField signing={signingWallet} hint="Sign the withdrawal first, then the deposit." />
      )}
    </TransactionForm>
  );
}

/** If no other strategy accepts the asset, the dialog shows only a message. */
export function MovePosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const destinationsQuery = useQuery(moveDestinationsQuery(position));
  if (destinationsQuery.data !== undefined && destinationsQuery.data.length > 0)
    return <MoveForm position={position} destinations={destinationsQuery.data} onClose={onClose} />;
  return (
    <Dialog heading={`Move from ${position.name}`} onClose={onClose}>
      <QueryResult query={destinationsQuery} height={200}>
        {() => <p className="notice">{noDestinationText(position)}</p>}
      </QueryResult>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
