import type { Window } from '../contract/windows.ts';
import { WINDOW_DAYS } from '../contract/windows.ts';
import type { Benchmark, PerformanceSnapshot } from './market/performance-snapshot.ts';
import type { WindowStatistics } from './market/window-statistics.ts';

/** A strategy's window figures beside its market's. NaN stands for "not known". */
export interface Performance extends WindowStatistics {
  /** Known days over the window's days, 0 to 1. */
  readonly coverage: number;
  /** TVL-weighted mean APY of the asset's strategies, in percent. */
  readonly benchmarkApy: number;
  /** Mean APY less the benchmark's, in percentage points. */
  readonly excessApy: number;
  /** Excess APY per percentage point of volatility: an information ratio. */
  readonly riskAdjustedReturn: number;
}

/** A market of one is no benchmark: the strategy would be measured against itself. */
const MIN_BENCHMARK_STRATEGIES = 2;
/** Percentage points below which an APY is taken as constant: what float32 columns cannot tell from 0. */
const CONSTANT_VOLATILITY = 1e-4;

/** A strategy's statistics over a window together with its asset's benchmark. */
export function performanceOf(
  statistics: WindowStatistics,
  benchmark: Benchmark | undefined,
  window: Window,
): Performance {
  const usable = benchmark !== undefined && benchmark.strategies >= MIN_BENCHMARK_STRATEGIES;
  const benchmarkApy = usable ? benchmark.apy : Number.NaN;
  const excessApy = statistics.meanApy - benchmarkApy;
  return {
    ...statistics,
    coverage: statistics.samples / WINDOW_DAYS[window],
    benchmarkApy,
    excessApy,
    riskAdjustedReturn:
      statistics.volatility > CONSTANT_VOLATILITY ? excessApy / statistics.volatility : Number.NaN,
  };
}

/** Reads rows of a performance snapshot by strategy id; made once per snapshot. */
export class PerformanceIndex {
  readonly asOf: string;
  readonly #snapshot: PerformanceSnapshot;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #assets: ReadonlyMap<string, number>;

  constructor(snapshot: PerformanceSnapshot) {
    this.asOf = snapshot.asOf;
    this.#snapshot = snapshot;
    this.#rows = new Map(snapshot.ids.map((id, row) => [id, row]));
    this.#assets = new Map(snapshot.assets.map((asset, row) => [asset, row]));
  }

  /** A strategy's statistics over a window; undefined when the snapshot does not hold the strategy. */
  statistics(id: string, window: Window): WindowStatistics | undefined {
    const row = this.#rows.get(id);
    if (row === undefined) return undefined;
    const columns = this.#snapshot.statistics[window];
    const at = (name: keyof WindowStatistics) => columns[name][row] ?? Number.NaN;
    return {
      meanApy: at('meanApy'),
      minApy: at('minApy'),
      maxApy: at('maxApy'),
      volatility: at('volatility'),
      compoundedReturn: at('compoundedReturn'),
      apyChange: at('apyChange'),
      tvlChange: at('tvlChange'),
      tvlDrawdown: at('tvlDrawdown'),
      samples: at('samples'),
    };
  }

  /** The benchmark of an asset over a window; undefined when no listed strategy has the asset. */
  benchmark(asset: string, window: Window): Benchmark | undefined {
    const row = this.#assets.get(asset);
    if (row === undefined) return undefined;
    const { apy, strategies } = this.#snapshot.benchmarks[window];
    return { apy: apy[row] ?? Number.NaN, strategies: strategies[row] ?? 0 };
  }
}
