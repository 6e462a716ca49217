import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import {
  chainTransaction,
  listedChainTransaction,
} from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import {
  VAULT_TRANSACTION_EVENTS,
  type VaultTransactionEvent,
} from '../../../shared/investments/domain/onchain/states.ts';
import {
  buildNewVaultTransactionWrites,
  buildVaultTransactionUpdateWrites,
  readVaultTransaction,
  readWatchedVaultTransactions,
  type VaultTransaction,
} from '../../../shared/investments/store/vault-transactions.ts';
import { getTransaction } from '../../../shared/investments/transactions/get-transaction.ts';
import { listTransactions } from '../../../shared/investments/transactions/list-transactions.ts';
import { storeNumberedVaultTransactions } from '../../../shared/investments/transactions/numbered-vault-transactions.ts';
import { vaultTransactionAfterEvent } from '../../../shared/investments/watcher/watcher-vault-transactions.ts';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { createId } from '../../../shared/platform/ids.ts';
import {
  pendingVaultTransaction,
  repeatByteAsAddress,
  storeVaultTransaction,
} from '../../support/chain/vault-transactions.ts';
import { conflict } from '../../support/engine/conflict-rule.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';
import { measureCapacityUnits } from '../../support/engine/metered.ts';
import { present } from '../../support/present.ts';

const ACCOUNT = 'usr_a';
const WALLET = repeatByteAsAddress('11');

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

let table: EmbeddedTable;
beforeEach(async () => {
  table = await engine.another();
});

type Changes = Partial<VaultTransaction>;
const buildVaultTransaction = (changes: Changes = {}) =>
  pendingVaultTransaction({
    ...{ id: createId('transaction'), vault: repeatByteAsAddress('22'), wallet: WALLET, deadline_ms: 1 },
    ...changes,
  });

/** Stores a transaction as a deposit does. Returns its id. */
async function stored(changes: Changes = {}): Promise<string> {
  const vaultTransaction = buildVaultTransaction(changes);
  await storeVaultTransaction(table, vaultTransaction);
  return vaultTransaction.id;
}

/** Stores transactions one after another. Returns their ids newest first, as lists do. */
async function storeTransactions(changes: readonly Changes[]): Promise<string[]> {
  const ids: string[] = [];
  for (const each of changes) ids.unshift(await stored(each));
  return ids;
}

const list = (query: Record<string, string> = {}, account = ACCOUNT) =>
  listTransactions(table, account, investments.listTransactions.query.parse(query));
const idsOf = async (query: Record<string, string> = {}) => (await list(query)).data.map(({ id }) => id);

/** Applies an event to a transaction. An event that changes nothing is ignored. */
async function applyEvent(id: string, event: VaultTransactionEvent): Promise<void> {
  const before = present(await readVaultTransaction(table, id));
  const after = vaultTransactionAfterEvent(before, event, before.updated_at_ms + 1);
  if (after !== undefined) await transactIf(table, buildVaultTransactionUpdateWrites(before, after));
}

