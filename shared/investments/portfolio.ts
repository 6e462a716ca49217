import type { Prices } from '../market/current-prices.ts';
import { fromBaseUnits } from '../platform/domain/units.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import { indexAt } from './domain/growth-index.ts';
import { realizedEarnings, worthOf } from './domain/holdings.ts';
import { portfolioTotals } from './domain/portfolio.ts';
import { readStrategyLedgers } from './store/strategy-ledger.ts';
import { readAllPositions } from './store/walk.ts';

/** Where the totals come from. */
export interface PortfolioSources {
  readonly table: Table;
  readonly prices: () => Promise<Prices>;
}

/** Totals of all of an owner's investments in the books, as of `now`, at the latest prices. */
export async function readPortfolio(
  { table, prices }: PortfolioSources,
  { ownerId, now }: { readonly ownerId: string; readonly now: Date },
): Promise<Reply> {
  const held = (await readAllPositions(table, ownerId)).map(({ position }) => position);
  const [ledgers, { priceOf, asOf }] = await Promise.all([
    readStrategyLedgers(
      table,
      held.map(({ strategyId }) => strategyId),
    ),
    prices(),
  ]);
  const rows = held.flatMap(({ strategyId, chain, asset, decimals, holdings, updatedAtMs }) => {
    const ledger = ledgers.get(strategyId);
    if (ledger === undefined) return [];
    const units = (amount: bigint) => Number(fromBaseUnits(amount, decimals));
    const index = indexAt(ledger.segments, Math.max(now.getTime(), updatedAtMs));
    return {
      chain,
      asset,
      value: units(worthOf(holdings, index)),
      principal: units(holdings.principal),
      realized: units(realizedEarnings(holdings)),
      apy: ledger.segments.at(-1)?.apyPercent ?? 0,
      priceUsd: priceOf(asset),
    };
  });
  return { data: portfolioTotals(rows), meta: { as_of: now.toISOString(), prices_as_of: asOf } };
}
