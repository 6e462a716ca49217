import { parseSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { rotateNonceSecrets } from '../../shared/accounts/sign-in/challenge-messages.ts';
import { proveConnectedWallet } from '../../shared/accounts/sign-in/prove-connection.ts';
import { issueChallenge, login } from '../../shared/accounts/sign-in/sign-in.ts';
import { findUserByWallet, getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { readEventPage } from '../../shared/platform/audit/events.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { createAccountsContext, NOW } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { connect } from '../support/wallets.ts';

import { newWallet, rejectionDetails, SETTINGS, signInHelpers } from './support/sign-ins.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
afterAll(() => table.stop());

const { signIn, prove, sessionOf, principalBehind } = signInHelpers(() => accounts);
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe('signing in with a wallet', () => {
  test('a second sign-in of a wallet finds the user that its first sign-in created', async () => {
    const wallet = newWallet();
    const first = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    expect(first.user).toMatchObject({ wallet_address: wallet.address, role: 'user', plan: 'free' });
    expect(first.expires_at).toBe(later(3_600).toISOString());
    const second = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    expect(second.user.id).toBe(first.user.id);
    expect(second.token).not.toBe(first.token);
    expect(await sessionOf(first.token)).toMatchObject({
      kind: 'session',
      status: 'active',
      user_id: first.user.id,
    });
  });

  test('ten concurrent first sign-ins of one wallet create one user', async () => {
    const wallet = newWallet();
    const requests = await Promise.all(Array.from({ length: 10 }, () => signIn(wallet)));
    const answers = await Promise.all(requests.map((request) => login(accounts, SETTINGS, request, NOW)));
    const users = answers.map(({ user }) => user.id);
    expect(new Set(users).size).toBe(1);
    expect((await findUserByWallet(table, { address: wallet.address }))?.id).toBe(users[0]);
  });

  test('a suspended user cannot sign in', async () => {
    const wallet = newWallet();
    const { user } = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    await updateUser(accounts, user.id, { suspended: true }, NOW);
    const attempt = login(accounts, SETTINGS, await signIn(wallet), NOW);
    expect(await rejectionDetails(attempt)).toEqual([401, 'sign_in_refused', 'suspended']);
    await processAllStreamRecords(table);
    const { items: events } = await readEventPage(table, { userId: user.id }, { page: 1, per_page: 10 });
    expect(events.map(({ type }) => type)).toEqual([
      'sign_in.refused',
      'user.suspended',
      'session.created',
      'user.created',
    ]);
    expect(events[0]).toMatchObject({ details: { reason: 'suspended' } });
  });

  test('a nonce remains valid after one rotation of the nonce secret, but not after two', async () => {
    const wallet = newWallet();
    await signIn(wallet);
    const meter = startCapacityMeter(table.client);
    const begun = await signIn(wallet);
    meter.stop();
    expect([meter.readUnits, meter.writeUnits]).toEqual([0, 0]);
    await rotateNonceSecrets(table);
    expect((await login(accounts, SETTINGS, begun, NOW)).user.wallet_address).toBe(wallet.address);
    const before = await signIn(wallet);
    await rotateNonceSecrets(table);
    await rotateNonceSecrets(table);
    expect(await rejectionDetails(login(accounts, SETTINGS, before, later(60)))).toEqual([
      401,
      'sign_in_refused',
      'message',
    ]);
  });

  test('every rejected sign-in is recorded for the user whose wallet is in the message', async () => {
    const wallet = newWallet();
    const { user } = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    const { message } = await signIn(wallet);
    const signature = await newWallet().signMessage({ message });
    const attempt = (text: string, now = NOW) =>
      rejectionDetails(login(accounts, SETTINGS, { message: text, signature }, now));
    const refusals = [
      await attempt(message),
      await attempt(message.replace(/Nonce: .*/, 'Nonce: neverGivenOut123')),
      await attempt(message.replace('app.example.com wants', 'evil.example.com wants')),
      await attempt(message.replace(wallet.address, wallet.address.toLowerCase())),
      await attempt(message, later(300)),
    ];
    const reasons = refusals.map(([, , reason]) => reason);
    expect(reasons).toEqual(['signature', 'message', 'message', 'message', 'expired']);
    await processAllStreamRecords(table);
    const filter = { userId: user.id, type: 'sign_in.refused' } as const;
    const { items: events } = await readEventPage(table, filter, { page: 1, per_page: 10 });
    expect(events.map(({ details }) => details.reason).toReversed()).toEqual(reasons);
  });

  test('a rejected sign-in of an unknown wallet is recorded without the wallet address', async () => {
    const wallet = newWallet();
    const cause = { ...accounts.cause, request_id: 'of-nobody' };
    const { message: issued } = await signIn(wallet);
    const message = issued.replace(/Nonce: .*/, 'Nonce: neverGivenOut123');
    const signature = await wallet.signMessage({ message });
    const meter = startCapacityMeter(table.client);
    const [, , reason] = await rejectionDetails(
      login({ ...accounts, cause }, SETTINGS, { message, signature }, NOW),
    );
    meter.stop();
    expect(reason).toBe('message');
    expect([meter.readUnits, meter.writeUnits]).toEqual([3, 2]);
    await processAllStreamRecords(table);
    const { items: events } = await readEventPage(
      table,
      { type: 'sign_in.refused' },
      { page: 1, per_page: 10 },
    );
    const recorded = events.filter(({ request_id }) => request_id === 'of-nobody');
    expect(recorded).toMatchObject([{ user_id: null, subject: null, details: { reason: 'message' } }]);
    expect(JSON.stringify(recorded).toLowerCase()).not.toContain(wallet.address.toLowerCase());
  });

  test('if concurrent requests use the same nonce, exactly one sign-in is accepted', async () => {
    const wallet = newWallet();
    const request = await signIn(wallet);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => login(accounts, SETTINGS, request, NOW)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ details: { reason: 'nonce' } });
    }
    expect(await rejectionDetails(login(accounts, SETTINGS, request, NOW))).toEqual([
      401,
      'sign_in_refused',
      'nonce',
    ]);
  });
});

