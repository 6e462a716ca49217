import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../../infra/cli/admin/run.ts';
import { OBSERVATION_DELAY_MS } from '../../../shared/investments/domain/growth-index.ts';
import { investmentIdOf } from '../../../shared/investments/domain/ids/investment-id.ts';
import { recordIndexObservations } from '../../../shared/investments/observations.ts';
import { readStrategySolvency } from '../../../shared/investments/verify/solvency.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import {
  buildLedgerDependencies,
  DAY_MS,
  Investor,
  observationOf,
  publish,
  T0,
  verify,
} from '../../support/ledger.ts';
import { readCaseStride } from '../../support/scale.ts';

type Item = Record<string, unknown>;

const STRIDE = readCaseStride(12);

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/**
 * Creates two accounts and an end user with investments in two strategies: opened, closed, reopened, moved, and with
 * changing APYs.
 */
async function createTransactions(): Promise<void> {
  const records = [await publish(table), await publish(table)];
  let nowMs = T0;
  const at = (ownerId: string) => {
    const who = new Investor(ownerId, buildLedgerDependencies(table));
    who.nowMs = nowMs;
    return who;
  };
  for (const [i, owner] of ['usr_a', 'usr_b'].entries()) {
    for (const record of i === 0 ? records : records.slice(0, 1)) {
      const { investment_id } = await at(owner).deposit(record.id, '100', `key-${i}-${record.id}`);
      nowMs += DAY_MS;
      await at(owner).withdraw(investment_id, i === 0 ? 'all' : '30');
      const observed = { ...record, current_apy: 7 + i };
      await recordIndexObservations(table, [observationOf(observed)], () => new Date(nowMs));
      nowMs += DAY_MS + OBSERVATION_DELAY_MS;
      if (record === records[0]) await at(owner).deposit(record.id, '55.5');
    }
  }
  const [from, to] = records;
  if (from === undefined || to === undefined) throw new Error('There are two strategies');
  await at('usr_b').move(investmentIdOf('usr_b', from.id), to.id, '20');
  await at('usr_b').deposit(from.id, '10', undefined, 'bea');
}

/** Returns every item that belongs to the ledger. */
async function readLedgerItems(): Promise<Item[]> {
  const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  return items.filter(({ pk, sk }) => {
    if (String(pk).startsWith('STRAT#')) return /^(LEDGER|POOL#|INDEX#)/.test(String(sk));
    return /^(LEDGER|SUBACCOUNTS)/.test(String(pk));
  });
}

/** Returns another value of the same type. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? String(BigInt(value) + 1n) : `${value}x`;
  if (value instanceof Uint8Array) return value.map((byte) => byte ^ 1);
  if (Array.isArray(value)) return value.slice(0, -1);
  throw new TypeError('Nothing else is stored');
}

/** Returns the path of each value in an item, with a copy of the item in which only this value is changed. */
function variants(item: unknown, path: readonly string[] = []): { path: string; variant: unknown }[] {
  const isMap =
    typeof item === 'object' && item !== null && !(item instanceof Uint8Array) && !Array.isArray(item);
  if (!isMap) return [{ path: path.join('.'), variant: changed(item) }];
  return Object.entries(item)
    .filter(([key]) => key !== 'pk' && key !== 'sk')
    .flatMap(([key, value]) =>
      variants(value, [...path, key]).map(({ path: at, variant }) => ({
        path: at,
        variant: { ...item, [key]: variant },
      })),
    );
}

const put = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: item }));
const remove = ({ pk, sk }: Item) =>
  table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));

