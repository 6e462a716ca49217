import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildStrategyRecord } from '../../../shared/ingest/domain/build-strategy-record.ts';
import { applyPublicationRules } from '../../../shared/ingest/domain/publication.ts';
import { strategyRecordSchema } from '../../../shared/strategies/contract/strategy-record.ts';
import { Catalog } from '../../../shared/strategies/domain/catalog/catalog.ts';
import { encodeCatalog } from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { fixedIntervalReachOf } from '../../../shared/strategies/domain/expectation/published.ts';
import { assessRisk } from '../../../shared/strategies/domain/risk/risk.ts';
import {
  figuresOf,
  MARKET_NOW_MS,
  observationOf,
  publishableObservationOf,
} from '../../support/market/pools.ts';

const DAY_MS = 86_400_000;

describe('the rules for publishing a reading', () => {
  test.each<[string, Parameters<typeof observationOf>[0], string | undefined]>([
    ['with a TVL of 10,000 USD is published', { tvlUsd: 10_000 }, undefined],
    ['with a TVL below 10,000 USD is left out as low_tvl', { tvlUsd: 9_999.99 }, 'low_tvl'],
    ['with a TVL of zero is left out as low_tvl', { tvlUsd: 0 }, 'low_tvl'],
    ['of 7 days ago is published', { observedAtMs: MARKET_NOW_MS - 7 * DAY_MS }, undefined],
    [
      'of more than 7 days ago is left out as stale',
      { observedAtMs: MARKET_NOW_MS - 7 * DAY_MS - 1 },
      'stale',
    ],
    ['without an APY is left out as no_apy', { apy: null }, 'no_apy'],
    ['with an APY of 1,000% is published', { apy: 1_000 }, undefined],
    ['with an APY above 1,000% is left out as absurd_apy', { apy: 1_000.1 }, 'absurd_apy'],
    ['with a huge APY is left out as absurd_apy', { apy: 1e300 }, 'absurd_apy'],
    ['with a negative APY is published', { apy: -12 }, undefined],
    ['with an APY of almost -100% is left out as absurd_apy', { apy: -99.5 }, 'absurd_apy'],
    ['with an APY of 0% is published', { apy: 0 }, undefined],
  ])('a reading %s (%j)', (_, changes, reason) => {
    const verdict = applyPublicationRules(observationOf(changes), MARKET_NOW_MS);
    expect(verdict.ok ? undefined : verdict.reason).toBe(reason);
  });
});