describe('reasons to reject a sign-in', () => {
  const replacing = (old: string | RegExp, by: string) => (text: string) => text.replace(old, by);
  const adding = (line: string) => (text: string) => `${text}\n${line}`;

  test.each<[string, (issued: string) => string]>([
    ['another domain', replacing('app.example.com wants', 'evil.example.com wants')],
    ['a URL scheme before the domain', (text) => `https://${text}`],
    ['another statement', replacing('Sign in to', 'Leave')],
    ['no statement', replacing('Sign in to the yield platform.\n', '')],
    ['another URI', replacing('/login', '/other')],
    ['another version', replacing('Version: 1', 'Version: 2')],
    ['another chain that the service supports', replacing('Chain ID: 1', 'Chain ID: 10')],
    [
      'the wallet address in lower case',
      (text) => text.replace(/0x\w{40}/, (address) => address.toLowerCase()),
    ],
    ['an unknown nonce', replacing(/Nonce: .*/, 'Nonce: neverGivenOut123')],
    ['a time of issue that is 1 ms later', replacing(/(Issued At: .*)000Z/, '$1001Z')],
    ['a time of expiry that is 1 s later', replacing(/(Expiration Time: .*)00\.000Z/, '$101.000Z')],
    ['no time of expiry', replacing(/\nExpiration Time: .*/, '')],
    ['a time before which it is not valid', adding('Not Before: 2020-01-01T00:00:00.000Z')],
    ['a request id', adding('Request ID: 1')],
    ['a resource', adding('Resources:\n- urn:yield-api:account:usr_a')],
    ['a line break at the end', adding('')],
  ])('a sign-in is rejected for a message with %s', async (_, change) => {
    const wallet = newWallet();
    const { message: issued } = await signIn(wallet);
    const message = change(issued);
    expect(message).not.toBe(issued);
    const signature = await wallet.signMessage({ message });
    expect(await rejectionDetails(login(accounts, SETTINGS, { message, signature }, NOW))).toEqual([
      401,
      'sign_in_refused',
      'message',
    ]);
  });

  test('a sign-in is rejected if another wallet than the one in the message signed it', async () => {
    const wallet = newWallet();
    const { message } = await signIn(wallet);
    const forged = await newWallet().signMessage({ message });
    expect(await rejectionDetails(login(accounts, SETTINGS, { message, signature: forged }, NOW))).toEqual([
      401,
      'sign_in_refused',
      'signature',
    ]);
    const signature = await wallet.signMessage({ message });
    expect((await login(accounts, SETTINGS, { message, signature }, NOW)).token).toMatch(/^ys_test_/);
  });

  test('a sign-in is rejected when the message was issued to another wallet', async () => {
    const [wallet, thief] = [newWallet(), newWallet()];
    const message = (await signIn(wallet)).message.replace(wallet.address, thief.address);
    const signature = await thief.signMessage({ message });
    expect(await rejectionDetails(login(accounts, SETTINGS, { message, signature }, NOW))).toEqual([
      401,
      'sign_in_refused',
      'message',
    ]);
  });

  test('a sign-in is rejected after the message expired', async () => {
    const request = await signIn(newWallet());
    expect(await rejectionDetails(login(accounts, SETTINGS, request, later(300)))).toEqual([
      401,
      'sign_in_refused',
      'expired',
    ]);
  });

  test('a sign-in is rejected when its message does not have the EIP-4361 format', async () => {
    const request = { message: 'Hello', signature: `0x${'0'.repeat(130)}` };
    expect(await rejectionDetails(login(accounts, SETTINGS, request, NOW))).toEqual([
      400,
      'invalid_request',
      undefined,
    ]);
  });
});

describe('reasons to reject a sign-in challenge', () => {
  test('a challenge is rejected if the wallet address has a wrong checksum or the chain is not supported', async () => {
    const { address } = newWallet();
    const wrong = `0x${address.slice(2).replace(/[a-f]/i, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))}`;
    for (const [wallet_address, chain_id] of [
      [wrong, 1],
      [address, 5],
    ] as const) {
      const attempt = issueChallenge(accounts, SETTINGS, { wallet_address, chain_id }, NOW);
      expect((await rejectionDetails(attempt))[1]).toBe('invalid_request');
    }
  });
});

