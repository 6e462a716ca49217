import { toChecksummed } from '../../../platform/domain/ethereum.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';
import { pricedShares, type VaultObservation } from '../../../strategies/domain/vault-figures.ts';
import type { Holding } from '../../contract/transactions/onchain-responses.ts';
import { standing } from '../reports/vault-track.ts';
import type { ChainBalance, ChainEntry } from './books.ts';

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

/**
 * What a wallet's shares in a vault come to, at an observed share price. Rounded down.
 *
 * @param recent the entries since that price was observed at least
 */
export function holdingView(
  place: {
    readonly strategy_id: string;
    readonly user_id: string | null;
    readonly chain: string;
    readonly vault: string;
    readonly wallet: string;
    readonly asset: string;
    readonly decimals: number;
    readonly share_decimals: number;
  },
  { posted, pending }: ChainBalance,
  price: VaultObservation | undefined,
  { isProven, recent }: { readonly isProven: boolean; readonly recent: readonly ChainEntry[] },
): Holding {
  const { decimals, share_decimals: shareDecimals } = place;
  const value =
    price === undefined
      ? undefined
      : worthOfShares(
          posted.shares,
          price,
          shareDecimals,
          boughtBetween(recent, price.atMs, Number.POSITIVE_INFINITY),
        );
  const inAsset = (amount: bigint) => fromBaseUnits(amount, decimals);
  return {
    strategy_id: place.strategy_id,
    user_id: place.user_id,
    settlement: 'onchain',
    chain: place.chain,
    vault_address: toChecksummed(place.vault),
    wallet_address: toChecksummed(place.wallet),
    wallet_proven: isProven,
    asset: place.asset,
    shares: fromBaseUnits(posted.shares, shareDecimals),
    pending_shares: fromBaseUnits(pending.shares, shareDecimals),
    net_deposited: inAsset(posted.assets),
    value: value === undefined ? null : inAsset(value),
    earned: value === undefined ? null : inAsset(value - posted.assets),
    priced_at: price === undefined ? null : new Date(price.atMs).toISOString(),
  };
}
