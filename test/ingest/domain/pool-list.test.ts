import { describe, expect, test } from 'vitest';
import type { Reading } from '../../../shared/ingest/domain/guard.ts';
import {
  EMPTY_INGEST_STATE,
  type IngestState,
  type StrategyState,
} from '../../../shared/ingest/domain/ingest-state.ts';
import { findListProblem, processPoolList } from '../../../shared/ingest/domain/pool-list.ts';
import { NO_TRACK_RECORD } from '../../../shared/strategies/domain/expectation/track-record.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { MARKET_NOW_MS, poolOf } from '../../support/market/pools.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function known(changes: Partial<StrategyState> = {}): StrategyState {
  return {
    isListed: true,
    apy: 5,
    tvlUsd: 1_000_000,
    observedAtSeconds: (MARKET_NOW_MS - HOUR_MS) / 1000,
    createdAtSeconds: 1_700_000_000,
    updatedAtSeconds: 1_700_000_000,
    itemApy: 5,
    itemTvlUsd: 1_000_000,
    itemScore: 10,
    itemHash: 1,
    itemDay: 20_000,
    historyDay: 20_000,
    historyDays: 30,
    backfillStatus: 255,
    trackRecord: NO_TRACK_RECORD,
    listedSinceDay: 20_000,
    isExitConstrained: false,
    ...changes,
  };
}

function stateOf(
  pools: Record<string, Partial<StrategyState>>,
  held: Record<string, Reading> = {},
): IngestState {
  return {
    statisticsDay: 20_000,
    strategies: new Map(
      Object.entries(pools).map(([pool, changes]) => [strategyIdOf('s', pool), known(changes)]),
    ),
    unconfirmedReadings: new Map(
      Object.entries(held).map(([pool, reading]) => [strategyIdOf('s', pool), reading]),
    ),
  };
}

function take(rows: unknown[], state: IngestState = EMPTY_INGEST_STATE) {
  return processPoolList({ rows, fetchedAtMs: MARKET_NOW_MS }, 's', state, MARKET_NOW_MS);
}

const pool = (changes: Parameters<typeof poolOf>[0]) => poolOf({ apy: 5, tvlUsd: 1_000_000, ...changes });

describe('a malformed row of a market list', () => {
  test.each<[string, unknown]>([
    ['invalid_row', null],
    ['invalid_row', 'pool'],
    ['invalid_row', [1]],
    ['invalid_pool', {}],
    ['invalid_pool', pool({ pool: 7 })],
    ['invalid_pool', pool({ pool: 'x'.repeat(129) })],
    ['invalid_chain', pool({ chain: null })],
    ['invalid_chain', pool({ chain: '<b>' })],
    ['invalid_symbol', pool({ symbol: '' })],
    ['invalid_symbol', pool({ symbol: 'x'.repeat(100) })],
    ['invalid_tvlUsd', pool({ tvlUsd: null })],
    ['invalid_tvlUsd', pool({ tvlUsd: '1000000' })],
    ['invalid_tvlUsd', pool({ tvlUsd: -1 })],
    ['invalid_tvlUsd', pool({ tvlUsd: JSON.parse('1e999') })],
    ['invalid_apy', pool({ apy: '5%' })],
    ['invalid_apy', pool({ apy: JSON.parse('-1e999') })],
    ['invalid_stablecoin', pool({ stablecoin: 'yes' })],
    ['invalid_timestamp', pool({ timestamp: 'soon' })],
    ['invalid_timestamp', pool({ timestamp: '2030-01-01T00:00:00Z' })],
    ['invalid_underlyingTokens', pool({ underlyingTokens: 'ETH' })],
  ])('a malformed row is counted under the reason %s, and the other rows are kept', (reason, row) => {
    const intake = take([pool({ pool: 'before' }), row, pool({ pool: 'after' })]);
    expect(Object.entries(intake.quarantineTally).map(([name, { count }]) => [name, count])).toEqual([
      [reason, 1],
    ]);
    expect([...intake.acceptedObservationsById.keys()]).toEqual([
      strategyIdOf('s', 'before'),
      strategyIdOf('s', 'after'),
    ]);
    expect(intake.rowCount).toBe(3);
  });

  test('the report counts malformed rows by reason and names three example pools for each reason', () => {
    const rows = Array.from({ length: 500 }, (_, index) => pool({ pool: `p${index}`, tvlUsd: null }));
    expect(take(rows).quarantineTally).toEqual({
      invalid_tvlUsd: { count: 500, examples: ['p0', 'p1', 'p2'] },
    });
  });

  test('a listed strategy keeps its last record when its row is malformed', () => {
    const intake = take([pool({ pool: 'a', tvlUsd: 'broken' })], stateOf({ a: {} }));
    expect([...intake.keptIds]).toEqual([strategyIdOf('s', 'a')]);
  });

  test('the record of a strategy with a malformed row is not kept if the record is over a week old', () => {
    const rows = [pool({ pool: 'a', tvlUsd: null }), pool({ pool: 'b', tvlUsd: null })];
    const old = (MARKET_NOW_MS - 8 * DAY_MS) / 1000;
    expect(take(rows, stateOf({ a: { observedAtSeconds: old }, b: { isListed: false } })).keptIds.size).toBe(
      0,
    );
  });
});

