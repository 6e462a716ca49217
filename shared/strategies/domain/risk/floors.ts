import { daysText } from '../../../platform/domain/days.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { familyOf, mayLoseImpermanently } from '../families.ts';
import type { RiskInputs } from './inputs.ts';
import { FLOOR_RULES } from './table.ts';

type Floor = StrategyRecord['risk']['floors'][number];

/** Whether a rate stands still far above what its peers pay: nobody can say that it will be paid. */
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

/** The floors that a strategy stands on, each with the level that it sets and the figure behind it. */
export function floorsOf(inputs: RiskInputs): Floor[] {
  const floors = [...floorsOfWhatItIs(inputs), ...floorsOfItsRate(inputs)];
  return floors.filter(({ stands }) => stands).map(({ stands: _, ...floor }) => floor);
}

type PossibleFloor = Floor & { readonly stands: boolean };

/** For what it is: too young, too small, or able to lose. */
function floorsOfWhatItIs(inputs: RiskInputs): PossibleFloor[] {
  const { tvl, history_days } = inputs;
  const rules = FLOOR_RULES;
  return [
    {
      stands: history_days < rules.mediumBelowDays,
      name: 'short_history',
      level: 'medium',
      reason: `It has ${daysText(history_days)} of history, under ${rules.mediumBelowDays}.`,
    },
    {
      stands: tvl < rules.mediumBelowTvlUsd && tvl >= rules.highBelowTvlUsd,
      name: 'small_tvl',
      level: 'medium',
      reason: `Its TVL is ${Math.round(tvl)} USD, under ${rules.mediumBelowTvlUsd}.`,
    },
    {
      stands: tvl < rules.highBelowTvlUsd,
      name: 'tiny_tvl',
      level: 'high',
      reason: `Its TVL is ${Math.round(tvl)} USD, under ${rules.highBelowTvlUsd}.`,
    },
    {
      stands: mayLoseImpermanently(inputs),
      name: 'impermanent_loss',
      level: 'high',
      reason:
        inputs.il_risk === null
          ? `It holds ${inputs.underlying_assets.join(', ')}, and the source does not say that it cannot lose against holding them.`
          : 'It may lose more against holding its tokens than it pays, and no APY shows it.',
    },
  ];
}

/** For what it pays, beside what its peers do. */
function floorsOfItsRate(inputs: RiskInputs): PossibleFloor[] {
  const { current_apy, peer_apy, unmoved_days } = inputs;
  const { times, points } = FLOOR_RULES.overPeers;
  const isOverPeers = isAbove(current_apy, peer_apy, times, points);
  const peers = `its peers' median of ${peer_apy?.toFixed(2)}%`;
  return [
    {
      stands: isOverPeers && !isAbovePeers(inputs),
      name: 'over_peers',
      level: 'medium',
      reason: `It pays ${current_apy.toFixed(2)}%, well above ${peers}.`,
    },
    {
      stands: isAbovePeers(inputs),
      name: 'above_peers',
      level: 'high',
      reason: `It pays ${current_apy.toFixed(2)}%, far above ${peers}.`,
    },
    {
      stands: isStuckRate(inputs),
      name: 'stuck_rate',
      level: 'high',
      reason: `It has paid ${current_apy.toFixed(2)}% for ${daysText(unmoved_days)} without moving, far above ${peers}.`,
    },
  ];
}
