import { type ExpectationReport, expectationReports } from './expectations.ts';
import { type LevelReport, levelReport } from './levels.ts';
import { type PlanReport, planReports } from './plans.ts';
import { type RiskReport, riskReports } from './risks.ts';
import type { Walk } from './walk.ts';

/** What became of readings that the guard held, and the spikes of a single reading. */
interface GuardReport {
  readonly confirmed: number;
  readonly takenBack: number;
  readonly open: number;
  readonly spikes: number;
  readonly published: number;
}

/** The whole report of one recording, or of several together. */
export interface Report {
  readonly name: string;
  readonly guard: GuardReport;
  readonly levels: LevelReport;
  readonly expectations: readonly ExpectationReport[];
  readonly plans: readonly PlanReport[];
  readonly risks: readonly RiskReport[];
}

export function reportOf(name: string, walks: readonly Walk[]): Report {
  const sum = (of: (walk: Walk) => number) => walks.reduce((total, each) => total + of(each), 0);
  const withTvl = walks.filter(({ hasTvl }) => hasTvl);
  return {
    name,
    guard: {
      confirmed: sum(({ held }) => held.confirmed),
      takenBack: sum(({ held }) => held.takenBack),
      open: sum(({ held }) => held.open),
      spikes: sum(({ spikes }) => spikes.spikes),
      published: sum(({ spikes }) => spikes.published),
    },
    levels: levelReport(withTvl),
    expectations: expectationReports(walks),
    plans: planReports(withTvl),
    risks: riskReports(walks),
  };
}
