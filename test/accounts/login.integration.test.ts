import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { credentialHash } from '../../shared/access/domain/credential.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { formatSiwe, parseSiwe, type SiweMessage } from '../../shared/accounts/domain/siwe.ts';
import { createKey, listKeys } from '../../shared/accounts/keys/api-keys.ts';
import { rotateNonces } from '../../shared/accounts/sign-in/nonces.ts';
import { proveConnectedWallet } from '../../shared/accounts/sign-in/prove-connection.ts';
import {
  endAllSessions,
  listSessions,
  logout,
  revokeOtherSessions,
  revokeSession,
} from '../../shared/accounts/sign-in/sessions.ts';
import { challenge, login } from '../../shared/accounts/sign-in/sign-in.ts';
import type { SignInSettings } from '../../shared/accounts/sign-in/sign-in-settings.ts';
import { findUserByWallet, getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { pageEvents } from '../../shared/platform/audit/events.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { startMeter } from '../../shared/platform/dynamodb/meter.ts';
import { microsOf } from '../access/model.ts';
import { NOW, principalWith, TEST_PATIENCE_MILLIS, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { followAll } from '../support/engine/stream.ts';
import { connect } from '../support/wallets.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
afterAll(() => table.stop());

const SETTINGS: SignInSettings = {
  policy: {
    uri: 'https://app.example.com/login',
    chainIds: [1, 10],
    maxAgeSeconds: 300,
    clockSkewSeconds: 30,
  },
  sessionSeconds: 3_600,
};
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const newWallet = () => privateKeyToAccount(generatePrivateKey());
type Wallet = ReturnType<typeof newWallet>;

async function signIn(wallet: Wallet, settings = SETTINGS, now = NOW) {
  const { message } = await challenge(
    accounts,
    settings,
    { wallet_address: wallet.address, chain_id: 1 },
    now,
  );
  return { message, signature: await wallet.signMessage({ message }) };
}

async function principalBehind(token: string) {
  const item = await sessionOf(token);
  const user = await getUser(table, item.user_id);
  if (user === undefined) throw new Error('The session has no user');
  return principalWith(user, item);
}

const admit = (token: string, now = NOW) =>
  new CredentialLimiter(
    () => table,
    () => microsOf(now),
    TEST_PATIENCE_MILLIS,
  ).admit(credentialHash(token));

async function sessionOf(token: string) {
  const item = await getCredential(table, credentialHash(token));
  if (item === undefined) throw new Error('The session is not stored');
  return item;
}

/** The table with something else that happens before each transaction. */
function interrupted(before: () => Promise<void>): Table {
  const client = new Proxy(table.client, {
    get(target, name) {
      if (name !== 'send') return Reflect.get(target, name);
      return async (command: object) => {
        if (command instanceof TransactWriteCommand) await before();
        return Reflect.apply(target.send, target, [command]);
      };
    },
  });
  return { client, name: table.name };
}

/** The code and reason with which an attempt is refused. */
async function refusal(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  return [error.status, error.code, error.details?.reason];
}

describe('login', () => {
  test('creates the user at first sight, and finds them again at the second', async () => {
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

  test('ten first logins of one wallet at once make one user', async () => {
    const wallet = newWallet();
    const requests = await Promise.all(Array.from({ length: 10 }, () => signIn(wallet)));
    const answers = await Promise.allSettled(
      requests.map((request) => login(accounts, SETTINGS, request, NOW)),
    );
    const users = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value.user.id] : []));
    expect(users.length).toBeGreaterThan(0);
    expect(new Set(users).size).toBe(1);
    expect((await findUserByWallet(table, { address: wallet.address }))?.id).toBe(users[0]);
  });

  test('a suspended user cannot sign in, and the attempt is recorded', async () => {
    const wallet = newWallet();
    const { user } = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    await updateUser(accounts, user.id, { suspended: true }, NOW);
    const attempt = login(accounts, SETTINGS, await signIn(wallet), NOW);
    expect(await refusal(attempt)).toEqual([401, 'sign_in_refused', 'suspended']);
    await followAll(table);
    const { events } = await pageEvents(table, { userId: user.id }, { page: 1, per_page: 10 });
    expect(events.map(({ type }) => type)).toEqual([
      'sign_in.refused',
      'user.suspended',
      'session.created',
      'user.created',
    ]);
    expect(events[0]).toMatchObject({ details: { reason: 'suspended' } });
  });

  test('a challenge stores nothing, and its nonce is good after the secret was rotated once', async () => {
    const wallet = newWallet();
    await signIn(wallet);
    const meter = startMeter(table.client);
    const begun = await signIn(wallet);
    meter.stop();
    expect([meter.readUnits, meter.writeUnits]).toEqual([0, 0]);
    await rotateNonces(table);
    expect((await login(accounts, SETTINGS, begun, NOW)).user.wallet_address).toBe(wallet.address);
    const before = await signIn(wallet);
    await rotateNonces(table);
    await rotateNonces(table);
    expect(await refusal(login(accounts, SETTINGS, before, later(60)))).toEqual([
      401,
      'sign_in_refused',
      'nonce',
    ]);
  });

  test('a refusal around a nonce that nobody was given is not recorded, and any other is', async () => {
    const wallet = newWallet();
    const { user } = await login(accounts, SETTINGS, await signIn(wallet), NOW);
    const { message } = await signIn(wallet);
    const nonce = parseSiwe(message)?.nonce ?? '';
    const forged = message.replace(nonce, `${nonce.slice(0, -1)}${nonce.endsWith('0') ? '1' : '0'}`);
    const signature = await newWallet().signMessage({ message });
    const attempts = [forged, message].map((text) =>
      login(accounts, SETTINGS, { message: text, signature }, NOW),
    );
    const reasons = await Promise.all(attempts.map(refusal));
    expect(reasons.map(([, , reason]) => reason)).toEqual(['nonce', 'signature']);
    await followAll(table);
    const asked = { userId: user.id, type: 'sign_in.refused' } as const;
    const { events } = await pageEvents(table, asked, { page: 1, per_page: 10 });
    expect(events.map(({ details }) => details)).toEqual([{ reason: 'signature' }]);
  });

  test('a nonce is good for one login, however many present it at once', async () => {
    const wallet = newWallet();
    const request = await signIn(wallet);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => login(accounts, SETTINGS, request, NOW)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ details: { reason: 'nonce' } });
    }
    expect(await refusal(login(accounts, SETTINGS, request, NOW))).toEqual([401, 'sign_in_refused', 'nonce']);
  });

  test('a wallet that another client built its own message for signs in too', async () => {
    const wallet = newWallet();
    const { nonce } = await challenge(
      accounts,
      SETTINGS,
      { wallet_address: wallet.address, chain_id: 10 },
      NOW,
    );
    const message = formatSiwe({
      ...fieldsOf((await signIn(wallet)).message),
      nonce,
      statement: 'Another text.',
    });
    const signature = await wallet.signMessage({ message });
    expect((await login(accounts, SETTINGS, { message, signature }, NOW)).user.wallet_address).toBe(
      wallet.address,
    );
  });
});

