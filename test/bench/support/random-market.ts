import type { EmbeddedTable } from '../../support/engine/embedded-table.ts';
import { publishMarket } from '../../support/published-market.ts';
import { randomRecords } from '../../support/records.ts';

const AS_OF = new Date('2026-01-31T12:00:00Z');
const HISTORY_DAYS = 40;

/** A market of random records, whose figures swing a little. */
export async function publishRandomMarket(table: EmbeddedTable, size: number): Promise<void> {
  const swing = (level: number, index: number) =>
    Array.from({ length: HISTORY_DAYS }, (_, day) => level * (1 + Math.sin(day + index) / 10));
  const strategies = Array.from(randomRecords(size), (record, index) => ({
    record: { ...record, as_of: AS_OF.toISOString() },
    apy: swing(record.current_apy, index),
    tvl: swing(record.tvl, index + 1),
  }));
  const assets = [...new Set(strategies.flatMap(({ record }) => record.underlying_assets))];
  await publishMarket(table, {
    strategies,
    prices: assets.map((asset) => ({ asset, price: 1, confidence: 1, asOf: AS_OF.toISOString() })),
    chainTvl: [],
    asOf: AS_OF,
    // None of the requests that are timed reads them.
    withHistories: false,
  });
}
