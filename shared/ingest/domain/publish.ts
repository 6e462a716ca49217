import type { StatisticsByWindow } from '../../market/domain/window-statistics.ts';
import { DAY_MS } from '../../platform/domain/days.ts';
import { round, roundOrNull } from '../../platform/domain/numbers.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import {
  type IntervalReachOf,
  publishedExpectation,
  TABLE_REACH,
} from '../../strategies/domain/expectation/published.ts';
import {
  isSameRate,
  NO_TRACK_RECORD,
  type TrackRecord,
} from '../../strategies/domain/expectation/track-record.ts';
import { hasImpermanentLossRisk } from '../../strategies/domain/families.ts';
import { isExitConstrained, isStuckRate } from '../../strategies/domain/risk/floors.ts';
import { rewardShare, riskOf } from '../../strategies/domain/risk/risk.ts';
import { FLOOR_RULES, RISK_TABLE } from '../../strategies/domain/risk/table.ts';
import type { Observation } from './normalize.ts';
import { isAbsurdApy, type PublishableObservation } from './publication.ts';

/** Minimum deposits in USD: below them the fees of getting in and out would eat a year's yield. */
const MIN_DEPOSIT_USD = { default: 10, byChain: { ethereum: 100 } } as const satisfies {
  default: number;
  byChain: Readonly<Record<string, number>>;
};

const MIN_DEPOSIT_BY_CHAIN = new Map<string, number>(Object.entries(MIN_DEPOSIT_USD.byChain));

/** Thresholds of the warning flags that do not follow from risk floors. Chosen, not fitted. */
const FLAG_RULES = {
  /** The part of the APY that rewards pay: with more, little would be left when they end. */
  rewardShare: 0.8,
  /** The standard deviation of the APY over 30 days, in points: with more, today's says little of next week's. */
  volatilityPoints: 15,
} as const;

/** Figures from our own daily history of a strategy. */
export interface HistoryFigures {
  readonly statistics: StatisticsByWindow;
  /** Days of history held. */
  readonly days: number;
  readonly track: TrackRecord;
}

/** What a strategy is seen against. */
export interface Surroundings {
  /** The median APY of its peers in percent, null where there are too few. */
  readonly peerApy: number | null;
  readonly reachOf: IntervalReachOf;
}

const NO_SURROUNDINGS: Surroundings = { peerApy: null, reachOf: TABLE_REACH };

/** What the next record takes over from the one before it. */
export type PreviousFigures = Pick<
  StrategyRecord,
  'current_apy' | 'tvl' | 'created_at' | 'updated_at' | 'exit_constrained'
>;

/**
 * The published record of a strategy.
 *
 * `historical_apy` is the mean of our own history in each window; where that is too short, the mean over the most days
 * that is known stands in (see `historicalApy`). `created_at` stays what it was at first sight, the first day that the
 * source knows of. `updated_at` moves only when APY or TVL does.
 *
 * @param history figures of our own history, undefined before there is any
 * @param previous what was published before
 */
export function strategyRecordOf(
  observation: PublishableObservation,
  history: HistoryFigures | undefined,
  previous: PreviousFigures | undefined,
  { peerApy, reachOf }: Surroundings = NO_SURROUNDINGS,
): StrategyRecord {
  const observedAt = wholeSecond(observation.observedAtMs);
  const historyDays = Math.max(history?.days ?? 0, observation.sourceHistoryDays);
  const track = history?.track ?? NO_TRACK_RECORD;
  // The risk is that of the figures as published, so that it can be computed again from them.
  const figures = {
    ...publishedFigures(observation, track, peerApy),
    ...exitFigures(observation, previous?.exit_constrained ?? false),
    apy_volatility_30d: roundOrNull(history?.statistics['30d'].volatility ?? null, 5),
    history_days: historyDays,
  };
  const unchanged = previous?.current_apy === figures.current_apy && previous.tvl === figures.tvl;
  const { risk, level } = riskOf(figures);
  return {
    id: observation.id,
    name: observation.name,
    description: observation.description,
    chain: observation.chain,
    asset: observation.asset,
    protocol: observation.protocol,
    strategy_type: observation.strategyType,
    historical_apy: historicalApy(observation, history),
    expected_apy: publishedExpectation(
      { record: figures, track, sourceMean30: usableMean30(observation) },
      reachOf,
    ),
    risk_level: level,
    min_deposit: MIN_DEPOSIT_BY_CHAIN.get(observation.chain) ?? MIN_DEPOSIT_USD.default,
    created_at: previous?.created_at ?? firstDay(observation, historyDays),
    updated_at: unchanged ? previous.updated_at : observedAt,
    status: 'listed',
    ...figures,
    risk,
    flags: flagsOf(observation, figures),
    source: observation.source,
    as_of: observedAt,
    source_pool_id: observation.sourcePoolId,
    token_addresses: [...observation.tokenAddresses],
  };
}

