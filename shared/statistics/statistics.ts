import { growthIndexAt } from '../investments/domain/growth-index.ts';
import { valueOfShares } from '../investments/domain/holdings.ts';
import { parseStrategyLedger } from '../investments/observations.ts';
import { readStageTime } from '../investments/sandbox-time.ts';
import { solvencyOf } from '../investments/verify/solvency.ts';
import { readStoredVaultSolvency } from '../investments/verify/vault-solvency.ts';
import type { CurrentPrices } from '../market/prices/current-prices.ts';
import type { ReadContext } from '../market/prices/prices-data.ts';
import { dateOfDay, dayOf } from '../platform/domain/days.ts';
import { batchGet } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import type { Reply } from '../platform/request.ts';
import { getCurrentCatalog } from '../strategies/catalog.ts';
import { pricedSharesInBaseUnits } from '../strategies/domain/vault-figures.ts';
import { readTermsByIds, readVaultFigures, readVaults, type Vault } from '../strategies/records.ts';
import type { Statistics } from './contract/responses.ts';
import { readAllCounters } from './counting.ts';
import {
  buildVaultNameInCounters,
  convertVaultCountersOfGroup,
  readAmount,
  STRATEGY_GROUP_PREFIX,
  VAULT_GROUP_PREFIX,
} from './domain/counting.ts';
import type { Counters } from './domain/figures.ts';
import { periodOfLast24Hours, periodOfLast30Days } from './domain/periods.ts';
import { summarizeSolvency } from './domain/solvency.ts';
import {
  type StrategyHoldings,
  summarizeApiKeys,
  summarizePositions,
  summarizeRequests,
  summarizeTransactions,
  summarizeUsers,
  summarizeWalletConnections,
} from './domain/summary.ts';
import { readCounters } from './store/counters.ts';
import { putDailyStatistics, readDailyStatistics } from './store/days.ts';
import { REQUEST_COUNTERS_LEDGER, readRequestCountState } from './store/requests.ts';

export interface StatisticsSources {
  readonly table: Table;
  readonly prices: () => Promise<CurrentPrices>;
  readonly catalog: () => Promise<CatalogState | undefined>;
}

export interface CatalogState {
  readonly strategies: number;
  readonly priceTimestamp: string;
}

