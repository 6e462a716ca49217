import { type TimeWindow, WINDOW_DAYS } from '../contract/windows.ts';
import { type Columns, createColumns } from './history/columns.ts';
import type { Benchmark, PerformanceSnapshot } from './performance-snapshot.ts';
import { createUnknownStatistics, STATISTIC_NAMES, type WindowStatistics } from './window-statistics.ts';

/** A strategy's figures over a window, with the benchmark of its asset. NaN means unknown. */
export interface Performance extends WindowStatistics {
  /** Fraction of the window's days whose APY is known, 0 to 1. */
  readonly coverage: number;
  /** TVL-weighted mean APY of all strategies with the same asset, in percent. */
  readonly benchmarkApy: number;
  /** Mean APY minus the benchmark's APY, in percentage points. */
  readonly excessApy: number;
  /** Excess APY divided by volatility in percentage points (the information ratio). */
  readonly riskAdjustedReturn: number;
}

const COMPARISON_FIGURE_NAMES = ['coverage', 'benchmarkApy', 'excessApy', 'riskAdjustedReturn'] as const;
const PERFORMANCE_FIGURE_NAMES = [...STATISTIC_NAMES, ...COMPARISON_FIGURE_NAMES] as const;

/** Minimum number of strategies in a benchmark, because a single strategy would be compared with itself. */
const MIN_BENCHMARK_STRATEGIES = 2;
/**
 * Volatility in percentage points below which an APY counts as constant. Float32 columns cannot distinguish smaller
 * volatilities from 0.
 */
const MIN_USABLE_VOLATILITY = 1e-4;

export function performanceOf(
  windowStatistics: WindowStatistics,
  benchmark: Benchmark | undefined,
  timeWindow: TimeWindow,
): Performance {
  const hasEnoughStrategies = benchmark !== undefined && benchmark.strategies >= MIN_BENCHMARK_STRATEGIES;
  const benchmarkApy = hasEnoughStrategies ? benchmark.apy : Number.NaN;
  const excessApy = windowStatistics.meanApy - benchmarkApy;
  return {
    ...windowStatistics,
    coverage: windowStatistics.samples / WINDOW_DAYS[timeWindow],
    benchmarkApy,
    excessApy,
    riskAdjustedReturn:
      windowStatistics.volatility > MIN_USABLE_VOLATILITY
        ? excessApy / windowStatistics.volatility
        : Number.NaN,
  };
}

/** Looks up the figures of strategies in a performance snapshot by strategy id. */
export class PerformanceIndex {
  readonly #snapshot: PerformanceSnapshot;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #columns = new Map<TimeWindow, Columns<keyof Performance>>();

  constructor(performanceSnapshot: PerformanceSnapshot) {
    this.#snapshot = performanceSnapshot;
    this.#rows = new Map(performanceSnapshot.ids.map((id, row) => [id, row]));
  }

  rowOf(id: string): number | undefined {
    return this.#rows.get(id);
  }

  /**
   * Returns the figures of one strategy over a window. `row` is its index in the snapshot. If it is undefined, all
   * figures are unknown and `samples` is 0.
   */
  performance(row: number | undefined, timeWindow: TimeWindow): Performance {
    if (row === undefined) return performanceOf(createUnknownStatistics(0), undefined, timeWindow);
    return performanceOf(this.#statistics(row, timeWindow), this.#benchmark(row, timeWindow), timeWindow);
  }

  /**
   * Returns the figures of all strategies over a window, as one column per figure. The columns of a window are computed
   * at the first call.
   */
  columns(timeWindow: TimeWindow): Columns<keyof Performance> {
    const windowColumns = this.#columns.get(timeWindow) ?? this.#makeColumns(timeWindow);
    this.#columns.set(timeWindow, windowColumns);
    return windowColumns;
  }

  #makeColumns(timeWindow: TimeWindow): Columns<keyof Performance> {
    const size = this.#snapshot.ids.length;
    const columns = createColumns(PERFORMANCE_FIGURE_NAMES, () => new Float32Array(size));
    for (let row = 0; row < size; row += 1) {
      const performance = this.performance(row, timeWindow);
      for (const name of PERFORMANCE_FIGURE_NAMES) columns[name][row] = performance[name];
    }
    return columns;
  }

  #statistics(row: number, timeWindow: TimeWindow): WindowStatistics {
    const columns = this.#snapshot.statistics[timeWindow];
    const readFigure = (name: keyof WindowStatistics) => columns[name][row] ?? Number.NaN;
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
  }

  #benchmark(row: number, timeWindow: TimeWindow): Benchmark {
    const { apy, strategies } = this.#snapshot.benchmarks[timeWindow];
    const assetRowIndex = this.#snapshot.assetRowIndexes[row] ?? -1;
    return { apy: apy[assetRowIndex] ?? Number.NaN, strategies: strategies[assetRowIndex] ?? 0 };
  }
}
