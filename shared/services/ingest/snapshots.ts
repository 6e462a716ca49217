import type { Window } from '../../contract/windows.ts';
import { decodeIngestState, EMPTY_STATE, INGEST_SNAPSHOT } from '../../domain/market/ingest-state.ts';
import { decodeMarketSnapshot, MARKET_SNAPSHOT } from '../../domain/market/market-snapshot.ts';
import {
  decodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT,
  type PerformanceSnapshot,
} from '../../domain/market/performance-snapshot.ts';
import type {
  STATISTIC_NAMES,
  StatisticsByWindow,
  WindowStatistics,
} from '../../domain/market/window-statistics.ts';
import type { Table } from '../../repositories/client.ts';
import { readSnapshot, readSnapshotHead } from '../../repositories/snapshots.ts';

/** What the run before left behind. */
export async function readPrevious(table: Table) {
  const [state, performance, market] = await Promise.all([
    readOne(table, INGEST_SNAPSHOT, decodeIngestState),
    readOne(table, PERFORMANCE_SNAPSHOT, decodePerformanceSnapshot),
    readOne(table, MARKET_SNAPSHOT, decodeMarketSnapshot),
  ]);
  return {
    state: state?.value ?? EMPTY_STATE,
    stateAsOf: state?.asOf,
    performance: performance?.value,
    market: market?.value,
  };
}

async function readOne<T>(table: Table, name: string, decode: (payload: Uint8Array) => T) {
  const head = await readSnapshotHead(table, name, { consistent: true });
  if (head === undefined) return undefined;
  const payload = await readSnapshot(table, name, head.current);
  return { value: decode(payload), asOf: head.current.asOf };
}

/** Finds the statistics of one strategy in the snapshot of the run before. */
export function statisticsReader(
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
