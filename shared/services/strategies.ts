import { type Pagination, PreparedJson, paginate } from '../contract/envelope.ts';
import { ApiError } from '../contract/errors.ts';
import type { RouteInput } from '../contract/route.ts';
import type { StrategyDetail, strategies } from '../contract/strategies.ts';
import { defaultTable } from '../repositories/client.ts';
import type { ReaderLog } from '../repositories/snapshot-reader.ts';
import * as repository from '../repositories/strategies.ts';
import { currentCatalog, requireSupportedChain } from './catalog.ts';

type ListQuery = RouteInput<typeof strategies.list>['query'];

/** Directions that a sort takes when the caller names none: the highest figure first, names from A. */
const DEFAULT_ORDERS = { tvl: 'desc', current_apy: 'desc', created_at: 'desc', name: 'asc' } as const;

/**
 * A page of the listed strategies, answered from memory: no read but a look at the snapshot's head every few seconds.
 *
 * @throws ApiError invalid_chain
 */
export async function listStrategies(
  query: ListQuery,
  context: { readonly now: Date; readonly log: ReaderLog },
): Promise<{ data: PreparedJson; pagination: Pagination; meta: { as_of: string } }> {
  const { value: index, asOf } = await currentCatalog(context);
  requireSupportedChain(index, query.chain);
  const order = query.order ?? DEFAULT_ORDERS[query.sort];
  const { total, ordinals } = index.page({ ...query, order });
  return {
    data: new PreparedJson(index.catalog.elementsJson(ordinals)),
    pagination: paginate(total, query, ordinals.length),
    meta: { as_of: asOf },
  };
}

/**
 * One strategy, listed or not. It is read from its own item: half a read unit, always the latest, and the function
 * needs no catalog in memory.
 *
 * @throws ApiError strategy_not_found
 */
export async function getStrategy(id: string): Promise<StrategyDetail> {
  const record = await repository.getStrategy(defaultTable(), id);
  if (record === undefined) throw new ApiError('strategy_not_found');
  // What ties the record to its source, and the source's own judgement, are not for callers.
  const { source_pool_id: _pool, outlier: _outlier, ...visible } = record;
  return visible;
}
