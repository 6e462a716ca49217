import { bookLedgerOrder } from '../../shared/investments/domain/booking.ts';
import { entryIdOf } from '../../shared/investments/domain/ids/transaction-id.ts';
import { listHistory } from '../../shared/investments/reports/history.ts';
import { readStatement } from '../../shared/investments/reports/statement.ts';
import { buildRecordingWrites } from '../../shared/investments/store/investments.ts';
import { readStateBeforeTransaction } from '../../shared/investments/store/state-before-transaction.ts';
import { batchPut, type Item } from '../../shared/platform/dynamodb/batch.ts';
import { startTable } from '../support/engine/embedded-table.ts';
import { measureCapacityUnits } from '../support/engine/metered.ts';
import { buildLedgerDependencies, Investor, publish, T0 } from '../support/ledger.ts';
import { printTable, printTarget } from './support/measure.ts';

/** Measures the read units of reports over a long journal. The read units are the same on any machine. */

const ENTRY_COUNT = Number(process.env.ENTRIES ?? 10_000);
const STRATEGIES = 20;
const MINUTE_MS = 60_000;
/** Maximum number of read units: two pages of 1 MB, and the growth indexes of the strategies. */
const READ_UNITS_MAX = 600;

const table = await startTable();
try {
  const ann = new Investor('usr_reports', buildLedgerDependencies(table));
  const ids: string[] = [];
  for (let n = 0; n < STRATEGIES; n += 1) {
    const { id } = await publish(table, { min_deposit: 0, tvl: 1e12 });
    ids.push(id);
    await ann.deposit(id, '10');
  }
  const state = await readStateBeforeTransaction(table, {
    ownerId: ann.ownerId,
    strategies: ids.map((strategyId) => ({
      strategyId,
      includesLedger: true,
      includesVault: false,
      includesTerms: false,
    })),
    storedResponseKey: undefined,
    sandbox: false,
  });
  // Build the entries after the first deposits as in production, but store them in batches.
  const items = new Map<string, Item>();
  let { head } = state;
  const places = [...state.strategies];
  while (head.sequence < ENTRY_COUNT) {
    const at = head.sequence % STRATEGIES;
    const place = places[at];
    if (place?.ledger === undefined) throw new Error('Every strategy has a ledger by now');
    const booking = bookLedgerOrder(
      { type: 'deposit', amount: 1_000_000n, walletAddress: undefined },
      {
        transactionId: entryIdOf('txn_0123456789abcdef', ann.ownerId, head.sequence + 1),
        ownerId: ann.ownerId,
        nowMs: T0 + head.sequence * MINUTE_MS,
        status: 'confirmed',
        head,
        strategyAsset: place.ledger,
        segments: place.ledger.segments,
        position: place.position,
        tails: place.tails,
        priceUsd: 1,
      },
    );
    for (const write of buildRecordingWrites({ head, strategies: [place] }, [booking])) {
      const item = 'Put' in write ? write.Put.Item : undefined;
      if (item !== undefined) items.set(`${item.pk} ${item.sk}`, item);
    }
    head = booking.head;
    places[at] = { ...place, position: booking.entry.position, tails: booking.tails };
  }
  await batchPut(table, items.values());

  const whose = { account: ann.ownerId, now: new Date(T0 + ENTRY_COUNT * MINUTE_MS) };
  const sources = { table, prices: async () => ({ priceOn: () => 1, asOf: null }) };
  const statement = async (at?: number) =>
    (await measureCapacityUnits(table, () => readStatement(sources, { page: 1, per_page: 20, at }, whose)))
      .read;
  const history = async (page: number) =>
    (await measureCapacityUnits(table, () => listHistory(table, ann.ownerId, { page, per_page: 100 }))).read;
  const rows: [string, number][] = [
    ['the first statement ever', await statement()],
    ['the next', await statement()],
    ['one at a moment halfway', await statement(T0 + (ENTRY_COUNT / 2) * MINUTE_MS)],
    ['the first page of the history', await history(1)],
    ['its last page', await history(ENTRY_COUNT / 100)],
  ];
  printTable([
    [`over ${ENTRY_COUNT} entries`, 'read units'],
    ...rows.map(([what, units]) => [what, units.toFixed(0)]),
  ]);
  const worst = Math.max(...rows.slice(1).map(([, units]) => units));
  printTarget('read units once standings are kept', worst, READ_UNITS_MAX, '', 'most');
  process.exitCode = worst <= READ_UNITS_MAX ? 0 : 1;
} finally {
  await table.stop();
}
