import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { changeConnectionStatus, readConnectionHistory } from '../../shared/wallets/administration.ts';
import { connectWallet } from '../../shared/wallets/connect-wallet.ts';
import { updateConnectionLists } from '../../shared/wallets/connections.ts';
import { CONNECTION_STATUSES } from '../../shared/wallets/contract/connection.ts';
import { walletConnection } from '../../shared/wallets/contract/responses.ts';
import { requestConnectionRemoval } from '../../shared/wallets/request-removal.ts';
import { readConnectionPage } from '../../shared/wallets/store/connection-pages.ts';
import { getConnection } from '../../shared/wallets/store/connections.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { CALL_FAULTS, FaultyNetwork } from '../support/engine/faulty.ts';
import { addressOf, callerOf } from '../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const PAGE = { page: 1, per_page: 10 };
/**
 * Excludes the fault `refused`. It reports a condition as failed although the condition is met, which would be a wrong
 * response of the database.
 */
const fault = fc.constantFrom(...CALL_FAULTS.filter((name) => name !== 'refused'));
const script = fc.array(fc.oneof(fc.constant('none' as const), fault), { maxLength: 8 });

/** Repeats a request until there is a response, as a client does. */
async function retryUntilAnswered<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof ApiError || attempt === 20) throw error;
    }
  }
}

test('a wallet connection and its removal take effect only once if they are repeated after database faults', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 6, maxLength: 6 }), async (scripts) => {
      run += 1;
      const owner = `usr_${run}`;
      const network = new FaultyNetwork();
      const process = () => network.process(table, scripts.pop() ?? []).table;
      const body = { walletAddress: addressOf(run), userId: 'u' };
      const created = await retryUntilAnswered(() =>
        connectWallet(process(), body, callerOf(owner, 'user', 'key-1')),
      );
      const { id } = walletConnection.parse(created.data);
      const removal = { connectionId: id };
      await retryUntilAnswered(() =>
        requestConnectionRemoval(process(), removal, callerOf(owner, 'user', 'key-2')),
      );
      // The request of the administrator has no idempotency key, so a repeat is rejected because the change is done.
      await retryUntilAnswered(() =>
        changeConnectionStatus(process(), id, { status: 'removed' }, callerOf('usr_admin', 'admin')),
      ).catch((error: unknown) => expect(error).toMatchObject({ code: 'invalid_transition' }));
      await network.deliverLate(true);
      // If a request was interrupted after its transaction, the lists are still outdated. In production, the job that
      // reads the table's stream then updates the lists. This call does the same.
      const item = await getConnection(table, id);
      await updateConnectionLists(
        table,
        CONNECTION_STATUSES.map((status) => ({ ...item, status })),
      );

      expect((await readConnectionHistory(table, id, PAGE)).pagination?.total).toBe(3);
      for (const status of [undefined, ...CONNECTION_STATUSES]) {
        const { items: connections, pagination } = await readConnectionPage(table, { owner, status }, PAGE);
        const expected = status === undefined || status === 'removed' ? [id] : [];
        expect([connections.map((connection) => connection.id), pagination.total]).toEqual([
          expected,
          expected.length,
        ]);
      }
    }),
    { numRuns: 60 },
  );
});
