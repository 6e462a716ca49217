import { chainIdOf } from '../chain/domain/chain-ids.ts';
import { paginate } from '../platform/contract/envelope.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { round } from '../platform/domain/numbers.ts';
import { currentCatalog } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import { familyOfAsset } from '../strategies/domain/families.ts';
import { displayName } from '../strategies/domain/names.ts';
import { siteOf } from '../strategies/domain/sites.ts';
import type { chainsRoute } from './contract/chains.ts';
import type { AssetRow, ChainRow, ProtocolRow } from './contract/lookup-responses.ts';
import { rowsOf } from './market-data.ts';
import type { ReadContext } from './prices-data.ts';

type Query = RouteInput<typeof chainsRoute>['query'];

/** What strategies of one key come to. */
interface Sum {
  strategies: number;
  tvl: number;
  /** Strategies that hold nothing else. */
  single: number;
  readonly chains: Set<string>;
}

/** A page of the chains that have listed strategies, from memory. */
export function marketChains(query: Query, context: ReadContext) {
  return lookUp(
    query,
    context,
    'chain',
    (key, { strategies, tvl }): ChainRow => ({
      key,
      name: displayName(key),
      chain_id: chainIdOf(key),
      strategies,
      tvl: round(tvl, 2),
    }),
  );
}

/** A page of the assets that listed strategies hold, from memory. */
export function marketAssets(query: Query, context: ReadContext) {
  return lookUp(
    query,
    context,
    'asset',
    (key, { strategies, tvl, single }): AssetRow => ({
      key,
      family: familyOfAsset(key),
      strategies,
      tvl: round(tvl, 2),
      single,
    }),
  );
}

/** A page of the protocols that have listed strategies, from memory. */
export function marketProtocols(query: Query, context: ReadContext) {
  return lookUp(
    query,
    context,
    'protocol',
    (key, { strategies, tvl, chains }): ProtocolRow => ({
      key,
      name: displayName(key),
      url: siteOf(key),
      chains: [...chains].sort(),
      strategies,
      tvl: round(tvl, 2),
    }),
  );
}

async function lookUp<
  Row extends { readonly key: string; readonly tvl: number; readonly strategies: number },
>(
  query: Query,
  context: ReadContext,
  by: 'chain' | 'asset' | 'protocol',
  rowOf: (key: string, sum: Sum) => Row,
) {
  const { value: index, asOf } = await currentCatalog(context);
  const text = query.search?.toLowerCase() ?? '';
  const rows = Array.from(sumsOf(index, by), ([key, sum]) => rowOf(key, sum)).filter(
    ({ key }) => key.toLowerCase().includes(text) || displayName(key).toLowerCase().includes(text),
  );
  rows.sort(comparison(query));
  const from = (query.page - 1) * query.per_page;
  const data = rows.slice(from, from + query.per_page);
  return { data, pagination: paginate(rows.length, query, data.length), meta: { as_of: asOf } };
}

function comparison({ sort, order }: Query) {
  const sign = (order ?? (sort === 'key' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return (
    a: { key: string; tvl: number; strategies: number },
    b: { key: string; tvl: number; strategies: number },
  ) => {
    const byKey = a.key < b.key ? -1 : 1;
    return sort === 'key' ? sign * byKey : sign * (a[sort] - b[sort]) || byKey;
  };
}

function sumsOf(index: CatalogIndex, by: 'chain' | 'asset' | 'protocol'): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const row of rowsOf(index)) {
    const keys = by === 'asset' ? row.underlying_assets : [row[by]];
    for (const key of keys) {
      const sum = sums.get(key) ?? { strategies: 0, tvl: 0, single: 0, chains: new Set() };
      sums.set(key, sum);
      sum.strategies += 1;
      sum.tvl += row.tvl / keys.length;
      sum.single += keys.length === 1 ? 1 : 0;
      sum.chains.add(row.chain);
    }
  }
  return sums;
}
