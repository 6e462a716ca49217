import type { RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { Walk } from './walk.ts';

/** Days of pools by risk level, and those whose level contradicts what everybody can see. */
export interface LevelReport {
  readonly days: Readonly<Record<RiskLevel, number>>;
  /** Under 100,000 USD and not high. */
  readonly tinyBelowHigh: number;
  /** Under a million USD, or under 30 days of history, and low. */
  readonly unprovenLow: number;
  /** Large and old lending markets of the best-known protocols, and how many of their days are low. */
  readonly proven: number;
  readonly provenLow: number;
}

/**
 * Markets that a judgement has to call safe by its factors. The names are here to check it by; nothing that judges
 * knows them.
 */
const PROVEN = /^(aave|compound|spark|sky|maker)/;
const PROVEN_TVL_USD = 100_000_000;
const TINY_TVL_USD = 100_000;
const SMALL_TVL_USD = 1_000_000;
const YOUNG_DAYS = 30;

export function levelReport(walks: readonly Walk[]): LevelReport {
  const days = { low: 0, medium: 0, high: 0 };
  let [tinyBelowHigh, unprovenLow, proven, provenLow] = [0, 0, 0, 0];
  for (const { published } of walks) {
    for (const { record } of published.flatMap((today) => [...today.values()])) {
      const { risk_level: level, tvl, history_days } = record;
      days[level] += 1;
      if (tvl < TINY_TVL_USD && level !== 'high') tinyBelowHigh += 1;
      if ((tvl < SMALL_TVL_USD || history_days < YOUNG_DAYS) && level === 'low') unprovenLow += 1;
      if (!isProven(record)) continue;
      proven += 1;
      if (level === 'low') provenLow += 1;
    }
  }
  return { days, tinyBelowHigh, unprovenLow, proven, provenLow };
}

function isProven({ protocol, tvl, history_days, exposure }: StrategyRecord): boolean {
  return PROVEN.test(protocol) && tvl > PROVEN_TVL_USD && history_days >= YOUNG_DAYS && exposure === 'single';
}
