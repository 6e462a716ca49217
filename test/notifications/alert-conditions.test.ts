import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AlertRule,
  type AlertState,
  evaluateAlert,
  needsAlertState,
  type StrategyObservation,
  type StrategySnapshot,
} from '../../shared/notifications/domain/alert-conditions.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const SNAPSHOT: StrategySnapshot = {
  apy: 5,
  tvl: 1_000_000,
  riskLevel: 'low',
  status: 'listed',
  flags: [],
  asOfMs: 0,
  atMs: 0,
};

function ruleOf(rule: Partial<AlertRule> & Pick<AlertRule, 'kind'>): AlertRule {
  return { level: null, by: null, hysteresis: null, cooldown_minutes: 0, ...rule };
}

/**
 * Returns an observation for each snapshot after the first. `past` contains the extremes of the `days` snapshots before
 * it.
 */
function observations(snapshots: readonly StrategySnapshot[], days = 3): StrategyObservation[] {
  return snapshots.slice(1).map((after, index) => {
    const past = snapshots.slice(Math.max(0, index - days + 1), index + 1);
    return {
      order: String(index).padStart(5, '0'),
      before: snapshots[index] ?? SNAPSHOT,
      after,
      past: {
        maxApy: Math.max(...past.map(({ apy }) => apy)),
        minApy: Math.min(...past.map(({ apy }) => apy)),
        maxTvl: Math.max(...past.map(({ tvl }) => tvl)),
      },
    };
  });
}

/**
 * Evaluates the alert for each delivered observation, as the job for table changes does. Returns the `order` of each
 * observation that fired the alert.
 */
function findFiringSequenceNumbers(
  rule: AlertRule,
  all: readonly StrategyObservation[],
  deliveries: readonly Delivery[] = buildOrderedDeliveries(all),
) {
  const fired = new Set<string>();
  let state: AlertState | undefined;
  for (const { index, crashes } of deliveries) {
    const observation = all[index];
    if (observation === undefined || !needsAlertState(rule, observation)) continue;
    const judgement = evaluateAlert(rule, state, observation);
    if (judgement.fires) fired.add(observation.order);
    if (!crashes) state = judgement.state ?? state;
  }
  return [...fired];
}

interface Delivery {
  readonly index: number;
  /**
   * Whether the job that evaluates alerts stops after it recorded the event and before it stored the state of the
   * alert.
   */
  readonly crashes: boolean;
}
const buildOrderedDeliveries = (all: readonly unknown[]): Delivery[] =>
  all.map((_, index) => ({ index, crashes: false }));

/**
 * Returns the `order` values of the observations at which an alert must fire, because a figure crosses a threshold.
 * Uses a simple rule that does not depend on `evaluateAlert`.
 */
function fired(
  all: readonly StrategyObservation[],
  how: {
    isBeyond: (each: StrategyObservation, of: StrategySnapshot) => boolean;
    isBack: (each: StrategyObservation) => boolean;
  },
  cooldownMs: number,
): string[] {
  const orders: string[] = [];
  let last: number | undefined;
  let isAlertArmed = false;
  for (const each of all) {
    if (last === undefined) isAlertArmed = !how.isBeyond(each, each.before);
    else if (how.isBack(each)) isAlertArmed = true;
    const rests = last !== undefined && each.after.atMs < last + cooldownMs;
    if (!how.isBeyond(each, each.after) || !isAlertArmed || rests) continue;
    orders.push(each.order);
    last = each.after.atMs;
    isAlertArmed = false;
  }
  return orders;
}

/** Generates figures with two decimals in a small range, so that they often cross the alert's threshold. */
const figures = fc.array(
  fc.integer({ min: 0, max: 400 }).map((hundredths) => hundredths / 100),
  { minLength: 2, maxLength: 60 },
);
const snapshots = figures.map((apys) =>
  apys.map((apy, step) => ({ ...SNAPSHOT, apy, tvl: apy * 1_000, atMs: step * HOUR_MS })),
);
const cents = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100);
const bounds = fc.record({
  level: cents(50, 350),
  hysteresis: cents(0, 100),
  hours: fc.integer({ min: 0, max: 5 }),
});
const round = (value: number) => Math.round(value * 1e5) / 1e5;

