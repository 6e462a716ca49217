import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocate,
  type Contender,
  type GroupCaps,
  UNITS,
} from '../../../shared/market/domain/recommendation/division/allocate.ts';

const contender = (protocol: string, chain: string, cap: number, worth = 1, floor = 0): Contender => ({
  protocol,
  chain,
  cap,
  worth,
  fixed: 0,
  floor,
});
const free: GroupCaps = { protocol: UNITS, chain: UNITS };
const sum = (units: readonly number[]) => units.reduce((total, each) => total + each, 0);

const anyContenders = fc
  .array(
    fc.record({
      protocol: fc.constantFrom('p1', 'p2', 'p3'),
      chain: fc.constantFrom('c1', 'c2', 'c3'),
      cap: fc.integer({ min: 1, max: UNITS }),
      worth: fc.double({ min: 0.01, max: 100, noNaN: true }),
      fixed: fc.constant(0),
      floor: fc.constant(0),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.toSorted((a, b) => b.worth - a.worth));
const anyCaps = fc.record({
  protocol: fc.integer({ min: 1, max: UNITS }),
  chain: fc.integer({ min: 1, max: UNITS }),
});

test('the best gets all that its cap allows, then the next', () => {
  const list = [
    contender('p1', 'c1', 4_000, 3),
    contender('p2', 'c1', 4_000, 2),
    contender('p3', 'c2', 4_000),
  ];
  expect(allocate(list, free)).toEqual([4_000, 4_000, 2_000]);
  expect(allocate(list.slice(0, 2), free)).toEqual([4_000, 4_000]);
});

test('a full protocol or chain is passed over', () => {
  const list = [
    contender('p1', 'c1', 5_000, 4),
    contender('p1', 'c2', 5_000, 3),
    contender('p2', 'c1', 5_000, 2),
  ];
  expect(allocate(list, { protocol: 6_000, chain: UNITS })).toEqual([5_000, 1_000, 4_000]);
  expect(allocate(list, { protocol: UNITS, chain: 5_000 })).toEqual([5_000, 5_000, 0]);
});

test('the best steps back where others make more of its room', () => {
  // The first fills the chain that the two good ones after it need, for hardly more.
  const list = [
    contender('p1', 'c1', 5_000, 1.01),
    contender('p2', 'c1', 5_000, 1),
    contender('p1', 'c2', 5_000, 0.99),
    contender('p3', 'c3', 5_000, 0.01),
  ];
  const units = allocate(list, { protocol: 5_000, chain: 5_000 });
  expect(units).toEqual([0, 5_000, 5_000, 0]);
});

test('one position stays whole where two would pay their gas for less', () => {
  const list = [contender('p1', 'c1', 4_000, 2), { ...contender('p1', 'c1', 4_000, 1, 2_500), fixed: 2_400 }];
  expect(allocate(list, { protocol: 6_000, chain: UNITS })).toEqual([4_000, 0]);
});

test('a place under its floor is passed over', () => {
  expect(allocate([contender('p1', 'c1', 9_950, 2), contender('p2', 'c1', 60, 1, 100)], free)).toEqual([
    9_950, 0,
  ]);
});

describe('whatever the contenders', () => {
  test('no cap is passed, no position is under its floor, and nothing more fits the best one', () => {
    fc.assert(
      fc.property(anyContenders, anyCaps, fc.integer({ min: 0, max: 3_000 }), (list, caps, floor) => {
        const contenders = list.map((each) => ({ ...each, floor }));
        const units = allocate(contenders, caps);
        units.forEach((each, index) => {
          expect(Number.isInteger(each)).toBe(true);
          expect(each).toBeLessThanOrEqual(contenders[index]?.cap ?? 0);
          expect(each === 0 || each >= floor).toBe(true);
        });
        expect(sum(units)).toBeLessThanOrEqual(UNITS);
        for (const kind of ['protocol', 'chain'] as const) {
          for (const [, group] of Map.groupBy(contenders.keys(), (index) => contenders[index]?.[kind])) {
            expect(sum(group.map((index) => units[index] ?? 0))).toBeLessThanOrEqual(caps[kind]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('it is worth nearly as much as the best of all divisions of halves, in 99 of 100 cases', () => {
    const worth = (units: readonly number[], list: readonly Contender[]) =>
      sum(units.map((each, index) => each * (list[index]?.worth ?? 0)));
    const small = anyContenders.map((list) => list.slice(0, 4).map((each) => ({ ...each, cap: 5_000 })));
    const caps = fc.record({
      protocol: fc.constantFrom(5_000, UNITS),
      chain: fc.constantFrom(5_000, UNITS),
    });
    const isNear = (list: readonly Contender[], limits: GroupCaps) => {
      let best = 0;
      for (let bits = 0; bits < 2 ** list.length; bits += 1) {
        const units = list.map((_, index) => ((bits >> index) & 1) * 5_000);
        const fits = (['protocol', 'chain'] as const).every((kind) =>
          list.every(
            ({ [kind]: name }) => sum(units.filter((_, at) => list[at]?.[kind] === name)) <= limits[kind],
          ),
        );
        if (fits && sum(units) <= UNITS) best = Math.max(best, worth(units, list));
      }
      return worth(allocate(list, limits), list) >= 0.97 * best;
    };
    // One position at a time gets a smaller cap, so that a division that two of them would have to make room for is
    // not found. The cases are always the same, as a share of random ones would be another each time.
    const cases = fc.sample(fc.tuple(small, caps), { numRuns: 1_000, seed: 1 });
    expect(cases.filter(([list, limits]) => isNear(list, limits)).length).toBeGreaterThanOrEqual(990);
  });
});