function fieldsOf(text: string): SiweMessage {
  const message = parseSiwe(text);
  if (message === undefined) throw new Error('Not a message');
  return message;
}

describe('a login is refused', () => {
  const at = (seconds: number) => later(seconds).toISOString();

  test.each<[string, Partial<SiweMessage>]>([
    ['domain', { domain: 'evil.example.com' }],
    ['uri', { uri: 'https://evil.example.com/login' }],
    ['chain_id', { chainId: 137 }],
    ['issued_at_in_future', { issuedAt: at(60), expirationTime: at(120) }],
    ['issued_at_too_old', { issuedAt: at(-301) }],
    ['expired', { expirationTime: at(-1) }],
    ['expiration_time_missing', { expirationTime: undefined }],
    ['not_before', { notBefore: at(60) }],
    ['nonce', { nonce: 'neverGivenOut123' }],
  ])('for its %s', async (reason, change) => {
    const wallet = newWallet();
    const message = formatSiwe({ ...fieldsOf((await signIn(wallet)).message), ...change });
    const signature = await wallet.signMessage({ message });
    expect(await refusal(login(accounts, SETTINGS, { message, signature }, NOW))).toEqual([
      401,
      'sign_in_refused',
      reason,
    ]);
  });

  test('when somebody else signed it, and the nonce stays good for its wallet', async () => {
    const wallet = newWallet();
    const { message } = await signIn(wallet);
    const forged = await newWallet().signMessage({ message });
    expect(await refusal(login(accounts, SETTINGS, { message, signature: forged }, NOW))).toEqual([
      401,
      'sign_in_refused',
      'signature',
    ]);
    const signature = await wallet.signMessage({ message });
    expect((await login(accounts, SETTINGS, { message, signature }, NOW)).token).toMatch(/^ys_test_/);
  });

  test('when the nonce was given out for another wallet', async () => {
    const [wallet, thief] = [newWallet(), newWallet()];
    const stolen = fieldsOf((await signIn(wallet)).message);
    const message = formatSiwe({ ...stolen, address: thief.address });
    const signature = await thief.signMessage({ message });
    expect(await refusal(login(accounts, SETTINGS, { message, signature }, NOW))).toEqual([
      401,
      'sign_in_refused',
      'nonce',
    ]);
  });

  test('when it comes too late', async () => {
    const request = await signIn(newWallet());
    expect(await refusal(login(accounts, SETTINGS, request, later(301)))).toEqual([
      401,
      'sign_in_refused',
      'issued_at_too_old',
    ]);
  });

  test('when the text is no message', async () => {
    const request = { message: 'Hello', signature: `0x${'0'.repeat(130)}` };
    expect(await refusal(login(accounts, SETTINGS, request, NOW))).toEqual([
      400,
      'invalid_request',
      undefined,
    ]);
  });
});

