import { PreparedJson, paginate } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { cachePer } from '../platform/domain/lru-cache.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import type { ReaderLog } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import { currentCatalog, requireSupportedChain } from './catalog.ts';
import type { exportRoute } from './contract/export.ts';
import type { listRoute } from './contract/list.ts';
import type { ProtocolFacts, StrategyDetail } from './contract/responses.ts';
import type { StrategyRecord } from './contract/strategy-record.ts';
import type { Catalog, CatalogEntry } from './domain/catalog/catalog.ts';
import type { CatalogIndex } from './domain/catalog/catalog-index.ts';
import { identityOf } from './domain/identity.ts';
import { riskOf } from './domain/risk/risk.ts';
import { settlementOf } from './settlement.ts';
import * as repository from './store/strategies.ts';

/** What a request for strategies needs of its context: the clock, and where to say what was survived. */
interface ReadContext {
  readonly now: Date;
  readonly log: ReaderLog;
}

type ListQuery = RouteInput<typeof listRoute>['query'];
type ExportQuery = RouteInput<typeof exportRoute>['query'];

/** Directions that a sort takes when the caller names none: the highest figure first, names from A. */
const DEFAULT_ORDERS = { tvl: 'desc', current_apy: 'desc', created_at: 'desc', name: 'asc' } as const;

/**
 * A page of the listed strategies, answered from memory: no read but a look at the snapshot's head every few seconds.
 *
 * @throws ApiError invalid_chain
 */
export async function listStrategies(
  query: ListQuery,
  context: ReadContext,
): Promise<{ data: PreparedJson; pagination: Pagination; meta: { as_of: string | null } }> {
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
 * One strategy. What the list shows is answered from the same catalog in memory, so that both say the same; its own
 * item, which may lag behind the catalog, is read for what the catalog has not, or when no catalog can be read.
 *
 * @throws ApiError strategy_not_found
 */
export async function getStrategyDetail(id: string, context: ReadContext): Promise<StrategyDetail> {
  const catalog = await readableCatalog(context);
  const ordinal = catalog?.ordinalOf(id);
  const entry = ordinal === undefined ? undefined : catalog?.entry(ordinal);
  const record = entry === undefined ? await repository.getStrategy(defaultTable(), id) : recordOf(entry);
  if (record === undefined) throw new ApiError('strategy_not_found');
  return detailOf(record, catalog?.protocolFacts(record.protocol), context);
}

function recordOf({ risk_score: _score, ...entry }: CatalogEntry): StrategyRecord {
  return { ...entry, risk: riskOf(entry).risk };
}

/** What callers see of a record: its ties to the source as an identity, and not the source's own judgement. */
async function detailOf(
  record: StrategyRecord,
  facts: ProtocolFacts | undefined,
  { now }: ReadContext,
): Promise<StrategyDetail> {
  const { source_pool_id: _pool, token_addresses: _tokens, outlier: _outlier, ...visible } = record;
  return { ...visible, ...identityOf(record, facts), ...(await settlementOf(record, now)) };
}

/** Exports of a snapshot that an instance caches, so that the next request for the same one need not build it. */
const REMEMBERED_EXPORTS = 4;
const exportsOf = /* @__PURE__ */ cachePer<CatalogIndex, { data: PreparedJson; meta: ExportMeta }>(
  REMEMBERED_EXPORTS,
);

interface ExportMeta extends Record<string, unknown> {
  readonly as_of: string | null;
  readonly version: string | null;
  readonly total: number;
}

/**
 * Every listed strategy that matches, by TVL, highest first, all of one version of the catalog: the one that is asked
 * for, so that calls with different filters add up, or else the current one.
 *
 * @throws ApiError invalid_chain, or not_found where the version is not the current one any more
 */
export async function exportStrategies({ version: asked, ...filters }: ExportQuery, context: ReadContext) {
  const { value: index, asOf, version } = await currentCatalog(context);
  if (asked !== undefined && asked !== version) {
    throw new ApiError('not_found', {
      message:
        'This version of the catalog is no longer available. Call GET /strategies/export without the version parameter.',
      details: { version },
    });
  }
  requireSupportedChain(index, filters.chain);
  const key = JSON.stringify([version, asOf, Object.entries(filters).sort()]);
  return exportsOf(index).get(key, () => {
    const ordinals = index.matching(filters);
    const data = new PreparedJson(index.catalog.elementsJson(ordinals));
    return { data, meta: { as_of: asOf, version, total: ordinals.length } };
  });
}

/** The strategies of the ids, in their order, and which of them there are not. */
export async function compareStrategies(ids: readonly string[], context: ReadContext) {
  const found = await Promise.all(
    ids.map((id) =>
      getStrategyDetail(id, context).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'strategy_not_found') return undefined;
        throw error;
      }),
    ),
  );
  return {
    data: found.filter((each) => each !== undefined),
    meta: { not_found: ids.filter((_, index) => found[index] === undefined) },
  };
}

async function readableCatalog(context: ReadContext): Promise<Catalog | undefined> {
  const current = await currentCatalog(context).catch((error: unknown) => {
    const error_message = error instanceof Error ? error.message : String(error);
    context.log.warn('catalog not readable, the item is read instead', { error_message });
  });
  return current?.value.catalog;
}
