import { KNOWN_CHAINS } from '../chain/contract/chains.ts';
import { config } from '../platform/config.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import {
  type LoadedSnapshot,
  type ReaderLog,
  SnapshotReader,
} from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import { METRICS, writeMetric } from '../platform/metrics.ts';
import { CatalogIndex } from './domain/catalog/catalog-index.ts';
import { CATALOG_SNAPSHOT_NAME, encodeCatalog } from './domain/catalog/encoding/encode.ts';

/** Settlement of strategies without a vault. Only test stages have a sandbox. */
export const SETTLEMENT_WITHOUT_VAULT = config.STAGE_KIND === 'test' ? 'sandbox' : 'none';

/** True until this instance has decoded its first catalog. The metric of cold loads counts only this first catalog. */
let isFirstLoad = true;

const catalogReader = new SnapshotReader({
  name: CATALOG_SNAPSHOT_NAME,
  table: defaultTable,
  decode: (payload) => {
    const catalogIndex = new CatalogIndex(payload, SETTLEMENT_WITHOUT_VAULT);
    if (isFirstLoad) writeMetric(METRICS.catalogColdLoads, 1, config.TABLE_NAME, Date.now());
    isFirstLoad = false;
    return catalogIndex;
  },
  empty: () => new CatalogIndex(encodeCatalog([])),
});

/**
 * Returns the cached catalog of listed strategies. It is empty before the first ingestion.
 * @throws Error when the stored snapshot is damaged
 */
export function getCurrentCatalog(context: {
  readonly now: Date;
  readonly log: ReaderLog;
}): Promise<LoadedSnapshot<CatalogIndex>> {
  return catalogReader.current(context.now, context.log);
}

/** Maximum number of chains in the details of the `invalid_chain` error, so that the response stays below 4 kB. */
const SHOWN_CHAINS_MAX = 100;

/**
 * Rejects a chain that the service does not know and on which no listed strategy exists.
 * @throws ApiError invalid_chain with the supported chains in its details
 */
export function requireSupportedChain(
  catalogIndex: Pick<CatalogIndex, 'has' | 'values'>,
  chainFilter: string | readonly string[] | undefined,
): void {
  const knownChains: readonly string[] = KNOWN_CHAINS;
  const requestedChains = typeof chainFilter === 'string' ? [chainFilter] : (chainFilter ?? []);
  if (requestedChains.every((chain) => knownChains.includes(chain) || catalogIndex.has('chain', chain)))
    return;
  const supportedChains = [...new Set([...knownChains, ...catalogIndex.values('chain')])]
    .sort()
    .slice(0, SHOWN_CHAINS_MAX);
  const issue = {
    path: 'query.chain',
    message: 'is not a supported chain; GET /market/chains lists the supported chains',
  };
  throw new ApiError('invalid_chain', {
    message: `${issue.path}: ${issue.message}`,
    details: { issues: [issue], supported: supportedChains },
  });
}
