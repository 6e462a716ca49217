import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { increaseCacheVersion } from '../../shared/access/credentials.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  NOW,
  revokeKeyWithoutWebhooks,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands, type Sent } from '../support/engine/intercept-commands.ts';
import { microsOf } from './model.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const createLimiterOn = (on: Table) =>
  new CredentialLimiter(
    () => on,
    () => microsOf(NOW),
    TEST_STORE_TIMEOUT_MILLIS,
  );

const takesToken = ({ kind, input }: Sent) =>
  kind === 'UpdateCommand' && input.UpdateExpression?.startsWith('SET full_at_micros') === true;

/**
 * Creates an API key and a limiter instance that has already admitted a request with it. After `setInterrupting(true)`, `happens`
 * runs before each write that takes a token.
 */
async function createWarmInstance(happens: (known: { userId: string; keyId: string }) => Promise<unknown>) {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const key = await makeKey(accounts, user.id);
  let isInterrupting = false;
  const limiter = createLimiterOn(
    interceptCommands(table, async (sent) => {
      if (isInterrupting && takesToken(sent)) await happens({ userId: user.id, keyId: key.item.id });
    }),
  );
  const admit = async () => (await limiter.admit(key.hash)).outcome;
  expect(await admit()).toBe('admitted');
  return { setInterrupting: (now: boolean) => (isInterrupting = now), admit };
}

describe('a request whose account changes during its admission', () => {
  test('a request is admitted when the change does not affect the rights of its credential', async () => {
    const { setInterrupting, admit } = await createWarmInstance(({ userId }) =>
      increaseCacheVersion(table, userId),
    );
    setInterrupting(true);
    for (let request = 0; request < 3; request += 1) expect(await admit()).toBe('admitted');
  });

  test('if a key is revoked during a request, the next request with the key is rejected', async () => {
    let revocations = 0;
    const { setInterrupting, admit } = await createWarmInstance(async ({ userId, keyId }) => {
      // Runs before each call that takes a token. The first run makes the cached credential outdated, so the limiter
      // reads it again. The second run then revokes the key.
      revocations += 1;
      if (revocations === 1) await increaseCacheVersion(table, userId);
      else if (revocations === 2)
        await revokeKeyWithoutWebhooks(createAccountsContext(table), userId, keyId, NOW);
    });
    setInterrupting(true);
    expect(await admit()).toBe('admitted');
    expect(await admit()).toBe('unusable');
  });

  test('a request is rejected when its account is suspended during the request', async () => {
    let calls = 0;
    const { setInterrupting, admit } = await createWarmInstance(async ({ userId }) => {
      calls += 1;
      if (calls === 1) await increaseCacheVersion(table, userId);
      else await updateUser(createAccountsContext(table), userId, { suspended: true }, NOW);
    });
    setInterrupting(true);
    expect(await admit()).toBe('unusable');
  });

  test('a request is counted against the limits of the new plan if the plan changes during the request', async () => {
    const PLAN_CHANGE_COUNT = 6;
    let plans = 0;
    const accounts = createAccountsContext(table);
    const user = await makeUser(accounts);
    const key = await makeKey(accounts, user.id);
    const limiter = createLimiterOn(
      interceptCommands(table, async (sent) => {
        if (!takesToken(sent) || plans === PLAN_CHANGE_COUNT) return;
        plans += 1;
        await updateUser(accounts, user.id, { plan: plans % 2 === 0 ? 'free' : 'pro' }, NOW);
        if (plans === PLAN_CHANGE_COUNT) await updateUser(accounts, user.id, { plan: 'pro' }, NOW);
      }),
    );
    const admission = await limiter.admit(key.hash);
    expect(admission).toMatchObject({ outcome: 'admitted', record: { account: { plan: 'pro' } } });
    expect(admission).toMatchObject({ status: { limit: 300 } });
  });
});

test('the limiter does not cache a key as active if the key is revoked while the limiter reads it', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const [ending, staying] = [await makeKey(accounts, user.id), await makeKey(accounts, user.id)];
  let read: (() => void) | undefined;
  let release: (() => void) | undefined;
  const keyReadPromise = new Promise<void>((resolve) => {
    read = resolve;
  });
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Holds the first read of the key until `release` is called.
  const client: Table['client'] = Object.create(table.client, {
    send: {
      value: async (command: Parameters<Table['client']['send']>[0]) => {
        const makeAnswer = await table.client.send(command);
        const mentionsKeyHash = JSON.stringify(command.input).includes(ending.hash);
        if (read !== undefined && mentionsKeyHash && command.constructor.name === 'GetCommand') {
          read();
          read = undefined;
          await releasePromise;
        }
        return makeAnswer;
      },
    },
  });
  const limiter = createLimiterOn({ name: table.name, client });
  const admit = async ({ hash }: { hash: string }) => (await limiter.admit(hash)).outcome;
  expect(await admit(staying)).toBe('admitted');
  const underway = admit(ending);
  await keyReadPromise;
  await revokeKeyWithoutWebhooks(accounts, user.id, ending.item.id, NOW);
  // With this request, the instance reads the changed account. The delayed read of the revoked key returns only
  // afterwards.
  expect(await admit(staying)).toBe('admitted');
  release?.();
  await underway;
  expect(await admit(ending)).toBe('unusable');
});
