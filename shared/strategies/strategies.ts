import { buildPagination, PreparedJson } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { createCachePerSnapshot } from '../platform/domain/lru-cache.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import type { ReaderLog } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import { getCurrentCatalog, requireSupportedChain } from './catalog.ts';
import type { exportRoute } from './contract/export.ts';
import type { listStrategiesRoute } from './contract/list.ts';
import type { ProtocolFacts, StrategyDetail } from './contract/responses.ts';
import type { StrategyRecord } from './contract/strategy-record.ts';
import type { Catalog, CatalogEntry } from './domain/catalog/catalog.ts';
import type { CatalogIndex } from './domain/catalog/catalog-index.ts';
import { strategyIdentityOf } from './domain/identity.ts';
import { assessRisk } from './domain/risk/risk.ts';
import { settlementOf } from './settlement.ts';
import * as repository from './store/strategies.ts';

interface ReadContext {
  readonly now: Date;
  readonly log: ReaderLog;
}

type ListQuery = RouteInput<typeof listStrategiesRoute>['query'];
type ExportQuery = RouteInput<typeof exportRoute>['query'];

const DEFAULT_ORDER_BY_SORT = { tvl: 'desc', current_apy: 'desc', created_at: 'desc', name: 'asc' } as const;

/**
 * Returns a page of the listed strategies from the cached catalog.
 * @throws ApiError invalid_chain
 */
export async function listStrategies(
  query: ListQuery,
  context: ReadContext,
): Promise<{ data: PreparedJson; pagination: Pagination; meta: { as_of: string | null } }> {
  const { value: catalogIndex, asOf } = await getCurrentCatalog(context);
  requireSupportedChain(catalogIndex, query.chain);
  const order = query.order ?? DEFAULT_ORDER_BY_SORT[query.sort];
  const { total, strategyIndexes } = catalogIndex.page({ ...query, order });
  return {
    data: new PreparedJson(catalogIndex.catalog.listJson(strategyIndexes)),
    pagination: buildPagination(total, query, strategyIndexes.length),
    meta: { as_of: asOf },
  };
}

/**
 * Returns one strategy from the cached catalog. If the catalog does not contain it or cannot be read, returns the
 * stored item, which can be older.
 * @throws ApiError strategy_not_found
 */
export async function getStrategyDetail(id: string, context: ReadContext): Promise<StrategyDetail> {
  const catalog = await readCatalogIfPossible(context);
  const strategyIndex = catalog?.strategyIndexOf(id);
  const entry = strategyIndex === undefined ? undefined : catalog?.entryAt(strategyIndex);
  const record =
    entry === undefined ? await repository.getStrategy(defaultTable(), id) : toStrategyRecord(entry);
  if (record === undefined) throw new ApiError('strategy_not_found');
  return readStrategyDetail(record, catalog?.protocolFacts(record.protocol), context);
}

function toStrategyRecord({ risk_score: _score, ...entry }: CatalogEntry): StrategyRecord {
  return { ...entry, risk: assessRisk(entry).risk };
}

/** Returns the public fields of a record. */
async function readStrategyDetail(
  record: StrategyRecord,
  protocolFacts: ProtocolFacts | undefined,
  { now }: ReadContext,
): Promise<StrategyDetail> {
  const { source_pool_id: _pool, token_addresses: _tokens, outlier: _outlier, ...publicFields } = record;
  return {
    ...publicFields,
    ...strategyIdentityOf(record, protocolFacts),
    ...(await settlementOf(record, now)),
  };
}

/** Maximum number of export responses that an instance caches per catalog version. */
const CACHED_EXPORTS_MAX = 4;
const exportCacheOf = /* @__PURE__ */ createCachePerSnapshot<
  CatalogIndex,
  { data: PreparedJson; meta: ExportMeta }
>(CACHED_EXPORTS_MAX);

interface ExportMeta extends Record<string, unknown> {
  readonly as_of: string | null;
  readonly version: string | null;
  readonly total: number;
}

/**
 * Returns all listed strategies that match the filters, highest TVL first. Requests that name the same version get data
 * from the same catalog.
 * @throws ApiError invalid_chain, or not_found when the requested version is not the current version
 */
export async function exportStrategies(
  { version: requestedVersion, ...filters }: ExportQuery,
  context: ReadContext,
) {
  const { value: catalogIndex, asOf, version } = await getCurrentCatalog(context);
  if (requestedVersion !== undefined && requestedVersion !== version) {
    throw new ApiError('not_found', {
      message:
        'This version of the catalog is no longer available. Call GET /strategies/export without the version parameter.',
      details: { version },
    });
  }
  requireSupportedChain(catalogIndex, filters.chain);
  const key = JSON.stringify([version, asOf, Object.entries(filters).sort()]);
  return exportCacheOf(catalogIndex).get(key, () => {
    const strategyIndexes = catalogIndex.findMatching(filters);
    const data = new PreparedJson(catalogIndex.catalog.listJson(strategyIndexes));
    return { data, meta: { as_of: asOf, version, total: strategyIndexes.length } };
  });
}

/** Returns the strategies in the order of the given ids, and the ids for which no strategy exists. */
export async function compareStrategies(ids: readonly string[], context: ReadContext) {
  const strategyDetails = await Promise.all(
    ids.map((id) =>
      getStrategyDetail(id, context).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'strategy_not_found') return undefined;
        throw error;
      }),
    ),
  );
  return {
    data: strategyDetails.filter((each) => each !== undefined),
    meta: { not_found: ids.filter((_, index) => strategyDetails[index] === undefined) },
  };
}

async function readCatalogIfPossible(context: ReadContext): Promise<Catalog | undefined> {
  const loadedCatalog = await getCurrentCatalog(context).catch((error: unknown) => {
    const error_message = error instanceof Error ? error.message : String(error);
    context.log.warn('catalog not readable, the item is read instead', { error_message });
  });
  return loadedCatalog?.value.catalog;
}