describe('a challenge is refused', () => {
  test('for a wrong checksum and for another chain', async () => {
    const { address } = newWallet();
    const wrong = `0x${address.slice(2).replace(/[a-f]/i, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))}`;
    for (const [wallet_address, chain_id] of [
      [wrong, 1],
      [address, 5],
    ] as const) {
      const attempt = challenge(accounts, SETTINGS, { wallet_address, chain_id }, NOW);
      expect((await refusal(attempt))[1]).toBe('invalid_request');
    }
  });
});

describe('sessions', () => {
  async function sessions(wallet: Wallet, count: number) {
    const tokens: string[] = [];
    for (let index = 0; index < count; index++) {
      const now = later(index);
      const request = await signIn(wallet, SETTINGS, now);
      tokens.push((await login(accounts, SETTINGS, request, now, { sourceIp: '192.0.2.7' })).token);
    }
    return tokens;
  }

  test('logout ends the session presented and no other', async () => {
    const [one = '', other = ''] = await sessions(newWallet(), 2);
    const principal = await principalBehind(one);
    expect(await logout(accounts, principal, NOW)).toEqual({ sessions_ended: 1 });
    expect((await sessionOf(one)).status).toBe('revoked');
    expect((await sessionOf(other)).status).toBe('active');
    expect(await logout(accounts, principal, NOW)).toEqual({ sessions_ended: 0 });
  });

  test('logout with a key ends all sessions at once', async () => {
    const tokens = await sessions(newWallet(), 3);
    const key = {
      ...(await principalBehind(tokens[0] ?? '')),
      kind: 'api_key',
      credentialId: 'key_1',
    } as const;
    expect(await logout(accounts, key, later(10))).toEqual({ sessions_ended: 3 });
    for (const token of tokens) expect((await sessionOf(token)).status).toBe('revoked');
  });

  test('logout with a key that may not change the account is refused and ends nothing', async () => {
    const tokens = await sessions(newWallet(), 1);
    const principal = await principalBehind(tokens[0] ?? '');
    const key = { ...principal, kind: 'api_key', credentialId: 'key_1', scopes: ['market:read'] } as const;
    expect((await refusal(logout(accounts, key, NOW)))[1]).toBe('forbidden');
    expect((await sessionOf(tokens[0] ?? '')).status).toBe('active');
  });

  test('are listed newest first with where each began, and ended one by one or all but one', async () => {
    const wallet = newWallet();
    const tokens = await sessions(wallet, 3);
    const [first = '', second = '', third = ''] = tokens;
    const principal = await principalBehind(third);
    const listed = async () => {
      const { data } = await listSessions(accounts, principal, { page: 1, per_page: 10 }, later(10));
      return data;
    };
    const ids = await Promise.all(tokens.map(async (token) => (await sessionOf(token)).id));
    expect(await listed()).toMatchObject([
      { id: ids[2], current: true, source_ip: '192.0.2.7', last_used_at: null },
      { id: ids[1], current: false },
      { id: ids[0], current: false },
    ]);
    await revokeSession(accounts, principal.userId, ids[0] ?? '', later(10));
    expect((await sessionOf(first)).status).toBe('revoked');
    const again = revokeSession(accounts, principal.userId, ids[0] ?? '', later(10));
    expect((await refusal(again))[1]).toBe('session_not_found');
    const ended = await revokeOtherSessions(accounts, principal, undefined, later(10));
    expect(ended).toEqual({ sessions_ended: 1, keys_revoked: 0 });
    expect((await sessionOf(second)).status).toBe('revoked');
    expect(await listed()).toMatchObject([{ id: ids[2] }]);
  });

  test('logging out everywhere can include the keys that sessions have made since a time', async () => {
    const [token = '', other = ''] = await sessions(newWallet(), 2);
    const principal = await principalBehind(token);
    const made = async (by: string, at: Date) => {
      const maker = { principal: await principalBehind(by), presentedCredential: by };
      return createKey(accounts, maker, { name: 'made', scopes: ['account:write', 'account:read'] }, at);
    };
    const before = await made(other, later(5));
    const since = await made(other, later(20));
    // A key that a key has made is that key's, and no session's.
    const ofKey = await made(before.key, later(30));
    const keysSince = later(10).getTime();
    const ended = await revokeOtherSessions(accounts, principal, keysSince, later(40));
    expect(ended).toEqual({ sessions_ended: 1, keys_revoked: 1 });
    const { data } = await listKeys(accounts, principal.userId, { page: 1, per_page: 10 }, later(40));
    expect(data.map(({ id }) => id).sort()).toEqual([before.id, ofKey.id].sort());
    expect(await admit(since.key, later(40))).toMatchObject({ outcome: 'unusable' });
  });

  test('a login beyond the number that a user may have ends the oldest', async () => {
    const tokens = await sessions(newWallet(), PLAN_LIMITS.free.maxSessions + 1);
    const statuses = await Promise.all(tokens.map(async (token) => (await sessionOf(token)).status));
    expect(statuses).toEqual(['revoked', ...Array(PLAN_LIMITS.free.maxSessions).fill('active')]);
  });

  test('a new one draws from the bucket of its account, so that logging in is no way to more requests', async () => {
    const wallet = newWallet();
    const [one = ''] = await sessions(wallet, 1);
    for (let request = 0; request < 100; request++) await admit(one);
    expect(await logout(accounts, await principalBehind(one), NOW)).toEqual({ sessions_ended: 1 });
    const [other = ''] = await sessions(wallet, 1);
    expect((await admit(other)).outcome).toBe('refused');
    expect((await admit(other, later(1))).outcome).toBe('admitted');
  });

  test('one that begins while its user loses a role loses it too', async () => {
    const wallet = newWallet();
    const [first = ''] = await sessions(wallet, 1);
    const { user_id } = await sessionOf(first);
    await updateUser(accounts, user_id, { role: 'admin' }, NOW);
    const request = await signIn(wallet);
    let late: Promise<{ token: string }> | undefined;
    // The login comes in after the user was read and before the change is written.
    const meeting = interrupted(async () => {
      late ??= login(accounts, SETTINGS, request, NOW);
      await late;
    });
    await updateUser({ ...accounts, table: meeting }, user_id, { role: 'user' }, NOW);
    const admission = await admit((await late)?.token ?? '');
    expect(admission).toMatchObject({ outcome: 'admitted', record: { account: { role: 'user' } } });
  });

  test('sessions that have expired are neither ended nor counted', async () => {
    const wallet = newWallet();
    await sessions(wallet, 2);
    const user = await findUserByWallet(table, { address: wallet.address });
    expect(await endAllSessions(accounts, user?.id ?? '', later(3_601))).toEqual({ sessions_ended: 0 });
  });

  test('a change of plan reaches the sessions at once', async () => {
    const wallet = newWallet();
    const [token = ''] = await sessions(wallet, 1);
    const { user_id } = await sessionOf(token);
    await updateUser(accounts, user_id, { plan: 'enterprise', limits: CUSTOM_LIMITS_MAX }, NOW);
    expect(await admit(token)).toMatchObject({
      outcome: 'admitted',
      status: { limit: 60_000 },
      record: { account: { plan: 'enterprise' } },
    });
  });
});

