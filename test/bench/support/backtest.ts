import type { Candidate } from '../../../shared/market/domain/recommendation/policy.ts';
import { recommend } from '../../../shared/market/domain/recommendation/recommend.ts';
import { dailyLogGrowth } from '../../../shared/market/domain/window-statistics.ts';
import { RISK_LEVELS, type RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import { type MarketPast, type PoolPast, publishedOn } from './sample-history.ts';

export { RISK_LEVELS };
export type Policy = 'recommended' | 'highest' | 'highest_within_risk' | 'market';

export interface BacktestOptions {
  readonly policy: Policy;
  readonly riskLevel: RiskLevel;
  readonly horizonDays: number;
  readonly amountUsd: number;
  /** The first decision, and the days from one to the next. */
  readonly firstDay: number;
  readonly everyDays: number;
}

/** What one decision came to, in annualised percent. */
export interface Outcome {
  /** After what selling rewards costs and the dilution by the own deposit. */
  readonly kept: number;
  /** As the protocols report it. */
  readonly reported: number;
}

/** What is left of a reward token that is sold as it comes. */
const REWARD_SOLD_AT = 0.7;
const DAYS_PER_YEAR = 365;

/** A candidate with its pool, and a part of the amount. */
interface Listed extends Candidate {
  readonly pool: PoolPast;
}
interface Position {
  readonly pool: PoolPast;
  readonly share: number;
}

/** Decides on many days and holds each decision over the horizon, without touching it. */
export function backtest(past: MarketPast, options: BacktestOptions): Outcome[] {
  const outcomes: Outcome[] = [];
  const lastDay = past.days - options.horizonDays - 1;
  for (let day = options.firstDay; day <= lastDay; day += options.everyDays) {
    const positions = decide(listedOn(past, day), options);
    outcomes.push(realised(positions, day, options));
  }
  return outcomes;
}

const listedBefore = new WeakMap<MarketPast, Map<number, Listed[]>>();

function listedOn(past: MarketPast, day: number): Listed[] {
  const days = listedBefore.get(past) ?? new Map<number, Listed[]>();
  listedBefore.set(past, days);
  const listed =
    days.get(day) ??
    publishedOn(past, day).map(({ record, pool }) => ({
      ...record,
      risk_score: record.risk.score,
      observedAtMs: Date.parse(record.as_of),
      pool,
    }));
  days.set(day, listed);
  return listed;
}

function decide(listed: readonly Listed[], options: BacktestOptions): Position[] {
  const { policy, riskLevel, horizonDays, amountUsd } = options;
  if (policy === 'recommended') {
    const request = {
      amountUsd,
      riskLevel,
      horizonDays,
      maxShare: 0.4,
      maxProtocolShare: 0.6,
      maxChainShare: 0.8,
    };
    const asOfMs = listed[0]?.observedAtMs ?? 0;
    return recommend(listed, request, asOfMs)
      .ranked.filter(({ units }) => units > 0)
      .map(({ candidate, units }) => ({ pool: candidate.pool, share: units / 10_000 }));
  }
  if (policy === 'market') {
    const total = listed.reduce((sum, { tvl }) => sum + tvl, 0);
    return listed.map(({ pool, tvl }) => ({ pool, share: tvl / total }));
  }
  const allowed = policy === 'highest' ? listed : listed.filter((each) => withinRisk(each, riskLevel));
  const best = allowed.toSorted((a, b) => b.current_apy - a.current_apy)[0];
  return best === undefined ? [] : [{ pool: best.pool, share: 1 }];
}

function withinRisk({ risk_level }: Listed, riskLevel: RiskLevel): boolean {
  return RISK_LEVELS.indexOf(risk_level) <= RISK_LEVELS.indexOf(riskLevel);
}

/** What the positions earn on the days after the decision; what is not placed earns nothing. */
function realised(positions: readonly Position[], day: number, options: BacktestOptions): Outcome {
  const { horizonDays, amountUsd, policy } = options;
  let kept = 1;
  let reported = 1;
  for (const { pool, share } of positions) {
    // The market as a whole is a yardstick, not a deposit: it is not diluted.
    const deposit = policy === 'market' ? 0 : share * amountUsd;
    let keptGrowth = 0;
    let reportedGrowth = 0;
    for (let after = day + 1; after <= day + horizonDays; after += 1) {
      const apy = pool.apy[after] ?? 0;
      const tvl = pool.tvl[after] ?? 0;
      const sold = 1 - pool.rewardShare * (1 - REWARD_SOLD_AT);
      keptGrowth += dailyLogGrowth((apy * sold * tvl) / (tvl + deposit));
      reportedGrowth += dailyLogGrowth(apy);
    }
    kept += share * Math.expm1(keptGrowth);
    reported += share * Math.expm1(reportedGrowth);
  }
  const yearly = (growth: number) => (growth ** (DAYS_PER_YEAR / horizonDays) - 1) * 100;
  return { kept: yearly(kept), reported: yearly(reported) };
}
