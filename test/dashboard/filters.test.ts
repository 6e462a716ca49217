import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChoiceCounter } from '../../clients/dashboard/src/pages/explorer/facets.ts';
import {
  ASSET_FAMILIES,
  assetsOf,
  buildViewQuery,
  countFilters,
  filterAndSortRows,
  parseViewQuery,
  RISK_LEVELS,
  type Row,
  SETTLEMENTS,
  type SortKey,
  type View,
} from '../../clients/dashboard/src/pages/explorer/filters.ts';

const word = fc.stringMatching(/^[a-z]{1,4}$/);
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    name: word,
    description: fc.constant(''),
    chain: fc.constantFrom('base', 'ethereum'),
    asset: fc.constantFrom('USDC', 'ETH', 'ETH-USDC', 'ÉTH'),
    protocol: fc.constantFrom('aave-v3', 'lido'),
    strategy_type: fc.constantFrom('lending', 'staking'),
    current_apy: fc.double({ min: -5, max: 50, noNaN: true }),
    historical_apy: fc.constant({ '7d': 1, '30d': 2, '90d': 3 }),
    risk_level: fc.constantFrom(...RISK_LEVELS),
    tvl: fc.double({ min: 0, max: 1e9, noNaN: true }),
    min_deposit: fc.constant(1),
    created_at: fc.constant('2026-01-01T00:00:00.000Z'),
    updated_at: fc.constant('2026-01-01T00:00:00.000Z'),
    settlement: fc.constantFrom(...SETTLEMENTS),
  }),
  { maxLength: 40 },
);
const anySubsetOf = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values));
const views: fc.Arbitrary<View> = fc.record({
  words: fc.oneof(fc.constant(''), word),
  chains: anySubsetOf('base', 'ethereum'),
  assets: anySubsetOf('USDC', 'ETH'),
  protocols: anySubsetOf('aave-v3', 'lido'),
  types: anySubsetOf('lending', 'staking'),
  risks: anySubsetOf(...RISK_LEVELS),
  minApy: fc.option(fc.integer({ min: -5, max: 50 }), { nil: undefined }),
  minTvl: fc.option(fc.integer({ min: 0, max: 1e9 }), { nil: undefined }),
  isWatchlistOnly: fc.boolean(),
  serverFilters: fc.record(
    {
      family: fc.constantFrom(...ASSET_FAMILIES),
      stablecoin: fc.boolean(),
      il_risk: fc.boolean(),
      settlement: fc.constantFrom(...SETTLEMENTS),
    },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom<SortKey>('tvl', 'current_apy', 'apy_30d', 'name', 'risk'),
  descending: fc.boolean(),
});

describe('filters and sorting of the strategy explorer', () => {
  test('filters and sorting that are written to the page address are read back unchanged', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(parseViewQuery(buildViewQuery(view))).toEqual(view);
      }),
    );
  });

  test('the explorer shows all strategies by descending TVL if no filter in the URL is valid', () => {
    const nonsense = new URLSearchParams(
      'sort=colour&risk_level=mild&min_apy=much&family=JPY&stablecoin=maybe&settlement=cash',
    );
    expect(parseViewQuery(nonsense)).toEqual(parseViewQuery(new URLSearchParams()));
    expect(countFilters(parseViewQuery(nonsense))).toBe(0);
    expect(buildViewQuery(parseViewQuery(nonsense)).toString()).toBe('');
  });

  test('the explorer shows exactly the strategies that match all filters', () => {
    fc.assert(
      fc.property(rows, views, (all, view) => {
        const kept = new Set(filterAndSortRows(all, view));
        for (const row of all) {
          const among = (wanted: readonly string[], has: readonly string[]) =>
            wanted.length === 0 || wanted.some((value) => has.includes(value));
          const text = `${row.name} ${row.asset} ${row.protocol} ${row.chain}`.toLowerCase();
          const isKept =
            text.includes(view.words) &&
            among(view.chains, [row.chain]) &&
            among(view.assets, assetsOf(row)) &&
            among(view.protocols, [row.protocol]) &&
            among(view.types, [row.strategy_type]) &&
            among(view.risks, [row.risk_level]) &&
            row.current_apy >= (view.minApy ?? Number.NEGATIVE_INFINITY) &&
            row.tvl >= (view.minTvl ?? 0);
          // Excludes the accented asset, because the search ignores accents and this test compares plain text.
          if (row.asset !== 'ÉTH') expect(kept.has(row)).toBe(isKept);
        }
      }),
    );
  });

  test('the explorer sorts by the selected column', () => {
    fc.assert(
      fc.property(rows, views, (all, view) => {
        const shown = filterAndSortRows(all, { ...view, sort: 'current_apy' }).map(
          ({ current_apy }) => current_apy,
        );
        expect(shown).toEqual(shown.toSorted((a, b) => (view.descending ? b - a : a - b)));
      }),
    );
  });

  test('the explorer shows next to each filter option how many strategies would match', () => {
    fc.assert(
      fc.property(rows, views, fc.nat(40), (all, view, split) => {
        const counting = createChoiceCounter(view);
        counting.add(all.slice(0, split));
        counting.add(all.slice(split));
        const choices = counting.choices();
        for (const { value, count } of choices.chain) {
          expect(filterAndSortRows(all, { ...view, chains: [value] })).toHaveLength(count);
        }
        for (const { value, count } of choices.asset) {
          expect(filterAndSortRows(all, { ...view, assets: [value] })).toHaveLength(count);
        }
      }),
    );
  });

  test('the search finds words in any order and without accents', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const view = parseViewQuery(new URLSearchParams('search=ETH%20base'));
        const wanted = all.filter(({ asset, chain }) => asset !== 'USDC' && chain === 'base');
        expect(filterAndSortRows(all, view)).toEqual(expect.arrayContaining(wanted));
      }),
    );
  });
});
