import type { Window } from '../market/contract/windows.ts';
import type { PerformanceSnapshot } from '../market/domain/performance-snapshot.ts';
import type {
  STATISTIC_NAMES,
  StatisticsByWindow,
  WindowStatistics,
} from '../market/domain/window-statistics.ts';
import { NO_TRACK_RECORD } from '../strategies/domain/expectation/track-record.ts';
import type { HistoryFigures } from './domain/build-strategy-record.ts';
import type { PreviousRun } from './snapshots.ts';
import type { HistoryUpdate } from './update-histories.ts';

/**
 * Returns a function that returns the history figures of a strategy: from this ingestion if it has read the strategy's
 * history, else from the previous ingestion.
 */
export function createHistoryFiguresReader(
  historyUpdate: HistoryUpdate,
  previousRun: PreviousRun,
): (id: string) => HistoryFigures | undefined {
  const readPreviousStatistics = createStatisticsReader(previousRun.performance);
  return (id) => {
    const outcome = historyUpdate.outcomes.get(id);
    if (outcome !== undefined) {
      return { statistics: outcome.statistics, days: outcome.historyDays, trackRecord: outcome.trackRecord };
    }
    const statistics = readPreviousStatistics(id);
    const strategyState = previousRun.state.strategies.get(id);
    if (statistics === undefined) return undefined;
    return {
      statistics,
      days: strategyState?.historyDays ?? 0,
      trackRecord: strategyState?.trackRecord ?? NO_TRACK_RECORD,
    };
  };
}

function createStatisticsReader(
  snapshot: PerformanceSnapshot | undefined,
): (id: string) => StatisticsByWindow | undefined {
  if (snapshot === undefined) return () => undefined;
  const rowIndexById = new Map(snapshot.ids.map((id, row) => [id, row]));
  const { statistics } = snapshot;
  const statisticsForWindow = (window: Window, row: number): WindowStatistics => {
    const columns = statistics[window];
    const readFigure = (name: (typeof STATISTIC_NAMES)[number]) => columns[name][row] ?? Number.NaN;
    return {
      meanApy: readFigure('meanApy'),
      minApy: readFigure('minApy'),
      maxApy: readFigure('maxApy'),
      volatility: readFigure('volatility'),
      compoundedReturn: readFigure('compoundedReturn'),
      apyChange: readFigure('apyChange'),
      tvlChange: readFigure('tvlChange'),
      tvlDrawdown: readFigure('tvlDrawdown'),
      samples: readFigure('samples'),
    };
  };
  return (id) => {
    const row = rowIndexById.get(id);
    if (row === undefined) return undefined;
    return {
      '7d': statisticsForWindow('7d', row),
      '30d': statisticsForWindow('30d', row),
      '90d': statisticsForWindow('90d', row),
      '365d': statisticsForWindow('365d', row),
    };
  };
}