describe('the first administrator', () => {
  test('is the wallet that the deployment names, from its login on', async () => {
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

describe('a connected wallet', () => {
  test('is proven by a message that it signed, once for a nonce, by its owner alone', async () => {
    const wallet = newWallet();
    const { token } = await login(accounts, SETTINGS, await signIn(newWallet()), NOW);
    const item = await sessionOf(token);
    const principal = await principalBehind(token);
    const connection = await connect(table, item.user_id, 'alice', wallet.address);
    const caller = { principal, now: NOW, requestId: 'proof', sourceIp: '192.0.2.7' };
    const prove = (signed: { message: string; signature: string }, as = caller) =>
      proveConnectedWallet(accounts, SETTINGS, connection.id, signed, as);
    expect(connection.provenAt).toBeNull();
    expect(await refusal(prove(await signIn(newWallet())))).toEqual([422, 'proof_refused', 'wallet']);
    const signed = await signIn(wallet);
    const stranger = { ...caller, principal: { ...principal, userId: 'usr_stranger' } };
    expect((await refusal(prove(signed, stranger)))[1]).toBe('wallet_connection_not_found');
    expect(await prove(signed)).toMatchObject({ provenAt: NOW.toISOString(), status: 'active' });
    expect(await refusal(prove(signed))).toEqual([422, 'proof_refused', 'nonce']);
  });
});
