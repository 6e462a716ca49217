import { expect, test } from 'vitest';
import {
  addTodaysAllocations,
  computeTodaysAllocations,
  type PendingAllocation,
} from '../../../../shared/market/domain/calibration/allocations.ts';
import {
  type Calibration,
  NO_CALIBRATION,
} from '../../../../shared/market/domain/calibration/calibration.ts';
import { CalibrationUpdate } from '../../../../shared/market/domain/calibration/calibration-update.ts';
import {
  decodeCalibration,
  encodeCalibration,
} from '../../../../shared/market/domain/calibration/snapshot.ts';
import { expectedApyAround, strategyRecordOf } from '../../../support/records.ts';

const CREATION_DAY = 20_000;
const DUE = CREATION_DAY + 30;

const plan = (changes: Partial<PendingAllocation> = {}): PendingAllocation => ({
  day: CREATION_DAY,
  horizonDays: 30,
  riskLevel: 'low',
  mean: 4,
  low80: 3,
  parts: [
    ['strat_a', 0.5],
    ['strat_b', 0.5],
  ],
  ...changes,
});

const series = (apy: number, days = 60) => ({
  firstDay: DUE - days + 1,
  apy: new Float32Array(days).fill(apy),
  tvl: new Float32Array(days).fill(1e7),
});

function learn(before: Calibration, today: number, apys: Record<string, number>): Calibration {
  const update = new CalibrationUpdate(before, today);
  for (const [id, apy] of Object.entries(apys)) {
    update.addStrategy({ id, exposure: 'single', stablecoin: true, series: series(apy), listedSinceDay: 0 });
  }
  return update.finish();
}
const findLowRisk30DayTally = ({ allocationTallies }: Calibration) =>
  allocationTallies.find(({ horizonDays, riskLevel }) => horizonDays === 30 && riskLevel === 'low');
const start: Calibration = { ...NO_CALIBRATION, lastDay: DUE - 1, pendingAllocations: [plan()] };

test.each([
  [
    'reaches its mean and its lower bound if it earned at least the expected mean',
    { strat_a: 5, strat_b: 3 },
    { meanReached: 1, lowReached: 1 },
  ],
  [
    'reaches only its lower bound if it earned less than the expected mean',
    { strat_a: 4, strat_b: 3 },
    { meanReached: 0, lowReached: 1 },
  ],
  [
    'has earned nothing in a strategy that is no longer listed',
    { strat_a: 5 },
    { meanReached: 0, lowReached: 0 },
  ],
])('at the end of its horizon, a sample allocation %s', (_, apys, reached) => {
  const after = learn(start, DUE, apys);
  expect(findLowRisk30DayTally(after)).toEqual({ horizonDays: 30, riskLevel: 'low', plans: 1, ...reached });
  expect(after.pendingAllocations).toEqual([]);
  // A repeated run of the day counts nothing twice.
  expect(learn(after, DUE, apys).allocationTallies).toEqual(after.allocationTallies);
});

test('the calibration evaluates a sample allocation in the first daily run at or after the end of its horizon', () => {
  expect(learn({ ...start, lastDay: DUE - 2 }, DUE - 1, { strat_a: 5 }).pendingAllocations).toEqual([plan()]);
  const late = learn(start, DUE + 3, { strat_a: 5, strat_b: 5 });
  expect([late.pendingAllocations, findLowRisk30DayTally(late)?.plans]).toEqual([[], 1]);
});

test('encoding and decoding a calibration changes neither its pending sample allocations nor its counts of results', () => {
  const after = {
    ...learn(start, DUE, { strat_a: 5, strat_b: 5 }),
    pendingAllocations: [plan({ day: DUE })],
  };
  const { pendingAllocations, allocationTallies } = decodeCalibration(encodeCalibration(after));
  expect({ pendingAllocations, allocationTallies }).toEqual({
    pendingAllocations: after.pendingAllocations,
    allocationTallies: after.allocationTallies,
  });
});

const records = ['aave-v3', 'morpho', 'compound'].map((protocol, index) =>
  strategyRecordOf({
    id: `strat_${index}`,
    protocol,
    chain: ['ethereum', 'base', 'arbitrum'][index] ?? '',
    tvl: 1e8,
    current_apy: 6,
    historical_apy: { '7d': 6, '30d': 6, '90d': 6 },
    expected_apy: expectedApyAround(6),
    peer_apy: 6,
  }),
);

test('one sample allocation of 10,000 USD is created per week, horizon and risk level', () => {
  const made = addTodaysAllocations([], records, CREATION_DAY);
  expect(made.map(({ day, horizonDays, riskLevel }) => [day, horizonDays, riskLevel])).toEqual([
    [CREATION_DAY, 30, 'low'],
    [CREATION_DAY, 30, 'medium'],
    [CREATION_DAY, 90, 'low'],
    [CREATION_DAY, 90, 'medium'],
  ]);
  expect(made[0]?.parts.map(([, part]) => Math.round(100 * part))).toEqual([33, 33, 33]);
  expect(made[0]?.mean).toBeCloseTo(6, 5);
  expect(made[0]?.low80).toBeLessThan(6);
  expect(addTodaysAllocations(made, records, CREATION_DAY + 6)).toBe(made);
  expect(addTodaysAllocations(made, records, CREATION_DAY + 7)).toHaveLength(8);
});

test('no sample allocation for the calibration is created when the catalog has no strategies', () => {
  expect(computeTodaysAllocations([], CREATION_DAY)).toEqual([]);
});
