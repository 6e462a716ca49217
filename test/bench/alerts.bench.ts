import { ingest } from '../../shared/ingest/ingest.ts';
import { createSampleSource } from '../../shared/ingest/sources/sample.ts';
import { deriveEvents, type ItemChange } from '../../shared/notifications/derive.ts';
import { type Alert, buildAlert } from '../../shared/notifications/domain/alert.ts';
import {
  buildSubjectAlertItem,
  subjectMarkerOf,
} from '../../shared/notifications/store/alerts-by-subject.ts';
import { batchPut, type Item } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { NOW } from '../support/accounts.ts';
import { startTable } from '../support/engine/embedded-table.ts';
import { strategyRecordOf } from '../support/records.ts';

/**
 * Measures the cost of alerts in three cases. The stream follower gets the changes as the stream would deliver them.
 * - an ingestion while the table contains all alerts
 * - one change of every strategy, with five alerts on each strategy
 * - a change of one strategy with very many alerts
 */
const STRATEGY_COUNT = 20_000;
const ALERTS_PER_STRATEGY = 5;
const CROWDED_STRATEGY_ALERT_COUNT = 50_000;
const BATCH_SIZE = 200;
const HOUR_MS = 3_600_000;
const ALERT_APY_LEVEL = 5;

const idOf = (number: number) => `strat_${String(number).padStart(24, '0')}`;

function buildStrategyAlert(strategyId: string, number: number): Alert {
  const wish = {
    kind: 'apy_below',
    target: 'strategy',
    strategy_id: strategyId,
    level: ALERT_APY_LEVEL,
  } as const;
  return buildAlert(wish, `alr_${String(number).padStart(16, '0')}`, `usr_${number}`, NOW);
}

/**
 * Yields the items that list the alerts of a strategy, one for each alert. The last item marks the strategy as having
 * alerts.
 */
function* alertBySubjectItems(strategyId: string, first: number, count: number): Generator<Item> {
  for (let number = first; number < first + count; number += 1) {
    yield buildSubjectAlertItem(strategyId, buildStrategyAlert(strategyId, number));
  }
  yield subjectMarkerOf(strategyId);
}

function* allAlertBySubjectItems(): Generator<Item> {
  for (let number = 0; number < STRATEGY_COUNT; number += 1) {
    yield* alertBySubjectItems(idOf(number), number * ALERTS_PER_STRATEGY, ALERTS_PER_STRATEGY);
  }
}

/** Returns a change of a strategy's APY from above the alert level to `apy`. */
function change(strategyId: string, apy: number, order: number): ItemChange {
  return {
    key: ITEMS.strategy.key({ id: strategyId }),
    order: String(order).padStart(40, '0'),
    atMs: NOW.getTime() + order * HOUR_MS,
    before: strategyRecordOf({ id: strategyId, current_apy: ALERT_APY_LEVEL + 1 }),
    after: strategyRecordOf({ id: strategyId, current_apy: apy }),
  };
}

interface Cost {
  readonly seconds: number;
  readonly read: number;
  readonly write: number;
}

async function measured(table: Table, work: () => Promise<unknown>): Promise<Cost> {
  const meter = startCapacityMeter(table.client);
  const startedAtMs = performance.now();
  await work();
  const seconds = (performance.now() - startedAtMs) / 1_000;
  meter.stop();
  return { seconds, read: meter.readUnits, write: meter.writeUnits };
}

/** Changes every strategy once. One of every `tellsEvery` strategies falls below the alert level. */
function day(table: Table, order: number, tellsEvery: number): Promise<Cost> {
  return measured(table, async () => {
    for (let start = 0; start < STRATEGY_COUNT; start += BATCH_SIZE) {
      const changes = Array.from({ length: BATCH_SIZE }, (_, index) => {
        const number = start + index;
        return change(
          idOf(number),
          number % tellsEvery === tellsEvery - 1 ? ALERT_APY_LEVEL - 1 : ALERT_APY_LEVEL + 2,
          order,
        );
      });
      await deriveEvents(table, changes);
    }
  });
}

/** Returns a function that runs an ingestion. The time of each run is one day after the previous run. */
function ingestions(table: Table): () => Promise<Cost> {
  let nowMs = Date.parse('2026-03-10T01:00:00Z');
  const source = createSampleSource({ size: STRATEGY_COUNT, now: () => nowMs });
  const log = { info: () => {}, warn: () => {} };
  return async () => {
    nowMs += 24 * HOUR_MS;
    const now = () => new Date(nowMs);
    const report = await ingest({ source, table, now, log, backfillMax: 0, backfillSeconds: 0 });
    if (report.outcome !== 'published') throw new Error(`The run was ${report.outcome}.`);
    const { history, items, snapshots } = report.writeUnits;
    return { seconds: report.seconds, read: report.readUnits, write: history + items + snapshots };
  };
}

const columns = (cells: readonly string[]) => cells.map((cell) => cell.padStart(13)).join('');
const count = (value: number) => Math.round(value).toLocaleString('en');
const print = (what: string, { seconds, read, write }: Cost) =>
  console.log(`  ${what.padEnd(66)}${columns([seconds.toFixed(1), count(read), count(write)])}`);

console.log(`  ${''.padEnd(66)}${columns(['seconds', 'read units', 'write units'])}`);
const table = await startTable();
try {
  const ingestAgain = ingestions(table);
  await ingestAgain();
  print(`ingesting ${STRATEGY_COUNT} strategies, no alerts`, await ingestAgain());
  print('following a change of each, no alerts', await day(table, 1, Number.POSITIVE_INFINITY));
  await batchPut(table, allAlertBySubjectItems());
  print(
    `the same with ${STRATEGY_COUNT * ALERTS_PER_STRATEGY} alerts, of which none tells`,
    await day(table, 2, Number.POSITIVE_INFINITY),
  );
  print('the same, where one strategy in a hundred tells its five', await day(table, 3, 100));
  const crowded = idOf(STRATEGY_COUNT);
  await batchPut(
    table,
    alertBySubjectItems(crowded, STRATEGY_COUNT * ALERTS_PER_STRATEGY, CROWDED_STRATEGY_ALERT_COUNT),
  );
  print('ingesting beside all these alerts', await ingestAgain());
  const one = (apy: number, order: number) =>
    measured(table, () => deriveEvents(table, [change(crowded, apy, order)]));
  print(
    `a change of one strategy with ${CROWDED_STRATEGY_ALERT_COUNT} alerts, of which none tells`,
    await one(ALERT_APY_LEVEL + 2, 1),
  );
  print('the same, which all tell', await one(ALERT_APY_LEVEL - 1, 2));
  print('the same again, as after a crash', await one(ALERT_APY_LEVEL - 1, 2));
} finally {
  await table.stop();
}
console.log(`  Peak of memory: ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB.`);