test('a pool that is in a market list twice is read only from its first row', () => {
  const intake = take([pool({ pool: 'a', apy: 5 }), pool({ pool: 'a', apy: 6 })]);
  expect(intake.acceptedObservationsById.get(strategyIdOf('s', 'a'))?.apy).toBe(5);
  expect(intake.quarantineTally.duplicate_pool?.count).toBe(1);
});

test('pools that differ only in their pool id are different strategies', () => {
  expect(take([pool({ pool: 'a' }), pool({ pool: 'b' })]).acceptedObservationsById.size).toBe(2);
});

test('rows that are left out by the listing rules are counted by reason', () => {
  const intake = take([
    pool({ pool: 'a', tvlUsd: 9_000 }),
    pool({ pool: 'b', apy: 1e6 }),
    pool({ pool: 'c', apy: null, apyBase: null, apyReward: null }),
    pool({ pool: 'd', timestamp: '2026-02-01T00:00:00Z' }),
  ]);
  expect(intake.acceptedObservationsById.size).toBe(0);
  expect(
    Object.fromEntries(Object.entries(intake.unpublishedTally).map(([name, { count }]) => [name, count])),
  ).toEqual({
    low_tvl: 1,
    absurd_apy: 1,
    no_apy: 1,
    stale: 1,
  });
});

test('if the time of a row in a market list is yesterday, the row keeps this time', () => {
  const intake = take([pool({ pool: 'a', timestamp: '2026-03-09T12:00:00Z' })]);
  expect(intake.acceptedObservationsById.size).toBe(1);
  expect(new Date(intake.newestObservationMs).toISOString()).toBe('2026-03-09T12:00:00.000Z');
});

test('if the time of a row in a market list is in the near future, the row gets the current time', () => {
  expect(take([pool({ pool: 'a', timestamp: '2026-03-10T12:30:00Z' })]).newestObservationMs).toBe(
    MARKET_NOW_MS,
  );
});

