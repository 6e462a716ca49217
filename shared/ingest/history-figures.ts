import type { TimeWindow } from '../market/contract/windows.ts';
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
    const historyOutcome = historyUpdate.outcomes.get(id);
    if (historyOutcome !== undefined) {
      return {
        statistics: historyOutcome.statistics,
        days: historyOutcome.historyDays,
        trackRecord: historyOutcome.trackRecord,
      };
    }
    const previousStatistics = readPreviousStatistics(id);
    const strategyState = previousRun.state.strategies.get(id);
    if (previousStatistics === undefined) return undefined;
    return {
      statistics: previousStatistics,
      days: strategyState?.historyDays ?? 0,
      trackRecord: strategyState?.trackRecord ?? NO_TRACK_RECORD,
    };
  };
}

function createStatisticsReader(
  performanceSnapshot: PerformanceSnapshot | undefined,
): (id: string) => StatisticsByWindow | undefined {
  if (performanceSnapshot === undefined) return () => undefined;
  const rowIndexById = new Map(performanceSnapshot.ids.map((id, row) => [id, row]));
  const { statistics } = performanceSnapshot;
  const statisticsForWindow = (timeWindow: TimeWindow, row: number): WindowStatistics => {
    const columns = statistics[timeWindow];
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
