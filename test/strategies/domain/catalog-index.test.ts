import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { strategy } from '../../../shared/strategies/contract/responses.ts';
import {
  SETTLEMENTS,
  type Settlement,
  STRATEGY_SORTS,
} from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { CatalogIndex, type CatalogView } from '../../../shared/strategies/domain/catalog/catalog-index.ts';
import { encodeCatalog } from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { normalizeName } from '../../../shared/strategies/domain/catalog/encoding/format.ts';
import type { CatalogFilters } from '../../../shared/strategies/domain/catalog/filters/filters.ts';
import { familyOf } from '../../../shared/strategies/domain/families.ts';
import { present } from '../../support/present.ts';
import { randomRecords, showStrategy, strategyRecordOf } from '../../support/records.ts';

const FIRST_PAGE_VIEW: CatalogView = { sort: 'tvl', order: 'desc', page: 1, per_page: 10 };

/** Returns a settlement by the last digit of the id, so that the records have all three settlements. */
function settlementOf({ id }: StrategyRecord) {
  if (/[0369]$/.test(id)) return 'onchain';
  return id.endsWith('1') ? 'none' : 'sandbox';
}
const buildShownStrategy = (record: StrategyRecord) => showStrategy(record, settlementOf(record));

function buildCatalogIndex(records: readonly StrategyRecord[]): CatalogIndex {
  const idsWithSettlement = (settlement: Settlement) =>
    new Set(records.filter((record) => settlementOf(record) === settlement).map(({ id }) => id));
  return new CatalogIndex(
    encodeCatalog(records, idsWithSettlement('onchain'), idsWithSettlement('none')),
    'sandbox',
  );
}

function elementsOf({ catalog }: CatalogIndex, strategyIndexes: Iterable<number>) {
  return z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(catalog.listJson(strategyIndexes)));
}

function idsOf(index: CatalogIndex, view: Partial<CatalogView>): string[] {
  const { strategyIndexes } = index.page({ ...FIRST_PAGE_VIEW, ...view });
  return elementsOf(index, strategyIndexes).map(({ id }) => id);
}

const SORT_VALUES = {
  tvl: (record: StrategyRecord) => record.tvl,
  current_apy: (record: StrategyRecord) => record.current_apy,
  name: (record: StrategyRecord) => normalizeName(record.name),
  created_at: (record: StrategyRecord) => Date.parse(record.created_at),
};

const isOneOf = (value: string, wanted: string | readonly string[]) =>
  (typeof wanted === 'string' ? [wanted] : wanted).includes(value);

type Values = { [Filter in keyof CatalogFilters]-?: NonNullable<CatalogFilters[Filter]> };

/** For each filter, whether a record matches it. If a filter has no rule here, the code does not compile. */
const RECORD_MATCHERS: {
  [Filter in keyof Values]: (record: StrategyRecord, wanted: Values[Filter]) => boolean;
} = {
  chain: (record, wanted) => isOneOf(record.chain, wanted),
  asset: (record, wanted) => isOneOf(record.asset, wanted),
  underlying: (record, wanted) =>
    [record.asset, ...record.underlying_assets].some((each) => isOneOf(each, wanted)),
  family: (record, wanted) => familyOf(record.underlying_assets) === wanted,
  stablecoin: (record, wanted) => record.stablecoin === wanted,
  il_risk: (record, wanted) => record.il_risk === wanted,
  exposure: (record, wanted) => record.exposure === wanted,
  min_apy: (record, wanted) => record.current_apy >= wanted,
  min_tvl: (record, wanted) => record.tvl >= wanted,
  risk_level: (record, wanted) => isOneOf(record.risk_level, wanted),
  protocol: (record, wanted) => isOneOf(record.protocol, wanted),
  strategy_type: (record, wanted) => isOneOf(record.strategy_type, wanted),
  settlement: (record, wanted) => settlementOf(record) === wanted,
  search: (record, wanted) =>
    normalizeName(wanted)
      .split(/\s+/)
      .every((word) =>
        [record.name, record.asset, record.protocol, record.chain].some((text) =>
          normalizeName(text).includes(word),
        ),
      ),
};

function passes<Filter extends keyof Values>(
  filter: Filter,
  record: StrategyRecord,
  view: { [Each in keyof Values]?: Values[Each] | undefined },
): boolean {
  const wanted = view[filter];
  return wanted === undefined || RECORD_MATCHERS[filter](record, wanted);
}

function filterRecords(records: readonly StrategyRecord[], view: CatalogFilters): StrategyRecord[] {
  const filters = Object.keys(RECORD_MATCHERS) as (keyof Values)[];
  return records.filter((record) => filters.every((filter) => passes(filter, record, view)));
}