describe('an alert over any series of readings', () => {
  test('an alert on an APY below a level fires exactly when a reference calculation expects it', () => {
    fc.assert(
      fc.property(snapshots, bounds, (series, { level, hysteresis, hours }) => {
        const rule = ruleOf({ kind: 'apy_below', level, hysteresis, cooldown_minutes: hours * 60 });
        const all = observations(series);
        const how = {
          isBeyond: (_: StrategyObservation, { apy }: StrategySnapshot) => apy < level,
          isBack: ({ after }: StrategyObservation) => after.apy >= round(level + hysteresis),
        };
        expect(findFiringSequenceNumbers(rule, all)).toEqual(fired(all, how, hours * HOUR_MS));
      }),
    );
  });

  test('an alert on an APY above a level fires exactly when a reference calculation expects it', () => {
    fc.assert(
      fc.property(snapshots, bounds, (series, { level, hysteresis, hours }) => {
        const rule = ruleOf({ kind: 'apy_above', level, hysteresis, cooldown_minutes: hours * 60 });
        const all = observations(series);
        const how = {
          isBeyond: (_: StrategyObservation, { apy }: StrategySnapshot) => apy > level,
          isBack: ({ after }: StrategyObservation) => after.apy <= round(level - hysteresis),
        };
        expect(findFiringSequenceNumbers(rule, all)).toEqual(fired(all, how, hours * HOUR_MS));
      }),
    );
  });

  test('an alert on a fall from the highest recent APY fires exactly when a reference calculation expects it', () => {
    fc.assert(
      fc.property(snapshots, cents(20, 200), fc.integer({ min: 0, max: 5 }), (series, by, hours) => {
        const hysteresis = by / 2;
        const rule = ruleOf({ kind: 'apy_fell', by, hysteresis, cooldown_minutes: hours * 60 });
        const all = observations(series);
        const fall = ({ past }: StrategyObservation, { apy }: StrategySnapshot) => round(past.maxApy - apy);
        const how = {
          isBeyond: (each: StrategyObservation, of: StrategySnapshot) => fall(each, of) >= by,
          isBack: (each: StrategyObservation) => round(fall(each, each.after) - by) <= -hysteresis,
        };
        expect(findFiringSequenceNumbers(rule, all)).toEqual(fired(all, how, hours * HOUR_MS));
      }),
    );
  });

  test('an alert on a percentage fall of the TVL fires exactly when a reference calculation expects it', () => {
    fc.assert(
      fc.property(snapshots, fc.integer({ min: 5, max: 95 }), (series, by) => {
        const rule = ruleOf({ kind: 'tvl_fell', by, hysteresis: 2 });
        const all = observations(series);
        const fall = ({ past }: StrategyObservation, { tvl }: StrategySnapshot) =>
          past.maxTvl === 0 ? 0 : ((past.maxTvl - tvl) / past.maxTvl) * 100;
        const how = {
          isBeyond: (each: StrategyObservation, of: StrategySnapshot) => round(fall(each, of) - by) >= 0,
          isBack: (each: StrategyObservation) => round(fall(each, each.after) - by) <= -2,
        };
        expect(findFiringSequenceNumbers(rule, all)).toEqual(fired(all, how, 0));
      }),
    );
  });
});

test('repeated stream records neither make an alert fire twice nor suppress it', () => {
  const retries = fc.array(fc.record({ at: fc.nat(60), back: fc.nat(8), crashes: fc.boolean() }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(snapshots, bounds, retries, (series, { level, hysteresis, hours }, failures) => {
      const rule = ruleOf({ kind: 'apy_below', level, hysteresis, cooldown_minutes: hours * 60 });
      const all = observations(series);
      const pending = new Map(failures.map((failure) => [failure.at, failure]));
      const deliveries: Delivery[] = [];
      for (let index = 0; index < all.length; index += 1) {
        const failure = pending.get(index);
        pending.delete(index);
        deliveries.push({ index, crashes: failure?.crashes === true });
        // A repeated delivery starts at the failure or before it.
        if (failure !== undefined) index = Math.max(-1, index - failure.back - 1);
      }
      expect(findFiringSequenceNumbers(rule, all, deliveries).sort()).toEqual(
        findFiringSequenceNumbers(rule, all),
      );
    }),
  );
});

describe('an APY that moves around the level of an alert', () => {
  const alternatingApys = [5, 4.9, 5.05, 4.95, 5.1, 4.9, 5.3, 4.8].map((apy, step) => ({
    ...SNAPSHOT,
    apy,
    atMs: step * HOUR_MS,
  }));

  test('the alert fires again only after the APY has risen above the sum of the level and the hysteresis', () => {
    const rule = ruleOf({ kind: 'apy_below', level: 5, hysteresis: 0.25 });
    expect(findFiringSequenceNumbers(rule, observations(alternatingApys))).toEqual(['00000', '00006']);
  });

  test('the alert does not fire again before its cooldown has ended', () => {
    const rule = ruleOf({ kind: 'apy_below', level: 5, hysteresis: 0, cooldown_minutes: 4 * 60 });
    expect(findFiringSequenceNumbers(rule, observations(alternatingApys))).toEqual(['00000', '00004']);
  });
});

describe('an alert on a condition without a number', () => {
  const day = (step: number, changes: Partial<StrategySnapshot>): StrategySnapshot => ({
    ...SNAPSHOT,
    asOfMs: step * DAY_MS,
    atMs: step * DAY_MS,
    ...changes,
  });

  test.each<[AlertRule['kind'], Partial<StrategySnapshot>[], string[]]>([
    [
      'unlisted',
      [{}, { status: 'unlisted' }, { status: 'unlisted' }, {}, { status: 'unlisted' }],
      ['00000', '00003'],
    ],
    ['relisted', [{}, { status: 'unlisted' }, {}, {}], ['00001']],
    ['paused', [{}, { status: 'paused' }, {}, { status: 'paused' }], ['00000', '00002']],
    [
      'flagged',
      [{}, { flags: ['low_tvl'] }, { flags: ['stuck_rate'] }, { flags: ['stuck_rate'] }],
      ['00001'],
    ],
    [
      'risk_level_changed',
      [{}, { riskLevel: 'high' }, { riskLevel: 'high' }, { riskLevel: 'medium' }],
      ['00000', '00002'],
    ],
    ['stale', [{}, { asOfMs: 0 }, { asOfMs: 0 }, {}, { asOfMs: 3 * DAY_MS }], ['00000', '00003']],
    ['apy_below', [{}, {}], []],
  ])('an alert of the kind %s fires once each time its condition starts', (kind, changes, orders) => {
    const series = changes.map((change, step) => day(step, change));
    expect(findFiringSequenceNumbers(ruleOf({ kind }), observations(series))).toEqual(orders);
  });
});
