import { pricedShares, type VaultObservation } from '../../../strategies/domain/vault-figures.ts';
import { standing } from '../reports/vault-track.ts';
import type { ChainEntry } from './entry.ts';

/** Shares that deposits have bought, and the assets that they paid for them. */
interface Bought {
  readonly shares: bigint;
  readonly assets: bigint;
}

/** What confirmed deposits have bought after a moment, and before another. */
export function boughtBetween(entries: readonly ChainEntry[], afterMs: number, beforeMs: number): Bought {
  return standing(entries)
    .filter(({ kind, effectiveAtMs: atMs }) => kind === 'deposit' && atMs > afterMs && atMs < beforeMs)
    .reduce(
      ({ shares, assets }, { amounts }) => ({
        shares: shares + amounts.shares,
        assets: assets + amounts.assets,
      }),
      { shares: 0n, assets: 0n },
    );
}

/**
 * What shares are worth, in base units of the asset, rounded down: at the observed price, and those that were bought after
 * it at what was paid for them, as a price from before would make a loss of each deposit.
 */
export function worthOfShares(
  shares: bigint,
  { price }: VaultObservation,
  shareDecimals: number,
  bought: Bought,
): bigint {
  const after = shares < 0n ? 0n : shares < bought.shares ? shares : bought.shares;
  const paid = after === 0n ? 0n : (after * bought.assets) / bought.shares;
  return paid + ((shares - after) * price) / pricedShares(shareDecimals);
}
