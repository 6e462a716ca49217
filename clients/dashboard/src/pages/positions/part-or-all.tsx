import { useState } from 'react';
import { Checkbox } from '../../components/controls.tsx';
import {
  AmountField,
  isInvalidAmount,
  localizeAmount,
  parseAmountText,
} from '../../transactions/amount-field.tsx';
import { issueText } from '../developer/issues.ts';
import type { Position } from './position.ts';

/**
 * Returns the state of the fields for an amount. `input` is the amount for the API request, such as `{ amount: '12.5'
 * }` or `{ all: true }`.
 */
export function useAmountOrAll() {
  const [amount, setAmount] = useState('');
  const [isFullAmount, setFullAmount] = useState(false);
  const input = isFullAmount ? ({ all: true } as const) : { amount: parseAmountText(amount) };
  const isInvalid = !isFullAmount && isInvalidAmount(amount);
  return { amount, setAmount, isAll: isFullAmount, setAll: setFullAmount, isInvalid, input };
}

interface AmountOrAllFieldProps {
  readonly position: Position;
  readonly part: ReturnType<typeof useAmountOrAll>;
  /** The API's error for the last attempt. */
  readonly error: unknown;
}

export function AmountOrAllField({ position: { asset, value }, part, error }: AmountOrAllFieldProps) {
  const { amount, setAmount, isAll, setAll } = part;
  return (
    <>
      <AmountField
        asset={asset}
        available={value ?? undefined}
        availableLabel="Available"
        required={!isAll}
        disabled={isAll}
        value={isAll ? localizeAmount(value ?? '') : amount}
        error={issueText(error, 'amount')}
        onChange={setAmount}
      />
      {/* The value grows while the form is open. The full amount is therefore requested as `all`, not as an amount. */}
      <Checkbox label="Full amount" checked={isAll} onChange={(event) => setAll(event.target.checked)} />
    </>
  );
}