describe('the list of on-chain transactions', () => {
  test.each([
    ['without a filter', {}],
    ['with a filter', { type: 'deposit' }],
  ])(
    'a client that reads the list with cursors %s receives each transaction once, despite new transactions',
    async (_, query) => {
      const before = await storeTransactions(Array.from({ length: 7 }, () => ({})));
      const read: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { data, meta }: Awaited<ReturnType<typeof list>> = await list({
          ...query,
          per_page: '2',
          ...(after === '' ? {} : { after }),
        });
        read.push(...data.map(({ id }) => id));
        after = meta.next_after;
        await stored();
      }
      expect(read).toEqual(before);
    },
  );

  test('the list returns an empty page when there are no transactions or the page is past the end', async () => {
    const empty = { total: 0, count: 0, per_page: 10, current_page: 1, total_pages: 0 };
    const nothing = { data: [], pagination: empty, meta: { next_after: null } };
    expect(await list()).toEqual(nothing);
    expect(await list({ status: 'pending' })).toEqual(nothing);
    await stored();
    const past = { ...empty, total: 1, current_page: 9, total_pages: 1 };
    expect(await list({ page: '9' })).toEqual({ data: [], pagination: past, meta: { next_after: null } });
    expect(await list({ page: '1000000000', per_page: '100' })).toMatchObject({ data: [] });
  });

  test('the list has only the transactions of the account, newest first', async () => {
    const ids = await storeTransactions(Array.from({ length: 23 }, () => ({})));
    const others = await stored({ owner_id: 'usr_b' });
    const pages = await Promise.all(['1', '2', '3'].map((page) => idsOf({ page })));
    expect(pages).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)]);
    expect((await list({ page: '3' })).pagination).toMatchObject({ total: 23, count: 3, total_pages: 3 });
    expect((await list({}, 'usr_b')).data.map(({ id }) => id)).toEqual([others]);
  });

  test('the list and the route for one transaction return the same fields, except that the list omits steps and calls', async () => {
    const step = { type: 'deposit', chain_id: 8_453, to: WALLET, data: '0x', typed_data: null } as const;
    const id = await stored({ steps: [{ ...step, value: '0', gas_estimate: 1 }] });
    await applyEvent(id, 'hash');
    const { data } = await getTransaction(table, ACCOUNT, id);
    const { steps, calls, ...rest } = chainTransaction.parse(data);
    expect([steps.length, calls.length]).toEqual([1, 0]);
    expect((await list()).data).toEqual([rest]);
    expect(listedChainTransaction.parse(rest)).toEqual(rest);
  });

  test('the list can be filtered by state, type, strategy, end user, and combinations of these', async () => {
    const ids = await storeTransactions([
      {},
      { type: 'withdrawal', user_id: 'bea' },
      { strategy_id: 'strat_w', user_id: 'bea' },
      { strategy_id: 'strat_w', type: 'withdrawal' },
    ]);
    const [fourth = '', third = '', second = '', first = ''] = ids;
    await applyEvent(third, 'cancel');
    await applyEvent(second, 'hash');
    const answers: [Record<string, string>, string[]][] = [
      [{ status: 'pending' }, [fourth, first]],
      [{ status: 'PENDING,submitted' }, [fourth, second, first]],
      [{ status: 'confirmed' }, []],
      [{ type: 'withdrawal' }, [fourth, second]],
      [{ strategy_id: 'strat_w' }, [fourth, third]],
      [{ strategy_id: 'strat_none' }, []],
      [{ user_id: 'bea' }, [third, second]],
      [{ user_id: '' }, [fourth, first]],
      [{ user_id: 'nobody' }, []],
      [{ status: 'cancelled', type: 'deposit', strategy_id: 'strat_w', user_id: 'bea' }, [third]],
    ];
    for (const [query, meant] of answers) {
      expect(await idsOf(query), JSON.stringify(query)).toEqual(meant);
      expect((await list(query)).pagination.total).toBe(meant.length);
    }
    expect(await idsOf({ type: 'withdrawal', per_page: '1', page: '2' })).toEqual([second]);
  });

  test('the list has each transaction once while transactions change their states between pages', async () => {
    const event = fc.tuple(fc.nat(), fc.constantFrom(...VAULT_TRANSACTION_EVENTS));
    const story = fc.record({
      count: fc.integer({ min: 1, max: 12 }),
      perPage: fc.integer({ min: 1, max: 5 }),
      between: fc.array(fc.array(event, { maxLength: 4 }), { minLength: 12, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ count, perPage, between }) => {
        table = await engine.another();
        const ids = await storeTransactions(Array.from({ length: count }, () => ({})));
        const seen: string[] = [];
        for (let page = 1; page <= Math.ceil(count / perPage); page += 1) {
          const at = { page: String(page), per_page: String(perPage) };
          // The first change runs while the page is read. The other changes run before the next page is read.
          const [shown] = await Promise.all([
            idsOf(at),
            ...(between[page - 1] ?? [])
              .slice(0, 1)
              .map(([which, what]) => applyEvent(present(ids[which % count]), what)),
          ]);
          seen.push(...shown);
          for (const [which, what] of (between[page - 1] ?? []).slice(1)) {
            await applyEvent(present(ids[which % count]), what);
          }
        }
        expect(seen).toEqual(ids);
        const states = await Promise.all(
          ids.map(async (id) => present(await readVaultTransaction(table, id)).state),
        );
        for (const state of new Set(states)) {
          expect(await idsOf({ status: state, per_page: '100' })).toEqual(
            ids.filter((_, i) => states[i] === state),
          );
        }
        const live = (await readWatchedVaultTransactions(table, 'base')).map(({ id }) => id);
        const waiting = ids.filter((_, i) => states[i] === 'pending' || states[i] === 'submitted');
        expect(live.toSorted()).toEqual(waiting.toSorted());
      }),
      { numRuns: 4 },
    );
  });

  test('the list contains all 30 transactions that were created at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => stored()));
    expect((await idsOf({ per_page: '100' })).toSorted()).toEqual(ids.toSorted());
    expect((await list()).pagination.total).toBe(30);
  });

  test('every page of the list costs the same database reads', async () => {
    // Do not measure the first transaction of an account. It finds no earlier number, and DynamoDB engines charge
    // different units for a read without a result.
    await stored();
    expect(await measureCapacityUnits(table, () => stored())).toMatchObject({ write: 8, read: 1 });
    await storeTransactions(Array.from({ length: 38 }, () => ({})));
    const first = await measureCapacityUnits(table, () => list({ page: '1' }));
    const last = await measureCapacityUnits(table, () => list({ page: '4' }));
    expect(first).toEqual(last);
    expect(first.read).toBe(12);
    // Each state has its own list items, so a filter by state reads only these items.
    expect((await measureCapacityUnits(table, () => list({ status: 'confirmed' }))).read).toBe(2);
  });
});

test('if the answer to the first write of a transaction is lost, the transaction is not stored a second time', async () => {
  const vaultTransaction = buildVaultTransaction();
  const buildWritesWithNumber = (number: number) =>
    buildNewVaultTransactionWrites({ ...vaultTransaction, number });
  let isFirstWrite = true;
  const losing = interceptCommands(table, async ({ kind }) => {
    if (kind !== 'TransactWriteCommand' || !isFirstWrite) return;
    isFirstWrite = false;
    await transactIf(table, buildWritesWithNumber(1));
    // The next attempt would use the number 2. Another request takes this number first.
    await stored();
    throw conflict(2);
  });
  expect(await storeNumberedVaultTransactions(losing, ACCOUNT, buildWritesWithNumber)).toBe(true);
  const ids = await idsOf();
  expect([ids.length, ids[1]]).toEqual([2, vaultTransaction.id]);
});

test('a transaction is not stored if another request has already used the same idempotency key', async () => {
  const claim = {
    Put: { Item: { pk: 'CLAIM', sk: 'CLAIM' }, ConditionExpression: 'attribute_not_exists(pk)' },
  };
  await transactIf(table, [claim]);
  const buildWritesForNumber = (number: number) =>
    buildNewVaultTransactionWrites({ ...buildVaultTransaction(), number });
  expect(await storeNumberedVaultTransactions(table, ACCOUNT, buildWritesForNumber, [claim])).toBe(false);
  expect(await idsOf()).toEqual([]);
});
