import { packSnapshot, unpackSnapshot } from '../../shared/platform/domain/snapshot.ts';
import { CatalogIndex, type CatalogView } from '../../shared/strategies/domain/catalog/catalog-index.ts';
import { encodeCatalog } from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { randomRecords } from '../support/records.ts';
import { median, printTable } from './support/measure.ts';

/**
 * Measures the size of the catalog snapshot, the time to build it, and the load time: from its stored chunks to the
 * first responses. A cold start needs the load time in addition to the database reads. The same is true when an
 * instance loads a new version of the catalog.
 */
const CATALOG_SIZES = [2_000, 20_000, 100_000] as const;
const ROUNDS = 5;
const VIEW: CatalogView = { sort: 'tvl', order: 'desc', page: 1, per_page: 10 };
const FIRST: Readonly<Record<string, CatalogView>> = {
  'first page': VIEW,
  'first page by name': { ...VIEW, sort: 'name' },
  'first by chain': { ...VIEW, chain: 'ethereum' },
  'first by asset': { ...VIEW, asset: 'USDC' },
  'first by APY': { ...VIEW, min_apy: 5 },
  'first search': { ...VIEW, search: 'usdc' },
  'next search': { ...VIEW, search: 'pendle' },
};

async function timed<T>(times: Map<string, number[]>, what: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.set(what, [...(times.get(what) ?? []), performance.now() - start]);
  return result;
}

const columns: Map<string, string>[] = [];
for (const size of CATALOG_SIZES) {
  const records = [...randomRecords(size)];
  const times = new Map<string, number[]>();
  let weights: readonly [string, string][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const payload = await timed(times, 'encode', () => encodeCatalog(records));
    const { manifest, chunks } = await timed(times, 'compress', () => packSnapshot(payload));
    const opened = await timed(times, 'check and decompress', () => unpackSnapshot(manifest, chunks));
    const index = await timed(times, 'open the index', () => new CatalogIndex(opened));
    for (const [what, view] of Object.entries(FIRST)) await timed(times, what, () => index.page(view));
    weights = [
      ['raw', `${(manifest.rawBytes / 1e6).toFixed(1)} MB`],
      ['stored', `${(manifest.storedBytes / 1e6).toFixed(2)} MB`],
      ['chunks', String(manifest.chunkCount)],
    ];
  }
  const medians = Array.from(times, ([what, all]) => [what, `${median(all).toFixed(1)} ms`] as const);
  columns.push(new Map([...weights, ...medians]));
}
const rows = [...(columns[0]?.keys() ?? [])];
printTable([
  ['strategies', ...CATALOG_SIZES.map((size) => size.toLocaleString('en'))],
  ...rows.map((what) => [what, ...columns.map((column) => column.get(what) ?? '')]),
]);
