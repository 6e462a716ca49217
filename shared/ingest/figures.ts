import type { Window } from '../market/contract/windows.ts';
import type { PerformanceSnapshot } from '../market/domain/performance-snapshot.ts';
import type {
  STATISTIC_NAMES,
  StatisticsByWindow,
  WindowStatistics,
} from '../market/domain/window-statistics.ts';
import { NO_TRACK_RECORD } from '../strategies/domain/expectation/track-record.ts';
import type { HistoryFigures } from './domain/publish.ts';
import type { PreviousRun } from './snapshots.ts';
import type { HistoryUpdate } from './update-histories.ts';

/**
 * Returns a function that reads the history figures of a strategy. If this run has read the strategy's history, the
 * figures come from this run. Otherwise, they come from the previous run.
 */
export function figuresReader(
  histories: HistoryUpdate,
  before: PreviousRun,
): (id: string) => HistoryFigures | undefined {
  const previousStatistics = statisticsReader(before.performance);
  return (id) => {
    const outcome = histories.outcomes.get(id);
    if (outcome !== undefined) {
      return { statistics: outcome.statistics, days: outcome.historyDays, track: outcome.track };
    }
    const statistics = previousStatistics(id);
    const strategyState = before.state.strategies.get(id);
    if (statistics === undefined) return undefined;
    return {
      statistics,
      days: strategyState?.historyDays ?? 0,
      track: strategyState?.track ?? NO_TRACK_RECORD,
    };
  };
}

/** Returns a function that reads a strategy's statistics from the previous run's snapshot. */
function statisticsReader(
  snapshot: PerformanceSnapshot | undefined,
): (id: string) => StatisticsByWindow | undefined {
  if (snapshot === undefined) return () => undefined;
  const rows = new Map(snapshot.ids.map((id, row) => [id, row]));
  const { statistics } = snapshot;
  const at = (window: Window, row: number): WindowStatistics => {
    const columns = statistics[window];
    const figure = (name: (typeof STATISTIC_NAMES)[number]) => columns[name][row] ?? Number.NaN;
    return {
      meanApy: figure('meanApy'),
      minApy: figure('minApy'),
      maxApy: figure('maxApy'),
      volatility: figure('volatility'),
      compoundedReturn: figure('compoundedReturn'),
      apyChange: figure('apyChange'),
      tvlChange: figure('tvlChange'),
      tvlDrawdown: figure('tvlDrawdown'),
      samples: figure('samples'),
    };
  };
  return (id) => {
    const row = rows.get(id);
    if (row === undefined) return undefined;
    return { '7d': at('7d', row), '30d': at('30d', row), '90d': at('90d', row), '365d': at('365d', row) };
  };
}