describe('the verification of the ledger', () => {
  test('the verification of the ledger finds a change of any value in any stored item', async () => {
    await createTransactions();
    expect(await verify(table)).toMatchObject({ owners: 3, strategies: 2, entries: 11, positions: 5 });
    expect((await verify(table)).differences).toEqual([]);
    const items = await readLedgerItems();
    const unnoticed: string[] = [];
    let tried = 0;
    const kinds = new Set<string>();
    for (const item of items) {
      for (const { path, variant } of variants(item)) {
        // One value of each kind is tested. The prefix of the key and the type of an entry distinguish kinds.
        const kind = [String(item.pk).split('#')[0], String(item.sk).split('#')[0], item.type, path].join(
          ' ',
        );
        if (kinds.has(kind)) continue;
        kinds.add(kind);
        if (kinds.size % STRIDE !== 0) continue;
        await put({ ...item, ...Object(variant) });
        const { differences } = await verify(table);
        tried += 1;
        if (differences.length === 0) unnoticed.push(`${String(item.pk)} ${String(item.sk)} ${path}`);
      }
      if (items.indexOf(item) % STRIDE === 0) {
        await remove(item);
        if ((await verify(table)).differences.length === 0)
          unnoticed.push(`${String(item.pk)} ${String(item.sk)}`);
      }
      await put(item);
    }
    // Uncounted sub-accounts are counted at the next deposit, so the verification ignores a missing count.
    expect(unnoticed.filter((key) => key !== 'SUBACCOUNTS#usr_b COUNT')).toEqual([]);
    expect(tried).toBeGreaterThan(100 / STRIDE);
    expect((await verify(table)).differences).toEqual([]);
  }, 400_000);

  test('the command "ledger verify" exits with 1 when the ledger has a difference', async () => {
    const run = async (...words: string[]) => {
      const lines: string[] = [];
      const code = await runAdmin(COMMANDS, ['ledger', 'verify', ...words], {
        environment: { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.name },
        now: new Date(T0),
        out: (text) => lines.push(text),
        err: (text) => lines.push(text),
        ask: async () => undefined,
      });
      return { code, text: lines.join('\n') };
    };
    expect(await run()).toMatchObject({
      code: EXIT_CODES.done,
      text: expect.stringContaining('All stored values agree with the ledger entries.'),
    });
    const [item = {}] = (await readLedgerItems()).filter(({ sk }) => String(sk).startsWith('POSITION#'));
    await put({ ...item, shares: '1' });
    const wrong = await run();
    expect(wrong.code).toBe(EXIT_CODES.failed);
    expect(wrong.text).toContain('Stored values differ from the ledger entries');
    expect(wrong.text).toContain('positions');
    const { text } = await run('--json');
    expect(JSON.parse(text.split('\nStored values differ')[0] ?? '')).toMatchObject({
      differences: expect.arrayContaining([expect.anything()]),
    });
    await put(item);
  });

  test('the verification reports no difference while a client makes deposits', async () => {
    const busy = new Investor('usr_busy', buildLedgerDependencies(table));
    busy.nowMs = T0 + 30 * DAY_MS;
    const { id } = await publish(table);
    let isDone = false;
    const traffic = async () => {
      while (!isDone) {
        await busy.deposit(id, '10');
        busy.nowMs += 1_000;
      }
    };
    const running = traffic();
    for (let i = 0; i < 5; i += 1) expect((await verify(table)).differences).toEqual([]);
    isDone = true;
    await running;
    expect(await verify(table)).toMatchObject({ differences: [], moving: [] });
  });
});

test('the solvency check finds each strategy that owes more than the TVL that the source reports for the strategy', async () => {
  const full = await publish(table, { tvl: 1_000, stablecoin: true });
  const half = await publish(table, { tvl: 1_000, stablecoin: true });
  const unknown = await publish(table, { tvl: 1_000, stablecoin: false });
  const ann = new Investor('usr_solvency', buildLedgerDependencies(table));
  for (const { id } of [full, half, unknown]) await ann.deposit(id, '600');
  await publish(table, { id: full.id, tvl: 500, stablecoin: true });
  const report = await readStrategySolvency(table, () => undefined, ann.nowMs);
  const of = ({ id }: { id: string }) => report.find(({ strategy_id }) => strategy_id === id);
  expect(of(full)).toEqual({
    strategy_id: full.id,
    asset: 'USDC',
    owed: '600',
    owed_usd: 600,
    tvl_usd: 500,
    exceeds: true,
  });
  expect(of(half)).toMatchObject({ tvl_usd: 1_000, exceeds: false });
  expect(of(unknown)).toMatchObject({ owed: '600', owed_usd: null, exceeds: null });
});
