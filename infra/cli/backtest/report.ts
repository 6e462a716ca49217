import { type AllocationReport, buildAllocationReports } from './allocations.ts';
import { buildExpectationReports, type ExpectationReport } from './expectations.ts';
import { buildRiskLevelReport, type RiskLevelReport } from './levels.ts';
import type { MarketReplay } from './market-replay.ts';
import { buildRiskReports, type RiskReport } from './risks.ts';

/**
 * Counts of suspicious APY readings. The first three count readings that the spike guard held. The next reading
 * confirmed those in `confirmed`, but not those in `unconfirmed`. Those in `undecided` have no next reading. `spikes`
 * counts APY spikes that last only one reading, and `published` counts the spikes that were published.
 */
interface SpikeGuardReport {
  readonly confirmed: number;
  readonly unconfirmed: number;
  readonly undecided: number;
  readonly spikes: number;
  readonly published: number;
}

export interface BacktestReport {
  readonly name: string;
  readonly guard: SpikeGuardReport;
  readonly levels: RiskLevelReport;
  readonly expectations: readonly ExpectationReport[];
  readonly plans: readonly AllocationReport[];
  readonly risks: readonly RiskReport[];
}

export function buildBacktestReport(name: string, marketReplays: readonly MarketReplay[]): BacktestReport {
  const sum = (of: (marketReplay: MarketReplay) => number) =>
    marketReplays.reduce((total, each) => total + of(each), 0);
  const replaysWithTvl = marketReplays.filter(({ hasTvl }) => hasTvl);
  return {
    name,
    guard: {
      confirmed: sum(({ held }) => held.confirmed),
      unconfirmed: sum(({ held }) => held.unconfirmed),
      undecided: sum(({ held }) => held.undecided),
      spikes: sum(({ spikeReport }) => spikeReport.spikes),
      published: sum(({ spikeReport }) => spikeReport.published),
    },
    levels: buildRiskLevelReport(replaysWithTvl),
    expectations: buildExpectationReports(marketReplays),
    plans: buildAllocationReports(replaysWithTvl),
    risks: buildRiskReports(marketReplays),
  };
}
