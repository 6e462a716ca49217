import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { forEachParallel } from '../../../shared/platform/dynamodb/batch.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { makeKey, makeUser, testAccounts } from '../../support/accounts.ts';
import type { EmbeddedTable } from '../../support/engine/embedded-table.ts';
import type { Answer } from '../../support/event.ts';
import { handlersOn, type LoadedHandlers } from '../../support/handlers.ts';
import { startConflictingTable } from '../../support/service-rules.ts';
import { addressOf } from '../../support/wallets.ts';

/** More than any of it takes on a machine that is busy: what is asked here is how calls end, not when. */
const TIMEOUT_MS = 300_000;

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startConflictingTable();
  handlers = await handlersOn(table);
}, TIMEOUT_MS);
afterAll(() => table.stop());

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** How many calls ended with each status and code. */
function tally(answers: readonly Answer[]) {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = [status, ...(body.error === undefined ? [] : [body.error.code])].join(' ');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function routeOf(id: string): Route {
  const route = ROUTES.find((each) => each.id === id);
  if (route === undefined) throw new Error(`There is no route ${id}`);
  return route;
}

const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** A signed challenge of a wallet, and a login with it, from an address of its own. */
async function signIn(wallet: ReturnType<typeof newWallet>, sourceIp: string) {
  const body = { wallet_address: wallet.address };
  const begun = await handlers.send(routeOf('accounts.challenge'), { body, sourceIp }, null);
  const { message } = begun.body.data;
  const signature = await wallet.signMessage({ message });
  return () => handlers.send(routeOf('accounts.login'), { body: { message, signature }, sourceIp }, null);
}

test('200 connects at once from different accounts all succeed', { timeout: TIMEOUT_MS }, async () => {
  const accounts = testAccounts(table);
  const keys: string[] = [];
  await forEachParallel(times(200, String), 4, async () => {
    const { id } = await makeUser(accounts);
    keys.push((await makeKey(accounts, id)).text);
  });
  const answers = await Promise.all(
    keys.map((key, index) => {
      const body = { walletAddress: addressOf(index + 1), userId: `user-${index}` };
      return handlers.send(routeOf('wallets.create'), { body }, key);
    }),
  );
  expect(tally(answers)).toEqual({ '201': 200 });
});

test('60 sign-ups at once from different wallets all succeed', { timeout: TIMEOUT_MS }, async () => {
  const logins = await Promise.all(times(60, (index) => signIn(newWallet(), `198.51.100.${index}`)));
  const answers = await Promise.all(logins.map((login) => login()));
  expect(tally(answers)).toEqual({ '200': 60 });
  expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(60);
});

test('14 logins of one wallet with 14 nonces at once all succeed, as one user', {
  timeout: TIMEOUT_MS,
}, async () => {
  const wallet = newWallet();
  const logins = await Promise.all(times(14, (index) => signIn(wallet, `203.0.113.${index}`)));
  const answers = await Promise.all(logins.map((login) => login()));
  expect(tally(answers)).toEqual({ '200': 14 });
  expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
});

test('a key is rotated while it is in use, and no call ends with 500', { timeout: TIMEOUT_MS }, async () => {
  const scopes = ['account:read'];
  const made = await handlers.send(routeOf('accounts.create-api-key'), { body: { name: 'busy', scopes } });
  const { id, key } = made.body.data;
  let isOn = true;
  const answers: Answer[] = [];
  const users = times(8, async () => {
    while (isOn) answers.push(await handlers.send(routeOf('accounts.profile'), {}, key));
  });
  const more = () =>
    expect.poll(() => answers.length, { timeout: TIMEOUT_MS }).toBeGreaterThan(answers.length + 40);
  await more();
  const rotated = await handlers.send(routeOf('accounts.rotate-api-key'), { params: { id }, body: {} });
  await more();
  isOn = false;
  await Promise.all(users);
  expect(rotated.status).toBe(201);
  expect(Object.keys(tally(answers)).filter((name) => name.startsWith('5'))).toEqual([]);
});
