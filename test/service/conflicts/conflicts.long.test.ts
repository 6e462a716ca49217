import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { forEachParallel } from '../../../shared/platform/dynamodb/batch.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { createAccountsContext, makeKey, makeUser } from '../../support/accounts.ts';
import type { Answer } from '../../support/answer.ts';
import type { EmbeddedTable } from '../../support/engine/embedded-table.ts';
import { type LoadedHandlers, loadHandlers } from '../../support/handlers.ts';
import { startConflictingTable } from '../../support/runs/service-rules.ts';
import { addressOf } from '../../support/wallets.ts';

/**
 * Time limit of a test in milliseconds. It is long enough for a busy machine. The tests check outcomes, not durations.
 */
const TIMEOUT_MS = 300_000;

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startConflictingTable();
  handlers = await loadHandlers(table);
}, TIMEOUT_MS);
afterAll(() => table.stop());

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

function tally(answers: readonly Answer[]) {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = answer.status < 400 ? `${answer.status}` : `${answer.status} ${answer.error.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** Gets a challenge for a wallet, signs it and signs in, from its own IP address. */
async function signIn(wallet: ReturnType<typeof newWallet>, sourceIp: string) {
  const body = { wallet_address: wallet.address };
  const begun = await handlers.send(auth.challenge, { body, sourceIp }, null);
  const { message } = begun.data;
  const signature = await wallet.signMessage({ message });
  return () => handlers.send(auth.login, { body: { message, signature }, sourceIp }, null);
}

test('200 concurrent wallet connections of different accounts all succeed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const accounts = createAccountsContext(table);
  const keys: string[] = [];
  await forEachParallel(times(200, String), 4, async () => {
    const { id } = await makeUser(accounts);
    keys.push((await makeKey(accounts, id)).text);
  });
  const answers = await Promise.all(
    keys.map((key, index) => {
      const body = { walletAddress: addressOf(index + 1), userId: `user-${index}` };
      return handlers.send(walletprovider.create, { body }, key);
    }),
  );
  expect(tally(answers)).toEqual({ '201': 200 });
});

test('60 concurrent sign-ups of different wallets all succeed', { timeout: TIMEOUT_MS }, async () => {
  const logins = await Promise.all(times(60, (index) => signIn(newWallet(), `10.0.${index}.1`)));
  const answers = await Promise.all(logins.map((login) => login()));
  expect(tally(answers)).toEqual({ '200': 60 });
  expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(60);
});

test('14 concurrent sign-ins of one wallet with 14 nonces all succeed for the same account', {
  timeout: TIMEOUT_MS,
}, async () => {
  const wallet = newWallet();
  const logins = await Promise.all(times(14, (index) => signIn(wallet, `203.0.113.${index}`)));
  const answers = await Promise.all(logins.map((login) => login()));
  expect(tally(answers)).toEqual({ '200': 14 });
  expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1);
});

test('no request ends with 500 while its API key is rotated', {
  timeout: TIMEOUT_MS,
}, async () => {
  const scopes = ['account:read'];
  const made = await handlers.send(user.createApiKey, { body: { name: 'busy', scopes } });
  const { id, key } = made.data;
  let isRunning = true;
  const answers: Answer[] = [];
  const users = times(8, async () => {
    while (isRunning) answers.push(await handlers.send(user.profile, {}, key));
  });
  const more = () =>
    expect.poll(() => answers.length, { timeout: TIMEOUT_MS }).toBeGreaterThan(answers.length + 40);
  await more();
  const rotated = await handlers.send(user.rotateApiKey, { params: { id }, body: {} });
  await more();
  isRunning = false;
  await Promise.all(users);
  expect(rotated.status).toBe(201);
  expect(Object.keys(tally(answers)).filter((name) => name.startsWith('5'))).toEqual([]);
});
