import { toCents } from '../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';

/** Adds up amounts of one asset whose base units may differ, without losing a digit. */
export class AmountSum {
  #total = 0n;
  #decimals = 0;

  /** Adds base units of `10^-decimals` each. */
  add(amountBaseUnits: bigint, decimals: number): void {
    const finer = Math.max(this.#decimals, decimals);
    const scale = (from: number) => 10n ** BigInt(finer - from);
    this.#total = this.#total * scale(this.#decimals) + amountBaseUnits * scale(decimals);
    this.#decimals = finer;
  }

  /** The exact decimal text. */
  get text(): string {
    return fromBaseUnits(this.#total, this.#decimals);
  }

  /** USD to the cent at a price for one whole unit; null without a price. */
  valueUsd(priceUsd: number | undefined): number | null {
    return priceUsd === undefined ? null : toCents(Number(this.text) * priceUsd);
  }
}
