import { expect } from 'vitest';
import { RAY } from '../../../../shared/investments/domain/growth-index.ts';
import { SHARES_PER_BASE_UNIT } from '../../../../shared/investments/domain/holdings.ts';

/**
 * Exact model of one position. `claim` is the value at the growth index 1.0, in units of 1e-60 base units, rounded in
 * favour of the owner. The value in the ledger may differ from the model by one share per transaction plus two base
 * units.
 */
export class ExactPosition {
  static readonly FINE = 10n ** 60n;
  claim = 0n;
  changes = 0n;

  move(amountBaseUnits: bigint, index: bigint): void {
    this.claim += (amountBaseUnits * ExactPosition.FINE * RAY) / index + (amountBaseUnits > 0n ? 1n : 0n);
    this.changes += 1n;
  }

  value(index: bigint): bigint {
    return (this.claim * index) / (ExactPosition.FINE * RAY);
  }

  check(ledgerValue: bigint, index: bigint): void {
    const slack = (this.changes * index) / (SHARES_PER_BASE_UNIT * RAY) + 2n;
    expect(ledgerValue).toBeLessThanOrEqual(this.value(index) + slack);
    expect(ledgerValue + slack).toBeGreaterThanOrEqual(this.value(index));
  }
}
