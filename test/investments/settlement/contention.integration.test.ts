import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readOwnerHead } from '../../../shared/investments/store/investments.ts';
import { readVaultTransaction } from '../../../shared/investments/store/vault-transactions.ts';
import { cancelVaultTransaction } from '../../../shared/investments/transactions/vault-transaction-changes.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { TooManyConflictsError } from '../../../shared/platform/dynamodb/transact.ts';
import {
  pendingVaultTransaction,
  repeatByteAsAddress,
  storeVaultTransaction,
} from '../../support/chain/vault-transactions.ts';
import { conflict } from '../../support/engine/conflict-rule.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';
import { buildLedgerDependencies, Investor, publish, T0 } from '../../support/ledger.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/**
 * Returns a table whose transactions fail. The first transaction fails with the first error, the second with the second
 * error, and so on. The last error repeats until `free` is called.
 */
function contended(errors: readonly Error[]): { table: Table; free: () => void } {
  let sent = 0;
  let isContentionOver = false;
  return {
    table: interceptCommands(table, ({ kind }) => {
      if (isContentionOver || kind !== 'TransactWriteCommand') return;
      const error = errors[Math.min(sent, errors.length - 1)];
      sent += 1;
      if (error !== undefined) throw error;
    }),
    free: () => {
      isContentionOver = true;
    },
  };
}

/**
 * Virtual pause between two attempts, in milliseconds. After a few such pauses, the time limit for all attempts of a
 * deposit is reached.
 */
const PAUSE_MS = 2_000;

/** Returns an investor whose pauses take only virtual time. `during` runs in each pause. */
function investor(ownerId: string, on: Table, during: () => Promise<unknown> = async () => undefined) {
  let nowMs = T0;
  return new Investor(
    ownerId,
    buildLedgerDependencies(on, {
      clock: () => nowMs,
      pause: async () => {
        nowMs += PAUSE_MS;
        await during();
      },
    }),
  );
}

const lost = () => Object.assign(new Error('The connection timed out'), { name: 'TimeoutError' });

test.each(['with', 'without'])(
  'after repeated write conflicts, a deposit %s an idempotency key returns 429 and is not recorded in the ledger',
  async (how) => {
    const { id } = await publish(table);
    const key = how === 'with' ? 'k' : undefined;
    const { table: busy, free } = contended([conflict()]);
    const who = investor(`usr_waits_${how}`, busy);
    await expect(who.deposit(id, '20', key)).rejects.toMatchObject({
      code: 'too_many_transactions',
      status: 429,
      details: { retry_after_seconds: 5 },
    });
    expect((await readOwnerHead(table, who.ownerId)).sequence).toBe(0);
    free();
    await who.deposit(id, '20', key);
    expect((await readOwnerHead(table, who.ownerId)).sequence).toBe(1);
  },
);

test('if the first write gets no answer and a concurrent deposit takes the ledger entry number, the deposit returns 429', async () => {
  const { id } = await publish(table);
  const { table: busy } = contended([lost(), conflict()]);
  const other = new Investor('usr_overtaken', buildLedgerDependencies(table));
  const who = investor('usr_overtaken', busy, () => other.deposit(id, '20'));
  await expect(who.deposit(id, '20')).rejects.toMatchObject({ code: 'too_many_transactions' });
});

test.each([
  ['lost without an answer', lost()],
  ['rejected after the SDK sent it twice', conflict(2)],
])('a deposit whose write was %s returns 500 and says that the outcome is unknown', async (_, error) => {
  const { id } = await publish(table);
  const { table: busy } = contended([error, conflict()]);
  await expect(investor('usr_limbo', busy).deposit(id, '20')).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('The service does not know whether'),
  });
});

test('a deposit returns 500 if the database never answers its writes, even while other deposits succeed', async () => {
  const { id } = await publish(table);
  const { table: dead } = contended([lost()]);
  const other = new Investor('usr_unanswered', buildLedgerDependencies(table));
  const who = investor('usr_unanswered', dead, () => other.deposit(id, '20'));
  await expect(who.deposit(id, '20')).rejects.toMatchObject({ code: 'internal_error' });
});

test('a deposit starts no write attempt in the last seconds before the time limit of its Lambda function', async () => {
  const { id } = await publish(table);
  const { table: busy } = contended([conflict()]);
  const attempts: number[] = [];
  for (const remainingMs of [9_000, 60_000]) {
    const who = investor(`usr_hurries_${remainingMs}`, busy, async () => {
      attempts.push(remainingMs);
    });
    const hurriedInvestor = new Investor(who.ownerId, {
      ...who.dependencies,
      remainingMs: () => remainingMs,
    });
    await expect(hurriedInvestor.deposit(id, '20')).rejects.toMatchObject({ code: 'too_many_transactions' });
  }
  // If 9 seconds remain, attempts may start only in the first 5 seconds. If 60 seconds remain, they may start in the
  // first 15 seconds, as usual. A pause of 2 seconds follows each attempt.
  expect([9_000, 60_000].map((each) => attempts.filter((ms) => ms === each).length)).toEqual([3, 8]);
});

test('when writes are slow, a deposit ends with 429 before the time of its Lambda function runs out', async () => {
  const { id } = await publish(table);
  let nowMs = T0;
  let begun = 0;
  const slow = interceptCommands(table, ({ kind }) => {
    if (kind !== 'TransactWriteCommand') return;
    begun += 1;
    nowMs += 7_000;
    throw conflict();
  });
  const who = new Investor('usr_slow', {
    ...buildLedgerDependencies(slow),
    clock: () => nowMs,
    remainingMs: () => 20_000,
  });
  await expect(who.deposit(id, '20')).rejects.toMatchObject({ code: 'too_many_transactions', status: 429 });
  // A second attempt and the check of its outcome would take 7 seconds each. Together with the first attempt, this
  // exceeds the 20 seconds that remain for the Lambda function.
  expect(begun).toBe(1);
});

describe('the cancellation of an on-chain transaction during write conflicts', () => {
  afterEach(() => vi.restoreAllMocks());

  async function cancelled(id: string, errors: readonly Error[]) {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const vaultTransaction = pendingVaultTransaction({
      id,
      vault: repeatByteAsAddress('fa'),
      wallet: repeatByteAsAddress('aa'),
    });
    await storeVaultTransaction(table, vaultTransaction);
    const { table: busy } = contended(errors);
    return cancelVaultTransaction(busy, {
      ownerId: vaultTransaction.owner_id,
      id,
      neverSigned: false,
      now: new Date(T0),
    });
  }

  test('the cancellation returns 429 and leaves the transaction unchanged', async () => {
    await expect(cancelled('txn_busy', [conflict()])).rejects.toMatchObject({
      code: 'too_many_transactions',
      status: 429,
      details: { retry_after_seconds: 5 },
    });
    expect(await readVaultTransaction(table, 'txn_busy')).toMatchObject({ state: 'pending', version: 1 });
  });

  test('if the SDK sent the write twice and the outcome is unknown, the cancellation throws TooManyConflictsError', async () => {
    await expect(cancelled('txn_twice', [conflict(2), conflict()])).rejects.toThrow(TooManyConflictsError);
  });
});
