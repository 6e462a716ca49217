import type { Reason, RejectionCode } from '../../../contract/strategies/strategy-responses.ts';
import type { Setting } from '../estimates/estimate.ts';
import type { Candidate } from '../policy.ts';
import { leastAt, type Question } from '../question.ts';
import { brokenRules } from './eligibility.ts';
import type { Judgement } from './judge.ts';

/** The rule that keeps most candidates from being recommended. */
export interface Obstacle {
  readonly code: RejectionCode;
  /** How many candidates break it; where some break one rule alone, only those are counted. */
  readonly count: number;
  readonly isAlone: boolean;
}

/** What is in the way, and what a caller can change about it; nobody can change what a strategy is. */
const WORDS: Readonly<Record<RejectionCode, readonly [obstacle: string, advice: string]>> = {
  paused: ['they are paused', 'Ask for another asset or chain.'],
  stuck_rate: ['their rate stands still far above its peers', 'Ask for another asset or chain.'],
  risk_above_limit: ['their risk is above risk_level', 'Accept more with risk_level.'],
  outlier: ['their APY is an outlier', 'Ask for another asset or chain.'],
  short_history: [
    'their history is too short',
    'Accept more risk with risk_level, or ask for another asset.',
  ],
  stale: ['their figures are too old', 'Ask again after the next ingestion.'],
  several_assets: ['they hold several assets', 'Name all the assets of a pool in asset.'],
  low_tvl: ['their TVL is under min_tvl', 'Lower min_tvl.'],
  too_small: ['their TVL is too small for the amount', 'Place a smaller amount.'],
  below_minimum_deposit: ['the caps allow less than their min_deposit', 'Raise amount or max_share.'],
  not_worth_moving: ['moving there does not pay for its costs', 'Raise amount or horizon_days.'],
};

/** The commonest rule among those that candidates break, whatever their order; undefined where every one passes. */
export function obstacleOf<C extends Candidate>(
  question: Question<C>,
  { broken }: Judgement,
  setting: Setting,
  asOfMs: number,
): Obstacle | undefined {
  const { pool, places } = question;
  const near = places.filter((place) => broken[place] === 1);
  const counts = new Map<RejectionCode, number>();
  for (const place of near.length > 0 ? near : places) {
    for (const { code } of brokenRules(pool.at(place), leastAt(question, place), setting, asOfMs))
      counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [commonest] = [...counts].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1));
  if (commonest === undefined) return undefined;
  const [code, count] = commonest;
  return { code, count, isAlone: near.length > 0 };
}

/** Why none of so many candidates may be recommended, and what to change. */
export function noneEligible(considered: number, obstacle: Obstacle | undefined): Reason {
  const none = `None of the strategies that match (${considered}) passed every rule.`;
  if (obstacle === undefined) return { code: 'none_eligible', message: none };
  const [what, advice] = WORDS[obstacle.code];
  const most = `Of ${obstacle.isAlone ? 'those that break one rule alone' : 'all of them'}, most are left out as ${what}`;
  return {
    code: 'none_eligible',
    message: `${none} ${most} (${obstacle.code}, ${obstacle.count}). ${advice}`,
  };
}