/** Returns the size and the time of the cached catalog. Returns undefined if there is no catalog. */
export async function readCatalogState(context: ReadContext): Promise<CatalogState | undefined> {
  try {
    const { value, asOf } = await getCurrentCatalog(context);
    return asOf === null ? undefined : { strategies: value.catalog.size, priceTimestamp: asOf };
  } catch (error) {
    context.log.warn('no catalog', { error_message: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

/** Returns the total of the sandbox positions in each strategy, valued with the current growth index. */
async function readSandboxHoldings(
  table: Table,
  counters: Counters,
  nowMs: number,
): Promise<StrategyHoldings[]> {
  const strategiesWithShares = [...counters].flatMap(([group, groupCounters]) => {
    const shares = group.startsWith(STRATEGY_GROUP_PREFIX) ? readAmount(groupCounters, 'shares') : 0n;
    return shares > 0n ? [{ id: group.slice(STRATEGY_GROUP_PREFIX.length), of: groupCounters, shares }] : [];
  });
  const items = await batchGet(
    table,
    strategiesWithShares.map(({ id }) => ITEMS.strategyLedger.key({ id })),
  );
  const ledgersByStrategyId = new Map(
    items.map(parseStrategyLedger).map((ledger) => [ledger.strategyId, ledger]),
  );
  return strategiesWithShares.flatMap(({ id, of, shares }) => {
    const ledger = ledgersByStrategyId.get(id);
    if (ledger === undefined) return [];
    const { chain, asset, decimals, segments } = ledger;
    const positionCount = Number(of.get('active') ?? 0n);
    const value = valueOfShares(shares, growthIndexAt(segments, nowMs));
    return [
      { id, chain, asset, decimals, positions: positionCount, principal: readAmount(of, 'principal'), value },
    ];
  });
}

/** Returns the total of the wallets' positions in each vault, valued with the last observed share price. */
async function sumVaultHoldings(
  table: Table,
  counters: Counters,
  vaults: readonly Vault[],
): Promise<StrategyHoldings[]> {
  const holdingsPromises = vaults.map(async ({ strategy_id: id, chain, address, asset, share_decimals }) => {
    const groupCounters = counters.get(`${VAULT_GROUP_PREFIX}${buildVaultNameInCounters(chain, address)}`);
    const shares = groupCounters === undefined ? 0n : readAmount(groupCounters, 'shares');
    if (groupCounters === undefined || shares <= 0n) return [];
    const price = (await readVaultFigures(table, id)).at(-1)?.price ?? 0n;
    const { symbol, decimals } = asset;
    const positionCount = Number(groupCounters.get('active') ?? 0n);
    const value = (shares * price) / pricedSharesInBaseUnits(share_decimals);
    return [
      {
        id,
        chain,
        asset: symbol,
        decimals,
        positions: positionCount,
        principal: readAmount(groupCounters, 'principal'),
        value,
      },
    ];
  });
  return (await Promise.all(holdingsPromises)).flat();
}

/**
 * Returns the counters with deposits and withdrawals per asset instead of per vault. Adds the counters of vaults with
 * the same asset.
 */
function convertVaultCounters(counters: Counters, vaults: readonly Vault[]): Counters {
  const assetByVaultName = new Map(
    vaults.map(({ chain, address, asset }) => [
      buildVaultNameInCounters(chain, address),
      { asset: asset.symbol, decimals: asset.decimals },
    ]),
  );
  return new Map(
    [...counters].map(([group, groupCounters]) => [
      group,
      convertVaultCountersOfGroup(groupCounters, (name) => assetByVaultName.get(name)),
    ]),
  );
}

/** Returns all statistics except the statistics of past days, and the time of the prices. */
async function readFiguresWithPriceTime(
  sources: StatisticsSources,
  now: Date,
): Promise<{ figures: Omit<Statistics, 'days'>; pricesAsOf: string | null }> {
  const { table } = sources;
  const nowMs = now.getTime();
  const [counters, requestCounters, { priceOf, asOf }, catalog, requestCountState] = await Promise.all([
    readAllCounters(table),
    readCounters(table, REQUEST_COUNTERS_LEDGER),
    sources.prices(),
    sources.catalog(),
    readRequestCountState(table),
  ]);
  const vaultSolvency = await readStoredVaultSolvency(table, priceOf, nowMs);
  const registeredVaults = await readVaults(table);
  const vaultHoldings = await sumVaultHoldings(table, counters, registeredVaults);
  const convertedCounters = convertVaultCounters(counters, registeredVaults);
  const sandboxHoldings = await readSandboxHoldings(
    table,
    counters,
    (await readStageTime(table, now)).getTime(),
  );
  const strategyTermsById = await readTermsByIds(
    table,
    sandboxHoldings.map(({ id }) => id),
  );
  const age =
    catalog === undefined
      ? null
      : Math.max(0, Math.floor((nowMs - Date.parse(catalog.priceTimestamp)) / 1_000));
  const figures = {
    users: summarizeUsers(counters),
    api_keys: summarizeApiKeys(counters, nowMs),
    requests_24h: { ...summarizeRequests(requestCounters, nowMs), until: requestCountState?.at ?? null },
    wallet_connections: summarizeWalletConnections(counters),
    positions: summarizePositions([...sandboxHoldings, ...vaultHoldings], priceOf),
    solvency: summarizeSolvency(
      sandboxHoldings.map((each) => solvencyOf(each, strategyTermsById.get(each.id), priceOf)),
      vaultSolvency,
    ),
    transactions_24h: summarizeTransactions(convertedCounters, periodOfLast24Hours(nowMs), priceOf),
    transactions_30d: summarizeTransactions(convertedCounters, periodOfLast30Days(nowMs), priceOf),
    catalog: {
      strategies: catalog?.strategies ?? null,
      as_of: catalog?.priceTimestamp ?? null,
      age_seconds: age,
    },
  };
  return { figures, pricesAsOf: asOf };
}

export async function readStatistics(sources: StatisticsSources, now: Date): Promise<Reply> {
  const { figures, pricesAsOf } = await readFiguresWithPriceTime(sources, now);
  const data: Statistics = { ...figures, days: await readDailyStatistics(sources.table, now) };
  return { data, meta: { as_of: now.toISOString(), prices_as_of: pricesAsOf } };
}

/** Stores the current statistics as the statistics of the current UTC day. */
export async function storeDailyStatistics(
  table: Table,
  currentPrices: CurrentPrices,
  now: Date,
): Promise<void> {
  const sources = { table, prices: async () => currentPrices, catalog: async () => undefined };
  const { users, api_keys, wallet_connections, positions, transactions_24h, requests_24h } = (
    await readFiguresWithPriceTime(sources, now)
  ).figures;
  const sum = ({ count, value_usd }: { count: number; value_usd: number }) => ({ count, value_usd });
  await putDailyStatistics(table, {
    day: dateOfDay(dayOf(now.getTime())),
    as_of: now.toISOString(),
    users: users.total,
    api_keys: api_keys.active,
    wallet_connections: wallet_connections.total,
    positions: positions.active,
    positions_value_usd: positions.value_usd,
    deposits: sum(transactions_24h.deposits),
    withdrawals: sum(transactions_24h.withdrawals),
    requests: { admitted: requests_24h.admitted, refused: requests_24h.refused },
  });
}
