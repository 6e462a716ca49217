import { toChecksummed } from '../../../platform/domain/ethereum.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';
import { PRICE_SHARES, type VaultObservation } from '../../../strategies/domain/vault-figures.ts';
import type { Holding } from '../../contract/transactions/onchain-responses.ts';
import type { ChainBalance } from './books.ts';

/** What a wallet's shares in a vault come to, at an observed share price. Rounded down. */
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
  isProven: boolean,
): Holding {
  const { decimals, share_decimals: shareDecimals } = place;
  const unit = PRICE_SHARES * 10n ** BigInt(shareDecimals);
  const value = price === undefined ? undefined : (posted.shares * price.price) / unit;
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
