import { computeRealizedApy } from '../../../shared/market/domain/calibration/outcomes.ts';
import { RISK_PARTS, type RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import { sumWeightedParts } from '../../../shared/strategies/domain/risk/risk.ts';
import type { MarketReplay } from './market-replay.ts';
import type { DailySeries } from './recording.ts';
import { auc, mean } from './statistics.ts';

/** Bad events that the risk score should predict. */
const BAD_EVENTS = ['TVL falls by half', 'APY falls by half', 'vanishes', '97% is borrowed'] as const;
type BadEvent = (typeof BAD_EVENTS)[number];

/** A bad event counts only if it happens within this many days after the risk score was evaluated. */
const EVENT_WINDOW_DAYS = 30;
/** Utilisation of a lending pool (0 to 1) at or above which lenders can hardly withdraw their money. */
const FULL_UTILISATION = 0.97;
/** Number of days between two evaluations of a pool, because results on consecutive days would be nearly equal. */
const EVALUATION_INTERVAL_DAYS = 7;
/**
 * Minimum number of days with data after an evaluation. With fewer days, it is unknown whether a bad event happened.
 */
const MIN_KNOWN_DAYS = 15;
/** A pool has vanished if its readings end earlier than this number of days after the evaluated day. */
const VANISHED_AFTER_DAYS = 7;
/**
 * A pool counts as vanished only if its TVL was at least this many times the smallest TVL in the recording. A smaller
 * pool may still exist and only be missing from the recording.
 */
const MIN_TVL_FACTOR = 2;

export interface RiskReport {
  readonly event: BadEvent;
  readonly cases: number;
  readonly happened: number;
  /** Number of pools in which the event happened at least once. */
  readonly pools: number;
  /**
   * AUC (area under the ROC curve) of the risk score, of each of its parts and of each factor alone. 0.5 means
   * chance, and 1 means perfect prediction.
   */
  readonly auc: Readonly<Record<string, number>>;
  /** For each risk level, the fraction of the evaluations after which the event happened; NaN without evaluations. */
  readonly share: Readonly<Record<RiskLevel, number>>;
  /** Same as `share`, but with the risk levels that a new deployment would publish on its first day. */
  readonly firstDayShare: Readonly<Record<RiskLevel, number>>;
}

/** Evaluates how well the risk score and its factors predicted each kind of bad event. */
export function buildRiskReports(marketReplays: readonly MarketReplay[]): RiskReport[] {
  return BAD_EVENTS.map((badEvent) => {
    const eventOccurredFlags: boolean[] = [];
    const poolIdsWithEvent = new Set<string>();
    const scoresByName = new Map<string, number[]>();
    const riskLevels: RiskLevel[] = [];
    const firstDayRiskLevels: (RiskLevel | undefined)[] = [];
    const add = (name: string, score: number) => {
      const list = scoresByName.get(name) ?? [];
      scoresByName.set(name, list);
      list.push(score);
    };
    for (const { published, firstDayLevels, series, days, hasTvl } of marketReplays) {
      if (!hasTvl && badEvent !== '97% is borrowed') continue;
      const minTvl = MIN_TVL_FACTOR * Math.min(...[...series.values()].map(({ tvl }) => minOf(tvl)));
      for (let day = 0; day + EVENT_WINDOW_DAYS < days; day += EVALUATION_INTERVAL_DAYS) {
        for (const [id, { record }] of published[day] ?? []) {
          const dailySeries = series.get(id);
          const hasEventOccurred =
            dailySeries === undefined ? undefined : hasEventHappened(badEvent, dailySeries, day, minTvl);
          if (hasEventOccurred === undefined) continue;
          eventOccurredFlags.push(hasEventOccurred);
          riskLevels.push(record.risk_level);
          firstDayRiskLevels.push(firstDayLevels[day]?.get(id));
          if (hasEventOccurred) poolIdsWithEvent.add(id);
          add('score', record.risk.score);
          add('weighted parts', sumWeightedParts(record.risk.parts));
          for (const part of RISK_PARTS) add(part, record.risk.parts[part]);
          for (const { name, value } of record.risk.factors) add(name, value);
        }
      }
    }
    const computeEventSharesByLevel = (riskLevels: readonly (RiskLevel | undefined)[]) => {
      const at = (level: RiskLevel) =>
        mean(eventOccurredFlags.filter((_, index) => riskLevels[index] === level).map(Number));
      return { low: at('low'), medium: at('medium'), high: at('high') };
    };
    const eventCount = eventOccurredFlags.filter(Boolean).length;
    return {
      event: badEvent,
      cases: eventOccurredFlags.length,
      happened: eventCount,
      pools: poolIdsWithEvent.size,
      auc: Object.fromEntries([...scoresByName].map(([name, list]) => [name, auc(list, eventOccurredFlags)])),
      share: computeEventSharesByLevel(riskLevels),
      firstDayShare: computeEventSharesByLevel(firstDayRiskLevels),
    };
  });
}

/**
 * Whether the bad event happened to a pool after the day with the index `day`; undefined when the data do not show
 * it.
 */
function hasEventHappened(
  badEvent: BadEvent,
  { apy, tvl, utilisation }: Pick<DailySeries, 'apy' | 'tvl' | 'utilisation'>,
  day: number,
  minTvl: number,
): boolean | undefined {
  const [apyNow, tvlNow] = [apy[day] ?? Number.NaN, tvl[day] ?? Number.NaN];
  if (Number.isNaN(apyNow) || Number.isNaN(tvlNow)) return undefined;
  if (badEvent === '97% is borrowed') {
    const knownUtilisations = utilisation
      .subarray(day, day + 1 + EVENT_WINDOW_DAYS)
      .filter((value) => !Number.isNaN(value));
    const [first = Number.NaN] = knownUtilisations;
    if (
      Number.isNaN(utilisation[day] ?? Number.NaN) ||
      first >= FULL_UTILISATION ||
      knownUtilisations.length < MIN_KNOWN_DAYS
    ) {
      return undefined;
    }
    return Math.max(...knownUtilisations) >= FULL_UTILISATION;
  }
  const nextTvls = tvl.subarray(day + 1, day + 1 + EVENT_WINDOW_DAYS);
  const knownTvls = nextTvls.filter((value) => !Number.isNaN(value));
  if (badEvent === 'vanishes') {
    return tvlNow < minTvl ? undefined : tvl.subarray(day + VANISHED_AFTER_DAYS).every(Number.isNaN);
  }
  if (badEvent === 'TVL falls by half') {
    return knownTvls.length < MIN_KNOWN_DAYS ? undefined : Math.min(...knownTvls) < tvlNow / 2;
  }
  const realizedApyAfter = computeRealizedApy(apy, day, EVENT_WINDOW_DAYS);
  return Number.isNaN(realizedApyAfter) || apyNow <= 0 ? undefined : realizedApyAfter < apyNow / 2;
}

function minOf(values: Float32Array): number {
  return values.reduce((minimum, value) => Math.min(minimum, value), Number.POSITIVE_INFINITY);
}
