import { type AllocationReport, buildAllocationReports } from './allocations.ts';
import { buildExpectationReports, type ExpectationReport } from './expectations.ts';
import { buildLevelReport, type LevelReport } from './levels.ts';
import type { MarketReplay } from './market-replay.ts';
import { buildRiskReports, type RiskReport } from './risks.ts';

/**
 * Counts of the readings that the spike guard held (see `MarketReplay.held`), of the spikes, and of the published
 * spikes.
 */
interface GuardReport {
  readonly confirmed: number;
  readonly unconfirmed: number;
  readonly undecided: number;
  readonly spikes: number;
  readonly published: number;
}

export interface Report {
  readonly name: string;
  readonly guard: GuardReport;
  readonly levels: LevelReport;
  readonly expectations: readonly ExpectationReport[];
  readonly plans: readonly AllocationReport[];
  readonly risks: readonly RiskReport[];
}

export function buildReport(name: string, marketReplays: readonly MarketReplay[]): Report {
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
    levels: buildLevelReport(replaysWithTvl),
    expectations: buildExpectationReports(marketReplays),
    plans: buildAllocationReports(replaysWithTvl),
    risks: buildRiskReports(marketReplays),
  };
}
