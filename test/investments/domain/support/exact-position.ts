import { expect } from 'vitest';
import { RAY } from '../../../../shared/investments/domain/growth-index.ts';
import { SHARES_PER_BASE_UNIT } from '../../../../shared/investments/domain/holdings.ts';

/**
 * The exact model of one position. Its claim has sixty more digits than the growth index, and every rounding favours
 * the owner. The value in the ledger must stay within one share per transaction and one base unit of it.
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