function computeExpectedPage(records: readonly StrategyRecord[], view: CatalogView) {
  const value = SORT_VALUES[view.sort];
  const recordsWithValues = filterRecords(records, view).map((record) => ({ record, value: value(record) }));
  recordsWithValues.sort((a, b) => {
    if (a.value !== b.value) return a.value < b.value ? -1 : 1;
    return a.record.id < b.record.id ? -1 : 1;
  });
  const sorted = recordsWithValues.map(({ record }) => record);
  if (view.order === 'desc') sorted.reverse();
  const from = (view.page - 1) * view.per_page;
  return { total: sorted.length, elements: sorted.slice(from, from + view.per_page).map(buildShownStrategy) };
}

/** Small sets of values, so that filters overlap and values are often equal. */
const anyRecord = fc
  .record({
    chain: fc.constantFrom('ethereum', 'base', 'sui'),
    underlying_assets: fc.uniqueArray(fc.constantFrom('ETH', 'USDC', 'WBTC', 'ÖRE'), {
      minLength: 1,
      maxLength: 3,
    }),
    protocol: fc.constantFrom('aave-v3', 'lido', 'curve'),
    strategy_type: fc.constantFrom('lending', 'vault'),
    risk_level: fc.constantFrom('low', 'medium', 'high'),
    current_apy: fc.constantFrom(-3, 0, 0.5, 5, 5.00001, 1e6),
    tvl: fc.constantFrom(0, 10_000, 10_000.5, 5e9),
    name: fc.constantFrom('Alpha', 'alpha', 'Ünïcode 🦄 Pool', 'Beta\nvault', 'İstanbul', 'alphabet', ''),
    exposure: fc.constantFrom('single' as const, 'multi' as const),
    stablecoin: fc.constantFrom(true, false, null),
    il_risk: fc.constantFrom(true, false, null),
    created_at: fc.constantFrom('2024-01-01T00:00:00.000Z', '2025-06-01T12:00:00.000Z'),
  })
  .map((fields) => ({ ...fields, asset: fields.underlying_assets.join('-') }));

const anyRecords = fc
  .array(anyRecord, { maxLength: 60 })
  .map((all) =>
    all.map((fields, index) => strategyRecordOf({ ...fields, id: `strat_${(index * 7919) % 101}` })),
  );

/**
 * Generates the value with a probability of 1/5, otherwise undefined. If more filters had values, most views would
 * contain no strategy.
 */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/**
 * Generates a lower bound, or undefined. The bound is -100, a value of one of the strategies, or a value that excludes
 * all strategies.
 */
function generateOptionalBound(
  records: readonly StrategyRecord[],
  value: (record: StrategyRecord) => number,
) {
  const values = records.map(value);
  return maybe(fc.constantFrom(-100, ...values, Math.max(0, ...values) * 2 + 1));
}

/**
 * A generator for the value of each filter. The value may be undefined. If a filter has no generator, the code does not
 * compile.
 */
type FilterArbitraries = {
  readonly [Filter in keyof CatalogFilters]-?: fc.Arbitrary<CatalogFilters[Filter]>;
};

const anyViewOf = (records: readonly StrategyRecord[]): fc.Arbitrary<CatalogView> => {
  const filters: FilterArbitraries = {
    chain: maybe(fc.constantFrom('ethereum', 'base', 'tron')),
    asset: maybe(fc.constantFrom<string | string[]>('ETH', 'ETH-USDC', ['USDC', 'ÖRE', 'NONE'])),
    underlying: maybe(fc.constantFrom<string | string[]>('ETH', 'USDC', ['WBTC', 'ÖRE'])),
    family: maybe(fc.constantFrom('ETH' as const, 'USD' as const)),
    exposure: maybe(fc.constantFrom('single' as const, 'multi' as const)),
    stablecoin: maybe(fc.boolean()),
    il_risk: maybe(fc.boolean()),
    min_apy: generateOptionalBound(records, (record) => record.current_apy),
    min_tvl: generateOptionalBound(records, (record) => record.tvl),
    risk_level: maybe(fc.constantFrom('low' as const, 'medium' as const, 'high' as const)),
    protocol: maybe(fc.constantFrom('aave-v3', 'lido', 'nobody')),
    strategy_type: maybe(fc.constantFrom('lending', 'vault')),
    settlement: maybe(fc.constantFrom(...SETTLEMENTS)),
    search: maybe(
      fc.constantFrom(
        'alpha',
        'ALPHABET',
        'ü',
        '🦄',
        'usdc',
        'sui',
        'aave',
        'zzz',
        'istanbul',
        'İ',
        'usdc AAVE',
        'unicode sui',
      ),
    ),
  };
  return fc.record({
    ...filters,
    sort: fc.constantFrom(...STRATEGY_SORTS),
    order: fc.constantFrom('asc', 'desc'),
    page: fc.integer({ min: 1, max: 8 }),
    per_page: fc.integer({ min: 1, max: 20 }),
  });
};

