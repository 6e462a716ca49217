import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Hex } from '../../shared/chain/abi.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { readDailyReport } from '../../shared/investments/reports/daily.ts';
import { listHistory } from '../../shared/investments/reports/history.ts';
import { readPortfolio } from '../../shared/investments/reports/portfolio.ts';
import { readStatement } from '../../shared/investments/reports/statement.ts';
import { listHoldings } from '../../shared/investments/reports/vault-holdings.ts';
import { buildFollowWalletWrites } from '../../shared/investments/store/onchain/followed-wallets.ts';
import { buildVaultHoldingWrite } from '../../shared/investments/store/onchain/vault-holdings.ts';
import { buildNewVaultTransactionWrites } from '../../shared/investments/store/vault-transactions.ts';
import { watchChain } from '../../shared/investments/watcher/watcher.ts';
import { toChecksummedAddress } from '../../shared/platform/domain/ethereum.ts';
import { batchPut, type Item } from '../../shared/platform/dynamodb/batch.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { transactIf } from '../../shared/platform/dynamodb/transact.ts';
import { putVault, recordVaultFigures } from '../../shared/strategies/records.ts';
import { ScriptedChain, VAULT, wordOf } from '../support/chain/scripted-chain.ts';
import {
  buildOpeningBalance,
  buildVaultRecord,
  pendingVaultTransaction,
  repeatByteAsAddress,
} from '../support/chain/vault-transactions.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { measureCapacityUnits } from '../support/engine/metered.ts';
import { printTable, printTarget } from './support/measure.ts';

/**
 * Measures the HTTP requests of the watcher to a node, and the DynamoDB units of API reads after its run. Both are the
 * same on any machine. Each event is in its own block, which is the most expensive case.
 */
const SMALL_EVENT_COUNT = Number(process.env.DUST ?? 10_000);
const OPEN_TRANSACTION_COUNTS = (process.env.OPEN ?? '0,1000,10000').split(',').map(Number);
/** Number of events that belong to open requests. */
const MATCHING_EVENT_COUNT = 10;
/**
 * Assumed number of blocks with events in one page of the watcher. The maximum number of requests is computed from it.
 */
const BLOCKS_PER_PAGE = 91;
const REQUESTS_PER_PAGE = 6;
const REQUESTS_PER_MATCH = 3;
const HASHES_PER_BATCH = 100;
const ACCOUNT = 'usr_bench';
const WALLET: Hex = repeatByteAsAddress('a1');
const STRANGER: Hex = repeatByteAsAddress('b2');

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const engine = await startTable();
const chain = await ScriptedChain.start();
let made = 0;

/**
 * Returns a table with one account. The account has a position in `VAULT` with the wallet `WALLET`, and has proven that
 * it owns this wallet.
 */
async function market(): Promise<EmbeddedTable> {
  const table = await engine.another();
  chain.reset();
  await putVault(table, buildVaultRecord({ strategy_id: 'strat_v', address: VAULT }));
  const place = { chain: 'base', vault: VAULT, wallet: WALLET };
  const holding = { ...place, chain_id: 8_453, strategy_id: 'strat_v', user_id: null, asset: 'USDC' };
  await transactIf(table, [
    buildVaultHoldingWrite(ACCOUNT, { ...holding, decimals: 6, share_decimals: 6 }),
    ...(await buildFollowWalletWrites(table, place, buildOpeningBalance(0, 0n))),
  ]);
  await recordVaultFigures(table, 'strat_v', [{ atMs: 0, price: 10n ** 12n, assets: 1n, block: 0 }]);
  const Item = { ...ITEMS.walletLogin.key({ address: toChecksummedAddress(WALLET) }), user_id: ACCOUNT };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return table;
}

/**
 * Stores open vault transactions of many accounts. About half of these transactions have a reported hash that the chain
 * does not know.
 */
async function open(table: EmbeddedTable, count: number): Promise<{ codes: string[]; hashes: number }> {
  const items: Item[] = [];
  const codes: string[] = [];
  let hashes = 0;
  for (let n = 0; n < count; n += 1) {
    made += 1;
    const own = n < MATCHING_EVENT_COUNT ? WALLET : repeatByteAsAddress((16 + (n % 200)).toString(16));
    const isSubmitted = n >= MATCHING_EVENT_COUNT && n % 2 === 0;
    hashes += isSubmitted ? 1 : 0;
    const vaultTransaction = pendingVaultTransaction({
      ...{
        id: `txn_${made}`,
        vault: VAULT,
        wallet: own,
        owner_id: `usr_${n % 500}`,
        assets: String(1_000 + n),
      },
      ...(isSubmitted && { state: 'submitted', hashes: [wordOf(BigInt(made) + (1n << 180n))] }),
    });
    if (n < MATCHING_EVENT_COUNT) codes.push(vaultTransaction.code);
    for (const write of buildNewVaultTransactionWrites(vaultTransaction))
      if ('Put' in write && write.Put.Item) items.push(write.Put.Item);
  }
  await batchPut(table, items);
  return { codes, hashes };
}

