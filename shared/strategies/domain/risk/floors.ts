import { daysText } from '../../../platform/domain/days.ts';
import { formatUsdText } from '../../../platform/domain/usd-text.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { familyOf, hasImpermanentLossRisk } from '../families.ts';
import { RISK_FLOOR_RULES, type RiskInputs } from './table.ts';

type RiskFloor = StrategyRecord['risk']['floors'][number];

/**
 * Returns whether the APY has not changed for several days and is far above the peers' APY. It is possible that new
 * deposits do not earn this APY.
 */
export function hasStuckRate({
  current_apy,
  peer_apy,
  unmoved_days,
}: Pick<RiskInputs, 'current_apy' | 'peer_apy' | 'unmoved_days'>): boolean {
  const { days, times, points } = RISK_FLOOR_RULES.stuck;
  return unmoved_days >= days && isApyAbovePeers(current_apy, peer_apy, times, points);
}

/**
 * Returns whether the APY is so far above the peers' APY that it is doubtful. Never true for volatile pools of several
 * asset families, because their trading fees vary a lot.
 */
function hasDoubtfullyHighApy(inputs: RiskInputs): boolean {
  const { times, points } = RISK_FLOOR_RULES.highAbovePeers;
  const { exposure, stablecoin, underlying_assets, current_apy, peer_apy } = inputs;
  const hasOneAssetFamily =
    exposure === 'single' || stablecoin !== false || familyOf(underlying_assets) !== null;
  return hasOneAssetFamily && isApyAbovePeers(current_apy, peer_apy, times, points);
}

function isApyAbovePeers(
  apy: number,
  peerApy: number | null,
  times: number,
  minExcessPoints: number,
): boolean {
  return peerApy !== null && apy > times * peerApy && apy > peerApy + minExcessPoints;
}

/**
 * Returns whether so much is borrowed that lenders may have to wait for a withdrawal. The result becomes true at the
 * utilisation `from`, and false again below `until`. It does not change if the utilisation is unknown (null).
 */
export function isExitConstrained(utilisation: number | null, wasExitConstrained: boolean): boolean {
  const { from, until } = RISK_FLOOR_RULES.utilisation;
  return utilisation === null ? wasExitConstrained : utilisation >= (wasExitConstrained ? until : from);
}

/**
 * Returns the floors (minimum risk levels) that apply to a strategy.
 * @param knownWeightFraction fraction (0 to 1) of the total weight that belongs to factors with a known value
 */
export function riskFloorsOf(inputs: RiskInputs, knownWeightFraction: number): RiskFloor[] {
  const riskFloors = [
    ...basicRiskFloorsOf(inputs),
    ...apyRiskFloorsOf(inputs),
    ...exitRiskFloorsOf(inputs),
    ...littleKnownFloorsOf(inputs, knownWeightFraction),
  ];
  return riskFloors.filter(({ applies }) => applies).map(({ applies: _, ...floor }) => floor);
}

type PossibleRiskFloor = RiskFloor & { readonly applies: boolean };

/** Returns the possible risk floors for a short history, a small TVL and impermanent loss. */
function basicRiskFloorsOf(inputs: RiskInputs): PossibleRiskFloor[] {
  const { tvl, history_days } = inputs;
  const rules = RISK_FLOOR_RULES;
  return [
    {
      applies: history_days < rules.mediumBelowDays,
      name: 'short_history',
      level: 'medium',
      reason: `It has ${daysText(history_days)} of history, less than ${rules.mediumBelowDays}.`,
    },
    {
      applies: tvl < rules.mediumBelowTvlUsd && tvl >= rules.highBelowTvlUsd,
      name: 'small_tvl',
      level: 'medium',
      reason: `Its TVL is ${formatUsdText(tvl)}, less than ${formatUsdText(rules.mediumBelowTvlUsd)}.`,
    },
    {
      applies: tvl < rules.highBelowTvlUsd,
      name: 'tiny_tvl',
      level: 'high',
      reason: `Its TVL is ${formatUsdText(tvl)}, less than ${formatUsdText(rules.highBelowTvlUsd)}.`,
    },
    {
      applies: hasImpermanentLossRisk(inputs),
      name: 'impermanent_loss',
      level: 'high',
      reason:
        inputs.il_risk === null
          ? `It holds ${inputs.underlying_assets.join(', ')}. The source does not say whether that can cause impermanent loss.`
          : 'It is exposed to impermanent loss, which may be more than it pays. No APY shows it.',
    },
  ];
}

/**
 * Returns the risk floors (minimum risk levels) that compare the APY with the peers' APY. `applies` says whether a
 * floor applies to these inputs.
 */
function apyRiskFloorsOf(inputs: RiskInputs): PossibleRiskFloor[] {
  const { current_apy, peer_apy, unmoved_days } = inputs;
  const { times, points } = RISK_FLOOR_RULES.mediumAbovePeers;
  const isWellAbovePeers = isApyAbovePeers(current_apy, peer_apy, times, points);
  const peersText = `its peers' median of ${peer_apy?.toFixed(2)}%`;
  return [
    {
      applies: isWellAbovePeers && !hasDoubtfullyHighApy(inputs),
      name: 'over_peers',
      level: 'medium',
      reason: `It pays ${current_apy.toFixed(2)}%, well above ${peersText}.`,
    },
    {
      applies: hasDoubtfullyHighApy(inputs),
      name: 'above_peers',
      level: 'high',
      reason: `It pays ${current_apy.toFixed(2)}%, far above ${peersText}.`,
    },
    {
      applies: hasStuckRate(inputs),
      name: 'stuck_rate',
      level: 'high',
      reason: `It has paid ${current_apy.toFixed(2)}% for ${daysText(unmoved_days)} without a change, far above ${peersText}.`,
    },
  ];
}

function exitRiskFloorsOf({ exit_constrained, utilisation }: RiskInputs): PossibleRiskFloor[] {
  const { from, until } = RISK_FLOOR_RULES.utilisation;
  const borrowedShareText = utilisation === null ? 'Most' : `${Math.floor(100 * utilisation)}%`;
  return [
    {
      applies: exit_constrained,
      name: 'exit_constrained',
      level: 'medium',
      reason:
        `${borrowedShareText} of what was supplied is borrowed, so a withdrawal may have to wait. ` +
        `The warning starts at ${100 * from}% and ends below ${100 * until}%.`,
    },
  ];
}

function littleKnownFloorsOf(inputs: RiskInputs, knownWeightFraction: number): PossibleRiskFloor[] {
  const hasNoHistory = inputs.log_apy_volatility_30d === null && inputs.tvl_volatility_30d === null;
  const minKnownWeightFraction = RISK_FLOOR_RULES.mediumBelowKnownWeight;
  return [
    {
      applies: hasNoHistory || knownWeightFraction < minKnownWeightFraction,
      name: 'little_known',
      level: 'medium',
      reason: hasNoHistory
        ? 'Its daily history is not known yet, so nobody can say how much its APY and its TVL move.'
        : `Only ${Math.round(100 * knownWeightFraction)}% of what the score needs is known; a low level needs ${100 * minKnownWeightFraction}%.`,
    },
  ];
}
