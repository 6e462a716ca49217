import type { StatisticsByWindow } from '../../market/domain/window-statistics.ts';
import { DAY_MS } from '../../platform/domain/days.ts';
import { round, roundOrNull } from '../../platform/domain/numbers.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import {
  buildPublishedExpectedApys,
  fixedIntervalReachOf,
  type GetIntervalReach,
} from '../../strategies/domain/expectation/published.ts';
import {
  isSameApy,
  NO_TRACK_RECORD,
  type TrackRecord,
} from '../../strategies/domain/expectation/track-record.ts';
import { hasImpermanentLossRisk } from '../../strategies/domain/families.ts';
import { hasStuckRate, isExitConstrained } from '../../strategies/domain/risk/floors.ts';
import { assessRisk, rewardShareOf } from '../../strategies/domain/risk/risk.ts';
import { RISK_CONSTANTS, RISK_FLOOR_RULES } from '../../strategies/domain/risk/table.ts';
import type { Observation } from './normalize.ts';
import { isAbsurdApy, type PublishableObservation } from './publication.ts';

/** Minimum deposits in USD. For a smaller deposit, the fees of deposit and withdrawal would exceed a year's yield. */
const MIN_DEPOSIT_USD = { default: 10, byChain: { ethereum: 100 } } as const satisfies {
  default: number;
  byChain: Readonly<Record<string, number>>;
};

const MIN_DEPOSIT_BY_CHAIN = new Map<string, number>(Object.entries(MIN_DEPOSIT_USD.byChain));

/** Limits above which a strategy gets a warning flag. They are chosen by judgment, not fitted to data. */
const FLAG_THRESHOLDS = {
  /**
   * Share of the APY that comes from reward tokens, 0 to 1. A higher share gets a flag, because little of the APY
   * remains when the rewards end.
   */
  rewardShare: 0.8,
  /**
   * Standard deviation of the APY over 30 days, in percentage points. Above this value, the current APY predicts little
   * about the next week.
   */
  volatilityPoints: 15,
} as const;

export interface HistoryFigures {
  readonly statistics: StatisticsByWindow;
  /** Number of days in the history with a known APY. */
  readonly days: number;
  readonly trackRecord: TrackRecord;
}

export interface MarketContext {
  /** Median APY, in percent, of other strategies with the same asset and kind. Null if there are too few of them. */
  readonly peerApy: number | null;
  readonly reachOf: GetIntervalReach;
}

const NO_MARKET_CONTEXT: MarketContext = { peerApy: null, reachOf: fixedIntervalReachOf };

export type PreviousFigures = Pick<
  StrategyRecord,
  'current_apy' | 'tvl' | 'created_at' | 'updated_at' | 'exit_constrained'
>;

/**
 * Builds the published record of a strategy. `created_at` is taken from the previous record, or else is the first known
 * day. `updated_at` changes only when the APY or the TVL changes.
 */
export function buildStrategyRecord(
  observation: PublishableObservation,
  historyFigures: HistoryFigures | undefined,
  previousFigures: PreviousFigures | undefined,
  { peerApy, reachOf }: MarketContext = NO_MARKET_CONTEXT,
): StrategyRecord {
  const observedAt = formatIsoWholeSeconds(observation.observedAtMs);
  const historyDays = Math.max(historyFigures?.days ?? 0, observation.sourceHistoryDays);
  const trackRecord = historyFigures?.trackRecord ?? NO_TRACK_RECORD;
  // The risk is computed from the published, rounded figures, so that clients can compute it again.
  const publishedFigures = {
    ...computePublishedFigures(observation, trackRecord, peerApy),
    ...computeWithdrawalFigures(observation, previousFigures?.exit_constrained ?? false),
    apy_volatility_30d: roundOrNull(historyFigures?.statistics['30d'].volatility ?? null, 5),
    history_days: historyDays,
  };
  const areFiguresUnchanged =
    previousFigures?.current_apy === publishedFigures.current_apy &&
    previousFigures.tvl === publishedFigures.tvl;
  const { risk, level } = assessRisk(publishedFigures);
  return {
    id: observation.id,
    name: observation.name,
    description: observation.description,
    chain: observation.chain,
    asset: observation.asset,
    protocol: observation.protocol,
    strategy_type: observation.strategyType,
    historical_apy: buildHistoricalApy(observation, historyFigures),
    expected_apy: buildPublishedExpectedApys(
      { record: publishedFigures, trackRecord, sourceMean30: publishableSourceMean30d(observation) },
      reachOf,
    ),
    risk_level: level,
    min_deposit: MIN_DEPOSIT_BY_CHAIN.get(observation.chain) ?? MIN_DEPOSIT_USD.default,
    created_at: previousFigures?.created_at ?? computeFirstHistoryDate(observation, historyDays),
    updated_at: areFiguresUnchanged ? previousFigures.updated_at : observedAt,
    status: 'listed',
    ...publishedFigures,
    risk,
    flags: collectFlags(observation, publishedFigures),
    source: observation.source,
    as_of: observedAt,
    source_pool_id: observation.sourcePoolId,
    token_addresses: [...observation.tokenAddresses],
  };
}