function happen(shares: bigint, more: { code?: string; paidBy?: Hex } = {}): void {
  made += 1;
  chain.append({ transaction: wordOf(BigInt(made) + (1n << 200n)), wallet: WALLET, shares, ...more });
}

async function measureWatcherRun(table: EmbeddedTable) {
  const before = chain.requests;
  const dependencies = { table, clock: () => Date.now(), log: quiet, priceUsd: async () => 1 };
  const { read, write } = await measureCapacityUnits(table, () => watchChain(dependencies, chain.settings));
  return { requests: chain.requests - before, read, write };
}

let missed = false;
const target = (what: string, value: number, most: number) => {
  printTarget(what, value, most, '', 'most');
  missed ||= value > most;
};

async function measureWatcherCosts(): Promise<void> {
  const rows: string[][] = [
    ['one run with', 'open requests', 'hashes', 'requests', 'at most', 'read', 'written'],
  ];
  for (const count of OPEN_TRANSACTION_COUNTS) {
    for (const smallEventCount of [0, SMALL_EVENT_COUNT]) {
      const table = await market();
      const { codes, hashes } = await open(table, count);
      for (const [n, code] of codes.entries()) happen(BigInt(1_000 + n), { code });
      for (let n = 0; n < smallEventCount; n += 1) happen(1n, { paidBy: STRANGER });
      chain.append(undefined);
      chain.append(undefined);
      const pages = Math.max(1, Math.ceil((codes.length + smallEventCount) / BLOCKS_PER_PAGE));
      const most =
        REQUESTS_PER_PAGE * pages + REQUESTS_PER_MATCH * codes.length + Math.ceil(hashes / HASHES_PER_BATCH);
      const { requests, read, write } = await measureWatcherRun(table);
      rows.push([
        `${smallEventCount} dust events, ${codes.length} matching`,
        ...[count, hashes, requests, most, Math.round(read), Math.round(write)].map(String),
      ]);
      missed ||= requests > most;
    }
  }
  printTable(rows);
}

async function measureReaderCosts(): Promise<void> {
  const rows: string[][] = [['a reader with dust of', '0', String(SMALL_EVENT_COUNT)]];
  const costs: number[][] = [];
  for (const dustEventCount of [0, SMALL_EVENT_COUNT]) {
    const table = await market();
    happen(1_000_000n);
    for (let n = 0; n < dustEventCount; n += 1) happen(1n, { paidBy: STRANGER });
    happen(-400_000n);
    chain.append(undefined);
    chain.append(undefined);
    await measureWatcherRun(table);
    const now = new Date(1_767_268_800_000 + chain.length * 12_000);
    const middle = 1_767_268_800_000 + Math.floor(chain.length / 2) * 12_000;
    const whose = { account: ACCOUNT, now };
    const prices = async () => ({ priceOn: () => 1, priceOf: () => 1, asOf: null });
    const sources = { table, prices };
    const query = { page: 1, per_page: 20 };
    const reads: [string, () => Promise<unknown>][] = [
      ['list of investments', () => listInvestments(table, ACCOUNT, investments.list.query.parse({}), now)],
      ['holdings', () => listHoldings(table, ACCOUNT, query)],
      ['portfolio', () => readPortfolio(sources, whose)],
      ['first page of the history', () => listHistory(table, ACCOUNT, query)],
      ['history of deposits', () => listHistory(table, ACCOUNT, { ...query, type: 'deposit' })],
      ['statement as of now', () => readStatement(sources, query, whose)],
      ['statement as of half the time', () => readStatement(sources, { ...query, at: middle }, whose)],
      ['daily, 30 days', () => readDailyReport(sources, { ...query, days: 30 }, whose)],
    ];
    const units: number[] = [];
    for (const [, read] of reads) units.push((await measureCapacityUnits(table, read)).read);
    costs.push(units);
    if (dustEventCount > 0)
      for (const [i, [name]] of reads.entries())
        rows.push([name, ...costs.map((of) => (of[i] ?? 0).toFixed(1))]);
  }
  printTable(rows);
  for (const [i, cost] of (costs[1] ?? []).entries()) {
    // The limit of 30 units is enough to read one history page that contains only small events (dust). A report reads
    // at most one event per day.
    target(`read units of "${rows[i + 1]?.[0]}" beyond those without dust`, cost - (costs[0]?.[i] ?? 0), 30);
  }
}

try {
  await measureWatcherCosts();
  await measureReaderCosts();
  process.exitCode = missed ? 1 : 0;
} finally {
  await chain.stop();
  await engine.stop();
}
