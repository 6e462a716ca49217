import { useState } from 'react';
import { Check, TextField } from '../../components/controls.tsx';
import { shownAmount } from '../../design/format.ts';
import { issueOf } from '../developer/issues.ts';
import type { Position } from './position.ts';

/** The part of a position to withdraw or move, in the API's form. */
export function usePart() {
  const [amount, setAmount] = useState('');
  const [isAll, setAll] = useState(false);
  return { amount, setAmount, isAll, setAll, input: isAll ? ({ all: true } as const) : { amount } };
}

interface PartOrAllProps {
  readonly position: Position;
  readonly part: ReturnType<typeof usePart>;
  /** Why the API rejected the last attempt. */
  readonly error: unknown;
}

export function PartOrAll({ position: { asset, value }, part, error }: PartOrAllProps) {
  const { amount, setAmount, isAll, setAll } = part;
  return (
    <>
      <TextField
        label={`Amount in ${asset}`}
        hint={value === null ? undefined : `Available: ${shownAmount(value)} ${asset}.`}
        inputMode="decimal"
        required={!isAll}
        disabled={isAll}
        value={isAll ? '' : amount}
        error={issueOf(error, 'amount')}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Check label="Full amount" checked={isAll} onChange={(event) => setAll(event.target.checked)} />
    </>
  );
}
