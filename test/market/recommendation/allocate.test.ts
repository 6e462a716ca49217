import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, type Contender, UNITS } from '../../../shared/market/domain/recommendation/allocate.ts';
import { fill, type GroupCaps } from '../../../shared/market/domain/recommendation/fill.ts';

const contender = (protocol: string, chain: string, cap: number, weight = 1, floor = 0): Contender => ({
  protocol,
  chain,
  cap,
  weight,
  floor,
});
const free: GroupCaps = { protocol: UNITS, chain: UNITS };
const sum = (units: readonly number[]) => units.reduce((total, each) => total + each, 0);

const anyContenders = fc.array(
  fc.record({
    protocol: fc.constantFrom('p1', 'p2', 'p3'),
    chain: fc.constantFrom('c1', 'c2', 'c3'),
    cap: fc.integer({ min: 1, max: UNITS }),
    weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
    floor: fc.constant(0),
  }),
  { maxLength: 8 },
);
const anyCaps = fc.record({
  protocol: fc.integer({ min: 1, max: UNITS }),
  chain: fc.integer({ min: 1, max: UNITS }),
});
const positions = fc.integer({ min: 1, max: 5 });

/** The most that any allocation can hold, by the theorem of max-flow and min-cut: the least of all cuts. */
function most(contenders: readonly Contender[], caps: GroupCaps): number {
  const subsets = (names: string[]) =>
    Array.from(
      { length: 2 ** names.length },
      (_, bits) => new Set(names.filter((_, at) => bits & (1 << at))),
    );
  const cuts = subsets(['p1', 'p2', 'p3']).flatMap((left) =>
    subsets(['c1', 'c2', 'c3']).map((right) => {
      const crossing = contenders.filter(({ protocol, chain }) => left.has(protocol) && !right.has(chain));
      return (3 - left.size) * caps.protocol + right.size * caps.chain + sum(crossing.map(({ cap }) => cap));
    }),
  );
  return Math.min(UNITS, ...cuts);
}

describe('water-filling', () => {
  test('weights decide until a cap is met, and the rest goes on', () => {
    const three = [
      contender('p1', 'c1', 2_000, 2),
      contender('p2', 'c1', UNITS, 1),
      contender('p3', 'c1', UNITS, 1),
    ];
    expect(fill(three, free, UNITS)).toEqual([2_000, 4_000, 4_000]);
  });

  test('a full protocol stops its own strategies only', () => {
    const three = [contender('p1', 'c1', UNITS), contender('p1', 'c2', UNITS), contender('p2', 'c1', UNITS)];
    expect(fill(three, { protocol: 6_000, chain: UNITS }, UNITS).map(Math.round)).toEqual([
      3_000, 3_000, 4_000,
    ]);
  });
});

describe('allocation', () => {
  test('what stays over goes to the next best with room', () => {
    const list = [contender('p1', 'c1', 4_000), contender('p2', 'c1', 4_000), contender('p3', 'c2', 4_000)];
    expect(allocate(list, free, 1)).toEqual([3_334, 3_333, 3_333]);
    expect(allocate(list.slice(0, 2), free, 1)).toEqual([4_000, 4_000]);
  });

  test('positions are moved where only that makes room for the whole amount', () => {
    // The first two fill c1 before the only strategy on c2, of p1 like the first, has taken its part.
    const list = [
      contender('p1', 'c1', 4_000, 4),
      contender('p2', 'c1', 4_000, 1),
      contender('p1', 'c2', 4_000, 0.01),
    ];
    const caps = { protocol: 6_000, chain: 7_000 };
    const units = allocate(list, caps, 2);
    expect(sum(units)).toBe(UNITS);
    expect((units[0] ?? 0) + (units[2] ?? 0)).toBeLessThanOrEqual(6_000);
    expect((units[0] ?? 0) + (units[1] ?? 0)).toBeLessThanOrEqual(7_000);
  });

  test('a position under its floor drops out for the sake of the others', () => {
    const list = [contender('p1', 'c1', 9_950), contender('p2', 'c1', 9_950, 1, 100)];
    expect(allocate([list[0] ?? contender('', '', 0), contender('p2', 'c1', 60, 1, 100)], free, 2)).toEqual([
      9_950, 0,
    ]);
    expect(sum(allocate(list, free, 2))).toBe(UNITS);
  });

  test('no cap is ever passed, and the sum is the most that the caps allow', () => {
    fc.assert(
      fc.property(anyContenders, anyCaps, positions, (contenders, caps, count) => {
        const units = allocate(contenders, caps, count);
        units.forEach((each, index) => {
          expect(Number.isInteger(each)).toBe(true);
          expect(each).toBeGreaterThanOrEqual(0);
          expect(each).toBeLessThanOrEqual(contenders[index]?.cap ?? 0);
        });
        for (const kind of ['protocol', 'chain'] as const) {
          for (const [, group] of Map.groupBy(contenders.keys(), (index) => contenders[index]?.[kind])) {
            expect(sum(group.map((index) => units[index] ?? 0))).toBeLessThanOrEqual(caps[kind]);
          }
        }
        expect(sum(units)).toBe(most(contenders, caps));
      }),
      { numRuns: 500 },
    );
  });

  test('every position is at least its floor', () => {
    fc.assert(
      fc.property(
        anyContenders,
        anyCaps,
        positions,
        fc.integer({ min: 1, max: 3_000 }),
        (list, caps, count, floor) => {
          const units = allocate(
            list.map((each) => ({ ...each, floor })),
            caps,
            count,
          );
          for (const each of units) expect(each === 0 || each >= floor).toBe(true);
        },
      ),
    );
  });
});
