import { readStoredPrices } from '../../market/prices/stored-prices.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';
import { readVaults } from '../../strategies/records.ts';

/**
 * Returns a function that looks up the price of a vault's asset in USD. If the market data cannot be read, all
 * prices are unknown.
 */
export function createVaultPriceReader(
  table: Table,
  log: Pick<Logger, 'warn'>,
): (chain: string, vault: string) => Promise<number | undefined> {
  let pricesPromise: Promise<(chain: string, vault: string) => number | undefined> | undefined;
  const read = async () => {
    const [vaults, { priceOf }] = await Promise.all([readVaults(table), readStoredPrices(table)]);
    return (chain: string, vault: string) => {
      const matchingVault = vaults.find((each) => each.chain === chain && each.address === vault);
      return matchingVault === undefined ? undefined : priceOf(matchingVault.asset.symbol);
    };
  };
  const readPricesOrNone = () =>
    read().catch((error: unknown) => {
      log.warn('prices are missing', { error_message: String(error) });
      return () => undefined;
    });
  return async (chain, vault) => {
    pricesPromise ??= readPricesOrNone();
    return (await pricesPromise)(chain, vault);
  };
}
