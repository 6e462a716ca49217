import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { isProvenWallet } from '../../wallets/proven-wallets.ts';
import { readVaultHoldings, type VaultHolding } from '../store/onchain/vault-holdings.ts';

/** Number of holdings that are processed concurrently. */
export const HOLDINGS_CONCURRENCY = 8;

/** Selects some of an account's vault holdings. */
interface HoldingFilter {
  /** The id of an end user; empty for the account itself; undefined for the account and all its end users. */
  readonly userId?: string | undefined;
  readonly strategyId?: string | undefined;
}

/**
 * Returns the vault holdings of an account, sorted by chain, vault and wallet. Includes wallets that the
 * account has not proved to control.
 */
export async function readFollowedHoldings(
  table: Table,
  account: string,
  { userId, strategyId }: HoldingFilter,
): Promise<VaultHolding[]> {
  const user = userId === '' ? null : userId;
  return (await readVaultHoldings(table, account)).filter(
    ({ user_id, strategy_id }) =>
      (user === undefined || user_id === user) && (strategyId === undefined || strategy_id === strategyId),
  );
}

/** Returns whether the account has proved to control the wallet of a holding. */
export function isProvenHolding(
  table: Table,
  account: string,
  { wallet, chain_id }: VaultHolding,
): Promise<boolean> {
  return isProvenWallet(table, account, { address: wallet, chainId: chain_id });
}

/**
 * Returns the vault holdings of wallets that the account has proved to control. Holdings of other wallets must not
 * count, because an account can request transaction steps for any wallet.
 */
export async function readProvenHoldings(
  table: Table,
  account: string,
  filter: HoldingFilter,
): Promise<VaultHolding[]> {
  const vaultHoldings = await readFollowedHoldings(table, account, filter);
  const walletKeyOf = ({ wallet, chain_id }: VaultHolding) => `${wallet} ${chain_id}`;
  const provenWalletKeys = new Set<string>();
  const holdingByWalletKey = new Map(
    vaultHoldings.map((vaultHolding) => [walletKeyOf(vaultHolding), vaultHolding]),
  );
  await forEachParallel(holdingByWalletKey, HOLDINGS_CONCURRENCY, async ([name, vaultHolding]) => {
    if (await isProvenHolding(table, account, vaultHolding)) provenWalletKeys.add(name);
  });
  return vaultHoldings.filter((vaultHolding) => provenWalletKeys.has(walletKeyOf(vaultHolding)));
}