describe('the record of a published strategy', () => {
  test('the record of every publishable reading matches its schema', () => {
    const apy = fc.option(fc.double({ min: -99, max: 1_000, noNaN: true }));
    fc.assert(
      fc.property(
        fc.record({ apyBase: apy, apyReward: apy, apyMean30d: apy }),
        fc.double({ min: -99, max: 1_000, noNaN: true }),
        fc.double({ min: 10_000, max: 1e15, noNaN: true }),
        (figures, current, tvlUsd) => {
          const record = buildStrategyRecord(
            publishableObservationOf({ ...figures, apy: current, tvlUsd }),
            undefined,
            undefined,
          );
          expect(strategyRecordSchema.parse(record)).toEqual(record);
          expect(JSON.parse(JSON.stringify(record))).toEqual(record);
        },
      ),
    );
  });

  test('the risk in the record can be computed again from the published figures of the record', () => {
    const part = fc.option(fc.double({ min: -99, max: 1_000, noNaN: true }));
    const days = fc.array(fc.float({ min: -90, max: 900, noNaN: true }), { minLength: 15, maxLength: 90 });
    fc.assert(
      fc.property(
        fc.record({
          apyBase: part,
          apyReward: part,
          tvlUsd: fc.double({ min: 0, max: 1e12, noNaN: true }),
          sourceHistoryDays: fc.nat(800),
          exposure: fc.constantFrom('single' as const, 'multi' as const),
          ilRisk: fc.boolean(),
          stablecoin: fc.boolean(),
          outlier: fc.boolean(),
        }),
        fc.option(days),
        (fields, daily) => {
          const apy = Float32Array.from(daily ?? []);
          const tvl = new Float32Array(apy.length).fill(1e6);
          const history = daily === null ? undefined : figuresOf(apy, tvl);
          const record = buildStrategyRecord(publishableObservationOf(fields), history, undefined);
          expect(assessRisk(record).risk).toEqual(record.risk);
          expect(assessRisk(new Catalog(encodeCatalog([record])).entryAt(0)).risk).toEqual(record.risk);
        },
      ),
    );
  });

  test('historical APYs come from the stored history if it is long enough, and otherwise from the source', () => {
    const own = figuresOf(new Float32Array(10).fill(3), new Float32Array(10).fill(2e6));
    const record = buildStrategyRecord(publishableObservationOf({ apy: 5, apyMean30d: 4.5 }), own, undefined);
    expect(record.historical_apy).toEqual({ '7d': 3, '30d': 4.5, '90d': 4.5 });
    expect(record.apy_volatility_30d).toBeNull();
  });

  test.each([
    ['of 30 stored days, even if the source reports a mean', 33, 4.5, { '7d': 8, '30d': 6.6, '90d': 6.6 }],
    ['of 30 stored days, if the source reports no mean', 33, null, { '7d': 8, '30d': 6.6, '90d': 6.6 }],
    [
      'of 7 stored days, if fewer than 30 are stored and the source reports no mean',
      10,
      null,
      { '7d': 8, '30d': 8, '90d': 8 },
    ],
    ['from the source, if fewer than 30 days are stored', 10, 4.5, { '7d': 8, '30d': 4.5, '90d': 4.5 }],
  ])(
    'a historical APY whose window has too few stored days is the mean %s',
    (_, days, apyMean30d, historical) => {
      // The APY of the last seven days is 8%. With 33 days, the APY of the earlier days is chosen so that the 30-day
      // mean is 6.6%.
      const before = days === 33 ? (30 * 6.6 - 7 * 8) / 23 : 3;
      const apy = Float32Array.from({ length: days }, (__, day) => (day < days - 7 ? before : 8));
      const own = figuresOf(apy, new Float32Array(days).fill(2e6));
      const record = buildStrategyRecord(publishableObservationOf({ apy: 40.6, apyMean30d }), own, undefined);
      expect(record.historical_apy).toEqual(historical);
    },
  );

  test('if there is no stored history, the 7-day APY is the current APY, and the source provides the 30-day mean', () => {
    const record = buildStrategyRecord(
      publishableObservationOf({ apy: 5, apyMean30d: 4.5 }),
      undefined,
      undefined,
    );
    expect(record.historical_apy).toEqual({ '7d': 5, '30d': 4.5, '90d': 4.5 });
    expect(
      buildStrategyRecord(publishableObservationOf({ apyMean30d: 1e6 }), undefined, undefined).historical_apy[
        '30d'
      ],
    ).toBe(5);
    expect(
      buildStrategyRecord(publishableObservationOf({ apyMean30d: null }), undefined, undefined)
        .historical_apy['30d'],
    ).toBe(5);
  });

  test('the record has the APY volatility of the stored history', () => {
    const apy = Float32Array.from({ length: 30 }, (_, day) => (day % 2 === 0 ? 4 : 6));
    const history = figuresOf(apy, new Float32Array(30).fill(1e6));
    expect(
      buildStrategyRecord(publishableObservationOf({ sourceHistoryDays: 7 }), history, undefined),
    ).toMatchObject({
      // The APY is 4 on 15 days and 6 on 15 days, so its sample standard deviation is sqrt(30 / 29).
      apy_volatility_30d: 1.0171,
      history_days: 30,
    });
    expect(
      buildStrategyRecord(publishableObservationOf({ sourceHistoryDays: 500 }), history, undefined)
        .history_days,
    ).toBe(500);
  });

  test('an APY that equals the 30-day mean of the source counts as unchanged, unless the stored history shows changes', () => {
    const frozen = publishableObservationOf({ apy: 31.01174, apyMean30d: 31.00989, sourceHistoryDays: 18 });
    const surroundings = { peerApy: 2.5, reachOf: fixedIntervalReachOf };
    const first = buildStrategyRecord(frozen, undefined, undefined, surroundings);
    expect(first.unmoved_days).toBe(18);
    expect(first.risk_level).toBe('high');
    expect(first.flags).toContain('stuck_rate');
    const moving = { ...frozen, apyMean30d: 28 };
    expect(buildStrategyRecord(moving, undefined, undefined, surroundings).unmoved_days).toBe(0);
    const own = figuresOf(Float32Array.of(28, 33, 30, 29, 31.01174), new Float32Array(5).fill(2e6));
    expect(buildStrategyRecord(frozen, own, undefined, surroundings).unmoved_days).toBe(1);
  });

  test('the creation day of a record never changes, even if the source later knows another first day', () => {
    const first = buildStrategyRecord(
      publishableObservationOf({ sourceHistoryDays: 9 }),
      undefined,
      undefined,
    );
    expect(first.created_at).toBe('2026-03-01T00:00:00.000Z');
    const later = publishableObservationOf({ sourceHistoryDays: 3, observedAtMs: MARKET_NOW_MS + DAY_MS });
    expect(buildStrategyRecord(later, undefined, first).created_at).toBe(first.created_at);
  });

  test('the update time of a record changes only when its APY or TVL changes', () => {
    const first = buildStrategyRecord(publishableObservationOf(), undefined, undefined);
    const again = buildStrategyRecord(
      publishableObservationOf({ observedAtMs: MARKET_NOW_MS + 1_000 }),
      undefined,
      first,
    );
    expect(again.updated_at).toBe(first.updated_at);
    expect(again.as_of).not.toBe(first.as_of);
    const moved = buildStrategyRecord(
      publishableObservationOf({ apy: 6, observedAtMs: MARKET_NOW_MS + 2_000 }),
      undefined,
      first,
    );
    expect(moved.updated_at).toBe(moved.as_of);
  });

  test.each([
    ['ethereum', 100],
    ['base', 10],
    ['constructor', 10],
  ])('the minimum deposit on the chain "%s" is %s USD', (chain, minimum) => {
    expect(buildStrategyRecord(publishableObservationOf({ chain }), undefined, undefined).min_deposit).toBe(
      minimum,
    );
  });

  test.each<[string, Parameters<typeof publishableObservationOf>[0], string[]]>([
    ['ordinary figures', {}, []],
    ['the outlier mark of the source', { outlier: true }, ['outlier']],
    ['a history of 29 days', { sourceHistoryDays: 29 }, ['short_history']],
    ['a TVL below 100,000 USD', { tvlUsd: 99_999 }, ['low_tvl']],
    ['an APY that is mostly rewards', { apyBase: 1, apyReward: 9 }, ['reward_dependent']],
    ['known impermanent loss', { ilRisk: true }, ['impermanent_loss']],
    [
      'two assets and unknown impermanent loss',
      { ilRisk: null, exposure: 'multi', underlyingAssets: ['WETH', 'USDC'] },
      ['impermanent_loss'],
    ],
    ['one asset and unknown impermanent loss', { ilRisk: null }, []],
    ['a negative APY', { apy: -1 }, ['negative_apy']],
  ])('a pool with %s (changed fields: %j) has the flags %j', (_, changes, flags) => {
    expect(buildStrategyRecord(publishableObservationOf(changes), undefined, undefined).flags).toEqual(flags);
  });
});