/** Random strategies, and several random requests for a page of the catalog. */
const anyRequests = anyRecords.chain((records) =>
  fc.record({
    records: fc.constant(records),
    views: fc.array(anyViewOf(records), { minLength: 1, maxLength: 5 }),
  }),
);
const anyRequest = anyRecords.chain((records) =>
  fc.record({ records: fc.constant(records), view: anyViewOf(records) }),
);

function answer(index: CatalogIndex, view: CatalogView) {
  const { total, strategyIndexes } = index.page(view);
  return { total, elements: JSON.parse(index.catalog.listJson(strategyIndexes)) };
}

describe('a page of the catalog', () => {
  test('a page of the catalog equals the page of a reference implementation that filters and sorts all records', () => {
    fc.assert(
      fc.property(anyRequests, ({ records, views }) => {
        const index = buildCatalogIndex(records);
        for (const view of views) expect(answer(index, view)).toEqual(computeExpectedPage(records, view));
      }),
      { numRuns: 500 },
    );
  });

  test('a page of a large catalog equals the filtered and sorted list', () => {
    const records = [...randomRecords(5_000, 7)];
    const index = buildCatalogIndex(records);
    const anyLargeView = fc.record({
      chain: maybe(fc.constantFrom('ethereum', 'base')),
      asset: maybe(fc.constantFrom('USDC', 'ETH', 'CRV')),
      min_apy: maybe(fc.double({ min: 0, max: 60, noNaN: true })),
      min_tvl: maybe(fc.double({ min: 0, max: 1e9, noNaN: true })),
      risk_level: maybe(fc.constantFrom('low', 'medium')),
      strategy_type: maybe(fc.constantFrom('lending', 'vault')),
      settlement: maybe(fc.constantFrom('onchain', 'sandbox')),
      search: maybe(fc.constantFrom('eth', 'pend', 'curve-dex usdc', 'x')),
      sort: fc.constantFrom(...STRATEGY_SORTS),
      order: fc.constantFrom('asc', 'desc'),
      page: fc.constantFrom(1, 2, 7, 40, 100, 1_000_000_000),
      per_page: fc.constantFrom(1, 10, 33, 100),
    });
    fc.assert(
      fc.property(anyLargeView, (view) => {
        expect(answer(index, view)).toEqual(computeExpectedPage(records, view));
      }),
      { numRuns: 300 },
    );
  });

  test('all pages together contain every strategy once, even with equal sort values', () => {
    fc.assert(
      fc.property(anyRequest, ({ records, view }) => {
        const index = buildCatalogIndex(records);
        const pages = Math.ceil(index.page({ ...view, page: 1 }).total / view.per_page);
        const ids = Array.from({ length: pages }, (_, page) =>
          idsOf(index, { ...view, page: page + 1 }),
        ).flat();
        expect(ids.toSorted()).toEqual(
          filterRecords(records, view)
            .map(({ id }) => id)
            .toSorted(),
        );
      }),
    );
  });

  test('a page past the end is empty, but states the total number of strategies', () => {
    const index = buildCatalogIndex([...randomRecords(25)]);
    expect(index.page({ ...FIRST_PAGE_VIEW, page: 4 })).toEqual({
      total: 25,
      strategyIndexes: new Uint32Array(),
    });
    expect(index.page({ ...FIRST_PAGE_VIEW, page: 3 }).strategyIndexes).toHaveLength(5);
  });

  test('a page of an empty catalog is empty', () => {
    const index = buildCatalogIndex([]);
    for (const sort of STRATEGY_SORTS) expect(index.page({ ...FIRST_PAGE_VIEW, sort }).total).toBe(0);
    expect(index.page({ ...FIRST_PAGE_VIEW, chain: 'ethereum', min_apy: 1, search: 'a' }).total).toBe(0);
  });
});