function computePublishedFigures(
  observation: PublishableObservation,
  trackRecord: TrackRecord,
  peerApy: MarketContext['peerApy'],
) {
  return {
    tvl: round(observation.tvlUsd, 2),
    current_apy: round(observation.apy, 5),
    ...recentChangesOf(observation, trackRecord),
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

/** Returns how APY and TVL changed recently. The 30-day figures are null if too few days are known. */
function recentChangesOf(observation: Observation, trackRecord: TrackRecord) {
  const hasEnoughHistory = trackRecord.days30 >= RISK_CONSTANTS.volatilityDays;
  return {
    log_apy_volatility_30d: hasEnoughHistory ? roundOrNull(trackRecord.spread30, 5) : null,
    tvl_volatility_30d: hasEnoughHistory ? roundOrNull(trackRecord.tvlSpread30, 5) : null,
    tvl_growth_30d: hasEnoughHistory ? roundOrNull(trackRecord.tvlGrowth30, 5) : null,
    unmoved_days: countUnchangedDays(observation, trackRecord),
  };
}

/** Number of days over which the source computes its mean APY. */
const SOURCE_MEAN_WINDOW_DAYS = 30;

/**
 * Returns the number of known days on which the APY has not changed. If the last 30 days have too few known days, an
 * APY equal to the source's 30-day mean counts as unchanged for up to 30 days.
 */
function countUnchangedDays(
  { apy, apyMean30d, sourceHistoryDays }: Observation,
  trackRecord: TrackRecord,
): number {
  const hasShortHistory = trackRecord.days30 < RISK_FLOOR_RULES.stuck.days;
  const isApyEqualToSourceMean = apy !== null && apyMean30d !== null && isSameApy(apyMean30d, apy);
  if (!hasShortHistory || !isApyEqualToSourceMean) return trackRecord.unmovedDays;
  return Math.max(trackRecord.unmovedDays, Math.min(SOURCE_MEAN_WINDOW_DAYS, sourceHistoryDays));
}

/**
 * Returns the utilisation (0 to 1) and the withdrawable amount in USD of a lending market, and whether withdrawals are
 * constrained. If the debt exceeds the supply, the utilisation is 1. Without lending figures, utilisation and amount
 * are null.
 */
function computeWithdrawalFigures({ lending }: Observation, wasExitConstrained: boolean) {
  const utilisation =
    lending === null ? null : round(Math.min(1, lending.borrowedUsd / lending.suppliedUsd), 5);
  return {
    utilisation,
    withdrawable: lending === null ? null : round(Math.max(0, lending.suppliedUsd - lending.borrowedUsd), 2),
    exit_constrained: isExitConstrained(utilisation, wasExitConstrained),
  };
}

export function formatIsoWholeSeconds(epochMs: number): string {
  return new Date(Math.floor(epochMs / 1000) * 1000).toISOString();
}

/** Returns midnight (UTC) of the first known day of the strategy. */
function computeFirstHistoryDate(observation: Observation, historyDays: number): string {
  const firstDay = Math.floor(observation.observedAtMs / DAY_MS) - historyDays;
  return new Date(Math.max(0, firstDay) * DAY_MS).toISOString();
}

/**
 * Returns the mean APY of each window in percent. If too few days of a window are known, uses the source's mean or the
 * mean of a shorter window.
 */
function buildHistoricalApy(
  observation: PublishableObservation,
  history: HistoryFigures | undefined,
): StrategyRecord['historical_apy'] {
  const currentApy = round(observation.apy, 5);
  const meanApyOf = (timeWindow: '7d' | '30d' | '90d') =>
    roundOrNull(history?.statistics[timeWindow].meanApy ?? null, 5);
  const meanApy7d = meanApyOf('7d') ?? currentApy;
  const meanApy30d = meanApyOf('30d') ?? roundOrNull(publishableSourceMean30d(observation), 5) ?? meanApy7d;
  return { '7d': meanApy7d, '30d': meanApy30d, '90d': meanApyOf('90d') ?? meanApy30d };
}

/** Returns the source's 30-day mean APY, or null if it is unknown or outside the range of published APYs. */
function publishableSourceMean30d({ apyMean30d }: Observation): number | null {
  return apyMean30d === null || isAbsurdApy(apyMean30d) ? null : apyMean30d;
}

function collectFlags(
  observation: Observation,
  publishedFigures: Parameters<typeof hasStuckRate>[0] &
    Parameters<typeof hasImpermanentLossRisk>[0] &
    Pick<StrategyRecord, 'history_days' | 'apy_volatility_30d' | 'exit_constrained'>,
): string[] {
  const { history_days: historyDays, apy_volatility_30d: volatility } = publishedFigures;
  const rewardFraction = rewardShareOf(observation.apyBase, observation.apyReward);
  const flagConditions: (readonly [string, boolean])[] = [
    ['outlier', observation.outlier === true],
    ['stuck_rate', hasStuckRate(publishedFigures)],
    ['exit_constrained', publishedFigures.exit_constrained],
    ['short_history', historyDays < RISK_FLOOR_RULES.mediumBelowDays],
    ['low_tvl', observation.tvlUsd < RISK_FLOOR_RULES.highBelowTvlUsd],
    ['reward_dependent', rewardFraction !== null && rewardFraction > FLAG_THRESHOLDS.rewardShare],
    ['volatile_apy', volatility !== null && volatility > FLAG_THRESHOLDS.volatilityPoints],
    ['impermanent_loss', hasImpermanentLossRisk(publishedFigures)],
    ['negative_apy', observation.apy !== null && observation.apy < 0],
  ];
  return flagConditions.filter(([, isRaised]) => isRaised).map(([flag]) => flag);
}
