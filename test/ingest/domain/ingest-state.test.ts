import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeIngestState,
  EMPTY_INGEST_STATE,
  encodeIngestState,
  type StrategyState,
} from '../../../shared/ingest/domain/ingest-state.ts';
import { packSections } from '../../../shared/strategies/domain/catalog/encoding/sections.ts';

// Adding 0 turns -0 into 0. This is needed, because JSON.stringify writes -0 as 0.
const figure = fc.double({ min: -99, max: 1e12, noNaN: true }).map((value) => value + 0);
/** NaN, or a figure that a 32-bit float represents exactly. */
const small = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -9_999, max: 9_999 }));
const count = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const strategy: fc.Arbitrary<StrategyState> = fc.record({
  isListed: fc.boolean(),
  apy: figure,
  tvlUsd: figure,
  observedAtSeconds: count,
  createdAtSeconds: count,
  updatedAtSeconds: count,
  itemApy: figure,
  itemTvlUsd: figure,
  itemScore: figure,
  itemHash: count,
  itemDay: count,
  historyDay: count,
  historyDays: count,
  backfillStatus: fc.integer({ min: 0, max: 255 }),
  listedSinceDay: count,
  isExitConstrained: fc.boolean(),
  trackRecord: fc.record({
    days90: small,
    days30: small,
    mean7: small,
    mean30: small,
    mean90: small,
    spread7: small,
    spread30: small,
    spread90: small,
    median30: small,
    low30: small,
    high30: small,
    tvlMedian30: small,
    tvlSpread30: small,
    tvlGrowth30: small,
    unmovedDays: small,
  }),
});
const id = fc.stringMatching(/^strat_[0-9a-f]{4}$/);

test('the state of the ingestion is unchanged after it is encoded and decoded', () => {
  const reading = fc.record({ apy: figure, tvlUsd: figure, observedAtMs: count });
  fc.assert(
    fc.property(
      count,
      fc.array(fc.tuple(id, strategy)),
      fc.array(fc.tuple(id, reading)),
      (statisticsDay, strategies, unconfirmedReadings) => {
        const state = {
          statisticsDay,
          strategies: new Map(strategies),
          unconfirmedReadings: new Map(unconfirmedReadings),
        };
        expect(decodeIngestState(encodeIngestState(state))).toEqual(state);
      },
    ),
  );
});

test('an empty ingestion state is still empty after encoding and decoding', () => {
  expect(decodeIngestState(encodeIngestState(EMPTY_INGEST_STATE))).toEqual(EMPTY_INGEST_STATE);
});

test('an ingestion state in an unknown format is rejected', () => {
  expect(() => decodeIngestState(packSections({ statisticsDay: 1, ids: 'a b', held: [] }, {}))).toThrow(
    RangeError,
  );
  expect(() => decodeIngestState(packSections({ other: true }, {}))).toThrow();
  expect(() => decodeIngestState(encodeIngestState(EMPTY_INGEST_STATE).subarray(0, 20))).toThrow();
});
