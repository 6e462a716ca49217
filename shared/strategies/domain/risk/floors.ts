import { daysText } from '../../../platform/domain/days.ts';
import { usdText } from '../../../platform/domain/usd-text.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { familyOf, mayLoseImpermanently } from '../families.ts';
import { FLOOR_RULES, type RiskInputs } from './table.ts';

type Floor = StrategyRecord['risk']['floors'][number];

/** Whether a rate has stayed far above its peers' without moving, so that it may never be paid. */
export function isStuckRate({
  current_apy,
  peer_apy,
  unmoved_days,
}: Pick<RiskInputs, 'current_apy' | 'peer_apy' | 'unmoved_days'>): boolean {
  const { days, times, points } = FLOOR_RULES.stuck;
  return unmoved_days >= days && isAbove(current_apy, peer_apy, times, points);
}

/**
 * Whether what holds one asset, one family of them or stablecoins (as far as is known) pays so much more than its peers
 * that the figure itself is in doubt. Pools of other assets are paid for trading, which comes and goes.
 */
function isAbovePeers(inputs: RiskInputs): boolean {
  const { times, points } = FLOOR_RULES.abovePeers;
  const { exposure, stablecoin, underlying_assets, current_apy, peer_apy } = inputs;
  const isOfOneWorth = exposure === 'single' || stablecoin !== false || familyOf(underlying_assets) !== null;
  return isOfOneWorth && isAbove(current_apy, peer_apy, times, points);
}

function isAbove(apy: number, peerApy: number | null, times: number, points: number): boolean {
  return peerApy !== null && apy > times * peerApy && apy > peerApy + points;
}

/**
 * Whether so much is borrowed that lenders may have to wait for their money. It starts at a higher utilisation than it
 * ends at. An unknown utilisation (null) changes nothing.
 */
export function isExitConstrained(utilisation: number | null, before: boolean): boolean {
  const { from, until } = FLOOR_RULES.utilisation;
  return utilisation === null ? before : utilisation >= (before ? until : from);
}

/**
 * The floors of a strategy, each with its level and reason.
 *
 * @param known the fraction of the score's weight whose figures are known
 */
export function floorsOf(inputs: RiskInputs, known: number): Floor[] {
  const floors = [
    ...floorsOfWhatItIs(inputs),
    ...floorsOfItsRate(inputs),
    ...floorsOfItsExit(inputs),
    ...floorsOfKnowledge(inputs, known),
  ];
  return floors.filter(({ applies }) => applies).map(({ applies: _, ...floor }) => floor);
}

type PossibleFloor = Floor & { readonly applies: boolean };

/** Too young, too small, or exposed to impermanent loss. */
function floorsOfWhatItIs(inputs: RiskInputs): PossibleFloor[] {
  const { tvl, history_days } = inputs;
  const rules = FLOOR_RULES;
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
      reason: `Its TVL is ${usdText(tvl)}, less than ${usdText(rules.mediumBelowTvlUsd)}.`,
    },
    {
      applies: tvl < rules.highBelowTvlUsd,
      name: 'tiny_tvl',
      level: 'high',
      reason: `Its TVL is ${usdText(tvl)}, less than ${usdText(rules.highBelowTvlUsd)}.`,
    },
    {
      applies: mayLoseImpermanently(inputs),
      name: 'impermanent_loss',
      level: 'high',
      reason:
        inputs.il_risk === null
          ? `It holds ${inputs.underlying_assets.join(', ')}. The source does not say whether that can cause impermanent loss.`
          : 'It is exposed to impermanent loss, which may be more than it pays. No APY shows it.',
    },
  ];
}

/** Its APY against that of its peers. */
function floorsOfItsRate(inputs: RiskInputs): PossibleFloor[] {
  const { current_apy, peer_apy, unmoved_days } = inputs;
  const { times, points } = FLOOR_RULES.overPeers;
  const isOverPeers = isAbove(current_apy, peer_apy, times, points);
  const peers = `its peers' median of ${peer_apy?.toFixed(2)}%`;
  return [
    {
      applies: isOverPeers && !isAbovePeers(inputs),
      name: 'over_peers',
      level: 'medium',
      reason: `It pays ${current_apy.toFixed(2)}%, well above ${peers}.`,
    },
    {
      applies: isAbovePeers(inputs),
      name: 'above_peers',
      level: 'high',
      reason: `It pays ${current_apy.toFixed(2)}%, far above ${peers}.`,
    },
    {
      applies: isStuckRate(inputs),
      name: 'stuck_rate',
      level: 'high',
      reason: `It has paid ${current_apy.toFixed(2)}% for ${daysText(unmoved_days)} without a change, far above ${peers}.`,
    },
  ];
}

function floorsOfItsExit({ exit_constrained, utilisation }: RiskInputs): PossibleFloor[] {
  const { from, until } = FLOOR_RULES.utilisation;
  const used = utilisation === null ? 'Most' : `${Math.floor(100 * utilisation)}%`;
  return [
    {
      applies: exit_constrained,
      name: 'exit_constrained',
      level: 'medium',
      reason:
        `${used} of what was supplied is borrowed, so a withdrawal may have to wait. ` +
        `The warning starts at ${100 * from}% and ends below ${100 * until}%.`,
    },
  ];
}

function floorsOfKnowledge(inputs: RiskInputs, known: number): PossibleFloor[] {
  const isBlind = inputs.log_apy_volatility_30d === null && inputs.tvl_volatility_30d === null;
  const least = FLOOR_RULES.mediumBelowKnown;
  return [
    {
      applies: isBlind || known < least,
      name: 'little_known',
      level: 'medium',
      reason: isBlind
        ? 'Its daily history is not known yet, so nobody can say how much its APY and its TVL move.'
        : `Only ${Math.round(100 * known)}% of what the score needs is known; a low level needs ${100 * least}%.`,
    },
  ];
}