describe('a strategy that is already listed', () => {
  const id = strategyIdOf('s', 'a');

  test('a listed strategy with a suspicious reading keeps its record until the next reading confirms it', () => {
    const leap = pool({ pool: 'a', tvlUsd: 50_000_000 });
    const first = take([leap], stateOf({ a: {} }));
    expect([...first.keptIds]).toEqual([id]);
    expect(first.acceptedObservationsById.size).toBe(0);
    const held = first.unconfirmedReadings.get(id);
    expect(held?.tvlUsd).toBe(50_000_000);

    const waiting = { ...stateOf({ a: {} }), unconfirmedReadings: first.unconfirmedReadings };
    const repeatedPoolList = take([leap], waiting);
    expect(repeatedPoolList.unconfirmedReadings.get(id)).toEqual(held);
    expect(repeatedPoolList.acceptedObservationsById.size).toBe(0);

    const second = processPoolList(
      { rows: [{ ...leap, timestamp: '2026-03-10T13:00:00Z' }], fetchedAtMs: MARKET_NOW_MS + HOUR_MS },
      's',
      waiting,
      MARKET_NOW_MS + HOUR_MS,
    );
    expect(second.acceptedObservationsById.get(id)?.tvlUsd).toBe(50_000_000);
    expect(second.unconfirmedReadings.size).toBe(0);
    expect(second.confirmedReadings.get(id)).toEqual(held);
  });

  test('a listed strategy is left out of the catalog when its APY or TVL is absurd in two readings in a row', () => {
    for (const glitch of [{ apy: 1e6 }, { tvlUsd: 0 }]) {
      const row = pool({ pool: 'a', ...glitch });
      const first = take([row], stateOf({ a: {} }));
      expect([...first.keptIds]).toEqual([id]);
      const second = processPoolList(
        { rows: [{ ...row, timestamp: '2026-03-10T13:00:00Z' }], fetchedAtMs: MARKET_NOW_MS + HOUR_MS },
        's',
        { ...stateOf({ a: {} }), unconfirmedReadings: first.unconfirmedReadings },
        MARKET_NOW_MS + HOUR_MS,
      );
      expect(second.keptIds.size + second.acceptedObservationsById.size + second.confirmedReadings.size).toBe(
        0,
      );
    }
  });

  test('a listed strategy keeps its record when the source has no APY or an older reading', () => {
    const poolWithoutApy = pool({ pool: 'a', apy: null, apyBase: null, apyReward: null });
    const older = pool({ pool: 'a', timestamp: '2026-03-10T09:00:00Z' });
    for (const row of [poolWithoutApy, older])
      expect([...take([row], stateOf({ a: {} })).keptIds]).toEqual([id]);
  });

  test('a listed strategy does not keep its record if the market list does not contain it', () => {
    const intake = take([pool({ pool: 'b' })], stateOf({ a: {} }));
    expect(intake.acceptedObservationsById.has(id) || intake.keptIds.has(id)).toBe(false);
  });
});

describe('the plausibility check of a complete market list', () => {
  const buildPoolStates = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
  const rows = (count: number) => Array.from({ length: count }, (_, index) => pool({ pool: `p${index}` }));

  test('a list is rejected if none of its pools can be published', () => {
    expect(findListProblem(take([]), EMPTY_INGEST_STATE, false)).toMatch('None of the 0 pools');
    expect(findListProblem(take([null]), EMPTY_INGEST_STATE, true)).toMatch('None of the 1 pools');
  });

  test('a list that lacks more than half of the catalog is rejected unless the operator accepts it', () => {
    const state = stateOf(buildPoolStates(100));
    expect(findListProblem(take(rows(50), state), state, false)).toBeUndefined();
    expect(findListProblem(take(rows(49), state), state, false)).toMatch('Only 49 of 100');
    expect(findListProblem(take(rows(49), state), state, true)).toBeUndefined();
  });

  test('the error about a rejected list counts the left-out rows for each reason, most frequent reason first', () => {
    const list = [null, ...['p0', 'p1', 'p2'].map((name) => pool({ pool: name, tvlUsd: 1 }))];
    expect(findListProblem(take(list), EMPTY_INGEST_STATE, false)).toBe(
      'None of the 4 pools can be published; left out of it: 3 low_tvl, 1 invalid_row.',
    );
    expect(findListProblem(take([]), EMPTY_INGEST_STATE, false)).toBe(
      'None of the 0 pools can be published.',
    );
  });

  test('a list that lacks most strategies is accepted if the catalog has fewer than 50 strategies', () => {
    const state = stateOf(buildPoolStates(49));
    expect(findListProblem(take(rows(1), state), state, false)).toBeUndefined();
  });
});