/** The figures of an observation as they are published, rounded. */
function publishedFigures(
  observation: PublishableObservation,
  track: TrackRecord,
  peerApy: Surroundings['peerApy'],
) {
  return {
    tvl: round(observation.tvlUsd, 2),
    current_apy: round(observation.apy, 5),
    ...recentMoves(observation, track),
    peer_apy: roundOrNull(peerApy, 5),
    apy_base: roundOrNull(observation.apyBase, 5),
    apy_reward: roundOrNull(observation.apyReward, 5),
    exposure: observation.exposure,
    il_risk: observation.ilRisk,
    stablecoin: observation.stablecoin,
    outlier: observation.outlier,
    underlying_assets: [...observation.underlyingAssets],
  };
}

/** How a strategy moved recently, as published: null where too few days are known to say. */
function recentMoves(observation: Observation, track: TrackRecord) {
  const isKnown = track.days30 >= RISK_TABLE.volatilityDays;
  return {
    log_apy_volatility_30d: isKnown ? roundOrNull(track.spread30, 5) : null,
    tvl_volatility_30d: isKnown ? roundOrNull(track.tvlSpread30, 5) : null,
    tvl_growth_30d: isKnown ? roundOrNull(track.tvlGrowth30, 5) : null,
    unmoved_days: unmovedDays(observation, track),
  };
}

/** The number of days in the source's mean. */
const SOURCE_MEAN_DAYS = 30;

/**
 * The number of known days without a change of the APY. For a strategy with too little history here, the source's
 * history counts: a rate that equals its own 30-day mean was constant for as many of those days as the source knows.
 */
function unmovedDays({ apy, apyMean30d, sourceHistoryDays }: Observation, track: TrackRecord): number {
  const isYoung = track.days30 < FLOOR_RULES.stuck.days;
  const stands = apy !== null && apyMean30d !== null && isSameRate(apyMean30d, apy);
  if (!isYoung || !stands) return track.unmovedDays;
  return Math.max(track.unmovedDays, Math.min(SOURCE_MEAN_DAYS, sourceHistoryDays));
}

/** How much of a lending market is borrowed. Debts may exceed what is supplied: then all of it is borrowed. */
function exitFigures({ lending }: Observation, wasConstrained: boolean) {
  const utilisation =
    lending === null ? null : round(Math.min(1, lending.borrowedUsd / lending.suppliedUsd), 5);
  return {
    utilisation,
    withdrawable: lending === null ? null : round(Math.max(0, lending.suppliedUsd - lending.borrowedUsd), 2),
    exit_constrained: isExitConstrained(utilisation, wasConstrained),
  };
}

/** A time as it is published: whole seconds, since the upstream's milliseconds mean nothing. */
export function wholeSecond(epochMs: number): string {
  return new Date(Math.floor(epochMs / 1000) * 1000).toISOString();
}

/** Midnight of the first day that is known of the strategy. */
function firstDay(observation: Observation, historyDays: number): string {
  const day = Math.floor(observation.observedAtMs / DAY_MS) - historyDays;
  return new Date(Math.max(0, day) * DAY_MS).toISOString();
}

/**
 * Means in percent. For a window of which too few days are known here stands the mean over the most days up to its own,
 * that of our own history before the source's of as many; one reading stands for a window only where there is no mean.
 */
function historicalApy(
  observation: PublishableObservation,
  history: HistoryFigures | undefined,
): StrategyRecord['historical_apy'] {
  const current = round(observation.apy, 5);
  const mean = (window: '7d' | '30d' | '90d') => roundOrNull(history?.statistics[window].meanApy ?? null, 5);
  const week = mean('7d') ?? current;
  const month = mean('30d') ?? roundOrNull(usableMean30(observation), 5) ?? week;
  return { '7d': week, '30d': month, '90d': mean('90d') ?? month };
}

/** The source's own 30-day mean, where that is an APY that could have been earned. */
function usableMean30({ apyMean30d }: Observation): number | null {
  return apyMean30d === null || isAbsurdApy(apyMean30d) ? null : apyMean30d;
}

function flagsOf(
  observation: Observation,
  figures: Parameters<typeof isStuckRate>[0] &
    Parameters<typeof hasImpermanentLossRisk>[0] &
    Pick<StrategyRecord, 'history_days' | 'apy_volatility_30d' | 'exit_constrained'>,
): string[] {
  const { history_days: historyDays, apy_volatility_30d: volatility } = figures;
  const share = rewardShare(observation.apyBase, observation.apyReward);
  const flags: (readonly [string, boolean])[] = [
    ['outlier', observation.outlier === true],
    ['stuck_rate', isStuckRate(figures)],
    ['exit_constrained', figures.exit_constrained],
    ['short_history', historyDays < FLOOR_RULES.mediumBelowDays],
    ['low_tvl', observation.tvlUsd < FLOOR_RULES.highBelowTvlUsd],
    ['reward_dependent', share !== null && share > FLAG_RULES.rewardShare],
    ['volatile_apy', volatility !== null && volatility > FLAG_RULES.volatilityPoints],
    ['impermanent_loss', hasImpermanentLossRisk(figures)],
    ['negative_apy', observation.apy !== null && observation.apy < 0],
  ];
  return flags.filter(([, raised]) => raised).map(([flag]) => flag);
}