describe('the asset filter of the catalog', () => {
  const records = [
    strategyRecordOf({ id: 'strat_a', asset: 'ETH-USDC', underlying_assets: ['ETH', 'USDC'] }),
    strategyRecordOf({ id: 'strat_b', asset: 'USDC', underlying_assets: ['USDC'] }),
    strategyRecordOf({ id: 'strat_c', asset: 'SUSDC', underlying_assets: ['SUSDC'] }),
  ];

  test('a pool is found by each of its assets, but not by a part of a symbol', () => {
    const index = buildCatalogIndex(records);
    expect(idsOf(index, { underlying: 'USDC', order: 'asc' })).toEqual(['strat_a', 'strat_b']);
    expect(idsOf(index, { asset: 'USDC' })).toEqual(['strat_b']);
    expect(idsOf(index, { underlying: 'ETH' })).toEqual(['strat_a']);
    expect(idsOf(index, { asset: 'ETH-USDC' })).toEqual(['strat_a']);
    expect(idsOf(index, { underlying: 'SDC' })).toEqual([]);
  });

  test('the catalog lists every filterable asset exactly once', () => {
    expect(buildCatalogIndex(records).values('underlying').toSorted()).toEqual([
      'ETH',
      'ETH-USDC',
      'SUSDC',
      'USDC',
    ]);
  });
});

describe('the strategies that match a filter', () => {
  test('findMatching returns the same strategies as a page of the catalog with the same filter', () => {
    fc.assert(
      fc.property(anyRequest, ({ records, view }) => {
        const index = buildCatalogIndex(records);
        const { sort: _sort, order: _order, page: _page, per_page: _size, ...filters } = view;
        const found = index.findMatching(filters);
        const whole: CatalogView = { ...view, sort: 'tvl', order: 'desc', page: 1, per_page: 100 };
        expect([...found]).toEqual([...index.page(whole).strategyIndexes]);
      }),
    );
  });
});

test('a search of the catalog with an unsupported filter is a compile error in TypeScript', () => {
  const query: { chain?: string; tag?: string } = {};
  // @ts-expect-error: the catalog applies no filter of this name.
  const found = buildCatalogIndex([]).findMatching(query);
  expect([...found]).toEqual([]);
});

describe('a strategy in the catalog', () => {
  test('a strategy has exactly the documented fields in the documented order', () => {
    const record = strategyRecordOf({ description: 'A "quoted" line\nand 🦄' });
    const element = present(elementsOf(buildCatalogIndex([record]), [0])[0]);
    expect(strategy.parse(element)).toEqual(buildShownStrategy(record));
    expect(Object.keys(element)).toEqual(Object.keys(strategy.shape));
  });

  test('the catalog keeps every field of a strategy record, but replaces the risk by the risk score', () => {
    fc.assert(
      fc.property(
        anyRecord,
        maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.array(fc.string()),
        fc.constantFrom('listed' as const, 'paused' as const),
        (fields, reward, flags, status) => {
          const record = strategyRecordOf({ ...fields, apy_reward: reward ?? null, flags, status });
          const { risk, ...rest } = record;
          const { catalog } = buildCatalogIndex([record]);
          expect(catalog.entryAt(0)).toEqual({ ...rest, risk_score: risk.score });
          expect(catalog.strategyIndexOf(record.id)).toBe(0);
          expect(catalog.strategyIndexOf('strat_other')).toBeUndefined();
        },
      ),
    );
  });

  test('a catalog with the same strategy twice is rejected', () => {
    expect(() => encodeCatalog([strategyRecordOf(), strategyRecordOf()])).toThrow(/same id/);
  });
});

describe('the bytes of a catalog', () => {
  test('a catalog cannot be opened if its bytes are truncated or have an unknown format', () => {
    const payload = encodeCatalog([...randomRecords(20)]);
    expect(() => new CatalogIndex(payload.slice(0, payload.length - 9))).toThrow(RangeError);
    expect(() => new CatalogIndex(new Uint8Array())).toThrow(RangeError);
    expect(() => new CatalogIndex(new Uint8Array(64))).toThrow();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: payload.length - 9 }), (length) => {
        expect(() => new CatalogIndex(payload.slice(0, length))).toThrow();
      }),
    );
  });

  test('a catalog can be opened at any offset in a larger buffer', () => {
    const payload = encodeCatalog([...randomRecords(20)]);
    for (const offset of [0, 1, 4, 8]) {
      const larger = new Uint8Array(payload.length + 16);
      larger.set(payload, offset);
      const index = new CatalogIndex(larger.subarray(offset, offset + payload.length));
      expect(index.page(FIRST_PAGE_VIEW).total).toBe(20);
    }
  });

  test('the bytes of a catalog are the same for any order of its strategies', () => {
    const records = [...randomRecords(200)];
    expect(encodeCatalog(records.toReversed()).length).toBe(encodeCatalog(records).length);
    const [one, other] = [buildCatalogIndex(records), buildCatalogIndex(records.toReversed())];
    expect(one.catalog.listJson(one.findMatching({}))).toBe(other.catalog.listJson(other.findMatching({})));
  });
});