describe('the first administrator of a deployment', () => {
  test('the wallet in the setting ADMIN_WALLET becomes an administrator at its next sign-in', async () => {
    const wallet = newWallet();
    const before = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    expect(before.user.role).toBe('user');
    const settings = { ...SETTINGS, adminWallet: wallet.address };
    const { user } = await login(accounts, settings, await signIn(wallet, settings), NOW);
    expect(user.role).toBe('admin');
    expect((await getUser(table, user.id))?.role).toBe('admin');
    const other = await login(accounts, settings, await signIn(newWallet(), settings), NOW);
    expect(other.user.role).toBe('user');
  });
});

describe('the proof of a connected wallet', () => {
  /**
   * Signs in with a new wallet and connects `wallet` to its account. Returns the caller, the connection, and a function
   * that proves the connection.
   */
  async function connected(wallet: ReturnType<typeof newWallet>) {
    const { token } = await login(accounts, SETTINGS, await signIn(newWallet()), NOW);
    const principal = await principalBehind(token);
    const connection = await connect(table, principal.userId, 'alice', wallet.address);
    const caller = { principal, now: NOW, requestId: 'proof', sourceIp: '192.0.2.7' };
    const proof = (signed: { message: string; signature: string }, as = caller) =>
      proveConnectedWallet(accounts, SETTINGS, connection.id, signed, as);
    return { caller, connection, proof };
  }

  test('a signed message proves a wallet connection only once', async () => {
    const wallet = newWallet();
    const { caller, connection, proof } = await connected(wallet);
    expect(connection.provenAt).toBeNull();
    const signed = await prove(wallet, connection.id);
    expect(parseSiweMessage(signed.message).resources).toEqual([
      `urn:yield-api:account:${caller.principal.userId}`,
      `urn:yield-api:wallet-connection:${connection.id}`,
    ]);
    const otherCaller = { ...caller, principal: { ...caller.principal, userId: 'usr_stranger' } };
    expect((await rejectionDetails(proof(signed, otherCaller)))[1]).toBe('wallet_connection_not_found');
    expect(await proof(signed)).toMatchObject({ provenAt: NOW.toISOString(), status: 'active' });
    expect(await rejectionDetails(proof(signed))).toEqual([422, 'proof_refused', 'nonce']);
  });

  test('a wallet proof cannot be used to sign in, and a sign-in message cannot prove a wallet', async () => {
    const wallet = newWallet();
    const { connection, proof } = await connected(wallet);
    const signed = await prove(wallet, connection.id);
    expect(await rejectionDetails(login(accounts, SETTINGS, signed, NOW))).toEqual([
      401,
      'sign_in_refused',
      'message',
    ]);
    const signedSignInMessage = await signIn(wallet);
    expect(await rejectionDetails(proof(signedSignInMessage))).toEqual([422, 'proof_refused', 'message']);
    // Each message is still valid for its own purpose.
    expect((await login(accounts, SETTINGS, signedSignInMessage, NOW)).token).toBeTypeOf('string');
    expect((await proof(signed)).provenAt).not.toBeNull();
  });

  test('a nonce that was issued for a wallet proof is rejected in a sign-in, and vice versa', async () => {
    const wallet = newWallet();
    const { connection, proof } = await connected(wallet);
    const [forProof, forSignIn] = [await prove(wallet, connection.id), await signIn(wallet)];
    const nonceOf = ({ message }: { message: string }) => parseSiweMessage(message).nonce ?? '';
    const signWithNonceOf = async ({ message: text }: { message: string }, other: { message: string }) => {
      const message = text.replace(/Nonce: .*/, `Nonce: ${nonceOf(other)}`);
      return { message, signature: await wallet.signMessage({ message }) };
    };
    const stolen = await signWithNonceOf(forSignIn, forProof);
    expect(await rejectionDetails(login(accounts, SETTINGS, stolen, NOW))).toEqual([
      401,
      'sign_in_refused',
      'message',
    ]);
    const moved = await signWithNonceOf(forProof, forSignIn);
    expect(await rejectionDetails(proof(moved))).toEqual([422, 'proof_refused', 'message']);
  });

  test('a message signed for one connection of a wallet is rejected as proof of another connection', async () => {
    const wallet = newWallet();
    const [mine, theirs] = [await connected(wallet), await connected(wallet)];
    const signed = await prove(wallet, theirs.connection.id);
    expect(await rejectionDetails(mine.proof(signed))).toEqual([422, 'proof_refused', 'message']);
  });

  test('a challenge for a wallet proof is rejected if the wallet connection is unknown or belongs to another wallet', async () => {
    const { connection } = await connected(newWallet());
    expect((await rejectionDetails(prove(newWallet(), connection.id)))[1]).toBe(
      'wallet_connection_not_found',
    );
    expect((await rejectionDetails(prove(newWallet(), 'wc_unknown')))[1]).toBe('wallet_connection_not_found');
  });
});
