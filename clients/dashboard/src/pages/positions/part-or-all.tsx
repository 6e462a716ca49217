import { useState } from 'react';
import { Check } from '../../components/controls.tsx';
import { AmountField, amountOf, isInvalidAmount, localized } from '../../movements/amount-field.tsx';
import { issueOf } from '../developer/issues.ts';
import type { Position } from './position.ts';

/**
 * State of a form in which the user chooses how much of a position to withdraw or move. `input` is the choice in the
 * API's form.
 */
export function usePart() {
  const [amount, setAmount] = useState('');
  const [isFullAmount, setAll] = useState(false);
  const input = isFullAmount ? ({ all: true } as const) : { amount: amountOf(amount) };
  const isInvalid = !isFullAmount && isInvalidAmount(amount);
  return { amount, setAmount, isAll: isFullAmount, setAll, isInvalid, input };
}

interface PartOrAllProps {
  readonly position: Position;
  readonly part: ReturnType<typeof usePart>;
  /** The API's error for the last attempt. */
  readonly error: unknown;
}

export function PartOrAll({ position: { asset, value }, part, error }: PartOrAllProps) {
  const { amount, setAmount, isAll, setAll } = part;
  return (
    <>
      <AmountField
        asset={asset}
        available={value ?? undefined}
        availableLabel="Available"
        required={!isAll}
        disabled={isAll}
        value={isAll ? localized(value ?? '') : amount}
        error={issueOf(error, 'amount')}
        onChange={setAmount}
      />
      {/* The value grows while the form is open. The full amount is therefore requested as `all`, not as an amount. */}
      <Check label="Full amount" checked={isAll} onChange={(event) => setAll(event.target.checked)} />
    </>
  );
}
