import type { Prices } from '../market/current-prices.ts';
import { fromBaseUnits } from '../platform/domain/units.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import type { Position } from './domain/booking.ts';
import { indexAt } from './domain/growth-index.ts';
import { realizedEarnings, worthOf } from './domain/holdings.ts';
import { portfolioTotals } from './domain/portfolio.ts';
import { OWNERS_AT_ONCE, ownersMeant } from './owners.ts';
import { readStrategyLedgers } from './store/strategy-ledger.ts';
import { readAllPositions } from './store/walk.ts';

/** Where the totals come from. */
export interface PortfolioSources {
  readonly table: Table;
  readonly prices: () => Promise<Prices>;
}

/** Totals of an account's investments in the books, of all its users or one of them, as of `now`, at the latest prices. */
export async function readPortfolio(
  { table, prices }: PortfolioSources,
  {
    account,
    userId,
    now,
  }: { readonly account: string; readonly userId?: string | undefined; readonly now: Date },
): Promise<Reply> {
  const held: Position[] = [];
  await forEachParallel(await ownersMeant(table, account, userId), OWNERS_AT_ONCE, async (ownerId) => {
    for (const { position } of await readAllPositions(table, ownerId)) held.push(position);
  });
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
