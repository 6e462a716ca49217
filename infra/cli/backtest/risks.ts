import { realizedApy } from '../../../shared/market/domain/calibration/outcomes.ts';
import { RISK_PARTS, type RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import { weightedParts } from '../../../shared/strategies/domain/risk/risk.ts';
import type { DaySeries } from './recording.ts';
import { auc, mean } from './statistics.ts';
import type { Walk } from './walk.ts';

/** Misfortunes that the risk score is to tell beforehand. */
const EVENTS = ['TVL falls by half', 'APY falls by half', 'vanishes', '97% is borrowed'] as const;
type Event = (typeof EVENTS)[number];

/** Within so many days. */
const WITHIN_DAYS = 30;
/** Lenders can hardly leave from this utilisation on. */
const FULL = 0.97;
/** One look a week: the next day's is nearly the same. */
const EVERY_DAYS = 7;
/** The fewest known days of the month ahead for it to be said that nothing happened in it. */
const MIN_KNOWN_DAYS = 15;
/** A pool has vanished when nothing is recorded of it from so many days ahead on, to the recording's end. */
const GONE_FROM_DAY = 7;
/** A pool of less TVL than so many times the smallest that a recording publishes may only have left the recording. */
const OVER_FLOOR = 2;

export interface RiskReport {
  readonly event: Event;
  readonly cases: number;
  readonly happened: number;
  /** Pools of which it happened at least once. */
  readonly pools: number;
  /** How well the score, each part and each factor alone predicted the event (AUC): 0.5 is chance. */
  readonly auc: Readonly<Record<string, number>>;
  /** The part of the cases at each level in which it happened; NaN without any. */
  readonly share: Readonly<Record<RiskLevel, number>>;
  /** The same by the levels of a first day, without any history. */
  readonly firstDayShare: Readonly<Record<RiskLevel, number>>;
}

/** How well the risk score and its factors predicted each event, over all walks together. */
export function riskReports(walks: readonly Walk[]): RiskReport[] {
  return EVENTS.map((event) => {
    const happened: boolean[] = [];
    const pools = new Set<string>();
    const scores = new Map<string, number[]>();
    const levels: RiskLevel[] = [];
    const firstDay: (RiskLevel | undefined)[] = [];
    const add = (name: string, score: number) => {
      const list = scores.get(name) ?? [];
      scores.set(name, list);
      list.push(score);
    };
    for (const { published, firstDayLevels, series, days, hasTvl } of walks) {
      if (!hasTvl && event !== '97% is borrowed') continue;
      const floorTvl = OVER_FLOOR * Math.min(...[...series.values()].map(({ tvl }) => smallest(tvl)));
      for (let day = 0; day + WITHIN_DAYS < days; day += EVERY_DAYS) {
        for (const [id, { record }] of published[day] ?? []) {
          const own = series.get(id);
          const came = own === undefined ? undefined : happens(event, own, day, floorTvl);
          if (came === undefined) continue;
          happened.push(came);
          levels.push(record.risk_level);
          firstDay.push(firstDayLevels[day]?.get(id));
          if (came) pools.add(id);
          add('score', record.risk.score);
          add('weighted parts', weightedParts(record.risk.parts));
          for (const part of RISK_PARTS) add(part, record.risk.parts[part]);
          for (const { name, value } of record.risk.factors) add(name, value);
        }
      }
    }
    const sharesBy = (given: readonly (RiskLevel | undefined)[]) => {
      const at = (level: RiskLevel) =>
        mean(happened.filter((_, index) => given[index] === level).map(Number));
      return { low: at('low'), medium: at('medium'), high: at('high') };
    };
    const counted = happened.filter(Boolean).length;
    return {
      event,
      cases: happened.length,
      happened: counted,
      pools: pools.size,
      auc: Object.fromEntries([...scores].map(([name, list]) => [name, auc(list, happened)])),
      share: sharesBy(levels),
      firstDayShare: sharesBy(firstDay),
    };
  });
}

/** Whether it happened after the day; undefined where the recording does not tell. */
function happens(
  event: Event,
  { apy, tvl, utilisation }: Pick<DaySeries, 'apy' | 'tvl' | 'utilisation'>,
  day: number,
  floorTvl: number,
): boolean | undefined {
  const [apyNow, tvlNow] = [apy[day] ?? Number.NaN, tvl[day] ?? Number.NaN];
  if (Number.isNaN(apyNow) || Number.isNaN(tvlNow)) return undefined;
  if (event === '97% is borrowed') {
    const used = utilisation.subarray(day, day + 1 + WITHIN_DAYS).filter((value) => !Number.isNaN(value));
    const [first = Number.NaN] = used;
    if (Number.isNaN(utilisation[day] ?? Number.NaN) || first >= FULL || used.length < MIN_KNOWN_DAYS) {
      return undefined;
    }
    return Math.max(...used) >= FULL;
  }
  const ahead = tvl.subarray(day + 1, day + 1 + WITHIN_DAYS);
  const known = ahead.filter((value) => !Number.isNaN(value));
  if (event === 'vanishes') {
    return tvlNow < floorTvl ? undefined : tvl.subarray(day + GONE_FROM_DAY).every(Number.isNaN);
  }
  if (event === 'TVL falls by half') {
    return known.length < MIN_KNOWN_DAYS ? undefined : Math.min(...known) < tvlNow / 2;
  }
  const realized = realizedApy(apy, day, WITHIN_DAYS);
  return Number.isNaN(realized) || apyNow <= 0 ? undefined : realized < apyNow / 2;
}

function smallest(values: Float32Array): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}
