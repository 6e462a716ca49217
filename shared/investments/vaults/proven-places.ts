import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { isProvenWallet } from '../../wallets/proven.ts';
import { readVaultHoldings, type VaultHolding } from '../store/onchain/vault-holdings.ts';

/** Holdings checked concurrently. */
export const PLACES_AT_ONCE = 8;

/** Selects some of the holdings that an account follows. */
interface PlaceFilter {
  /** One of the account's users, or (empty) the account itself; all of them when undefined. */
  readonly userId?: string | undefined;
  readonly strategyId?: string | undefined;
}

/**
 * The followed holdings of an account in vaults, by chain, vault and wallet. The wallets need not be proven to be the
 * account's.
 */
export async function followedPlaces(
  table: Table,
  account: string,
  { userId, strategyId }: PlaceFilter,
): Promise<VaultHolding[]> {
  const user = userId === '' ? null : userId;
  return (await readVaultHoldings(table, account)).filter(
    ({ user_id, strategy_id }) =>
      (user === undefined || user_id === user) && (strategyId === undefined || strategy_id === strategyId),
  );
}

/** Whether the wallet of a holding is proven to be the account's. */
export function isProvenPlace(
  table: Table,
  account: string,
  { wallet, chain_id }: VaultHolding,
): Promise<boolean> {
  return isProvenWallet(table, account, { address: wallet, chainId: chain_id });
}

/** Those whose wallet is the account's: steps can be asked for with any wallet, and no other's holdings count. */
export async function provenPlaces(
  table: Table,
  account: string,
  filter: PlaceFilter,
): Promise<VaultHolding[]> {
  const places = await followedPlaces(table, account, filter);
  const walletOf = ({ wallet, chain_id }: VaultHolding) => `${wallet} ${chain_id}`;
  const proven = new Set<string>();
  const wallets = new Map(places.map((place) => [walletOf(place), place]));
  await forEachParallel(wallets, PLACES_AT_ONCE, async ([name, place]) => {
    if (await isProvenPlace(table, account, place)) proven.add(name);
  });
  return places.filter((place) => proven.has(walletOf(place)));
}
