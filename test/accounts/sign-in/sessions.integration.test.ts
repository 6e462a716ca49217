import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accountEvent } from '../../../shared/accounts/contract/responses.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { listAuditEvents } from '../../../shared/accounts/events.ts';
import {
  endAllSessions,
  listSessions,
  logout,
  revokeOtherSessions,
  revokeSession,
} from '../../../shared/accounts/sign-in/sessions.ts';
import { login } from '../../../shared/accounts/sign-in/sign-in.ts';
import { findUserByWallet } from '../../../shared/accounts/store/users.ts';
import { updateUser } from '../../../shared/accounts/users.ts';
import { readEventPage } from '../../../shared/platform/audit/events.ts';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../../../shared/platform/contract/plans.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { createAccountsContext, makeSession, NOW } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../../support/engine/stream.ts';

import { newWallet, rejectionDetails, SETTINGS, signInHelpers } from '../support/sign-ins.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
afterAll(() => table.stop());

const { signIn, sessionOf, principalBehind, admit } = signInHelpers(() => accounts);
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

/** Returns the table with `before` called before each transaction. */
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

describe('sessions of an account', () => {
  async function sessions(wallet: ReturnType<typeof newWallet>, count: number) {
    const tokens: string[] = [];
    for (let index = 0; index < count; index++) {
      const now = later(index);
      const request = await signIn(wallet, SETTINGS, now);
      const origin = { sourceIp: '192.0.2.7', walletApp: index === 0 ? undefined : `Wallet ${index}` };
      tokens.push((await login(accounts, SETTINGS, request, now, origin)).token);
    }
    return tokens;
  }

  test('a logout ends the session of the request and no other', async () => {
    const [one = '', other = ''] = await sessions(newWallet(), 2);
    const principal = await principalBehind(one);
    expect(await logout(accounts, principal, NOW)).toEqual({ sessions_ended: 1 });
    expect((await sessionOf(one)).status).toBe('revoked');
    expect((await sessionOf(other)).status).toBe('active');
    expect(await logout(accounts, principal, NOW)).toEqual({ sessions_ended: 0 });
  });

  test('a logout with an API key ends no session', async () => {
    const [token = ''] = await sessions(newWallet(), 1);
    const key = { ...(await principalBehind(token)), kind: 'api_key', credentialId: 'key_1' } as const;
    expect(await logout(accounts, key, later(10))).toEqual({ sessions_ended: 0 });
    expect((await sessionOf(token)).status).toBe('active');
  });

  test('a user can list all sessions, end one of them, or end all except the current one', async () => {
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
      { id: ids[2], current: true, source_ip: '192.0.2.7', wallet_app: 'Wallet 2', last_used_at: null },
      { id: ids[1], current: false, wallet_app: 'Wallet 1' },
      { id: ids[0], current: false, wallet_app: null },
    ]);
    await revokeSession(accounts, principal.userId, ids[0] ?? '', later(10));
    expect((await sessionOf(first)).status).toBe('revoked');
    const again = revokeSession(accounts, principal.userId, ids[0] ?? '', later(10));
    expect((await rejectionDetails(again))[1]).toBe('session_not_found');
    const ended = await revokeOtherSessions(accounts, principal, later(10));
    expect(ended).toEqual({ sessions_ended: 1 });
    expect((await sessionOf(second)).status).toBe('revoked');
    expect(await listed()).toMatchObject([{ id: ids[2] }]);
  });

  test('a sign-in at the quota of sessions ends the oldest session', async () => {
    const wallet = newWallet();
    const tokens = await sessions(wallet, PLAN_LIMITS.free.maxSessions + 1);
    const statuses = await Promise.all(tokens.map(async (token) => (await sessionOf(token)).status));
    expect(statuses).toEqual(['revoked', ...Array(PLAN_LIMITS.free.maxSessions).fill('active')]);
    const { userId } = await principalBehind(tokens[1] ?? '');
    const endings = async () => {
      await processAllStreamRecords(table);
      const { data } = await listAuditEvents(table, userId, { page: 1, per_page: 10, type: 'session.ended' });
      return z.array(accountEvent).parse(data);
    };
    const [oldest, ...others] = await Promise.all(tokens.map(async (token) => (await sessionOf(token)).id));
    expect((await endings()).map(({ subject }) => subject)).toEqual([oldest]);
    await endAllSessions(accounts, userId, later(100));
    const [all] = await endings();
    expect(all?.details.sessions).toBe(others.length);
    expect(String(all?.details.session_ids).split(' ').sort()).toEqual(others.sort());
  });

  test('after 14 concurrent sign-ins during a logout, the user has exactly as many sessions as the quota allows', async () => {
    const wallet = newWallet();
    const { maxSessions } = PLAN_LIMITS.free;
    const before = await sessions(wallet, 1);
    const principal = await principalBehind(before[0] ?? '');
    while (before.length < maxSessions) {
      before.push((await makeSession(accounts, principal.userId, NOW)).text);
    }
    const signed = await Promise.all(Array.from({ length: 14 }, () => signIn(wallet)));
    const [ended, ...answers] = await Promise.all([
      logout(accounts, principal, NOW),
      ...signed.map((request) => login(accounts, SETTINGS, request, NOW)),
    ]);
    const tokens = [...before, ...answers.map(({ token }) => token)];
    const all = await Promise.all(tokens.map(sessionOf));
    const live = all.filter(({ status }) => status === 'active').map(({ id }) => id);
    const user = await findUserByWallet(table, { address: wallet.address });
    expect(live).toHaveLength(maxSessions);
    expect(Object.keys(user?.sessions ?? {}).sort()).toEqual(live.toSorted());
    await processAllStreamRecords(table);
    const eventsOfType = async (type: 'session.created' | 'session.ended') => {
      const page = { page: 1, per_page: 100 };
      const { items: events } = await readEventPage(table, { userId: principal.userId, type }, page);
      return events.flatMap(({ subject, details }) => subject ?? String(details.session_ids).split(' '));
    };
    const begun = all.filter((_, index) => index === 0 || index >= maxSessions);
    expect((await eventsOfType('session.created')).sort()).toEqual(begun.map(({ id }) => id).sort());
    const over = all.filter(({ status }) => status === 'revoked').map(({ id }) => id);
    expect((await eventsOfType('session.ended')).sort()).toEqual(over.sort());
    expect(ended.sessions_ended).toBeLessThanOrEqual(1);
  });

  test('a sign-in is rejected if its user is suspended after the sign-in has read the user', async () => {
    const wallet = newWallet();
    const [first = ''] = await sessions(wallet, 1);
    const { user_id } = await sessionOf(first);
    const request = await signIn(wallet);
    let suspended: Promise<unknown> | undefined;
    // The suspension happens after the sign-in has read the user.
    const interruptedTable = interrupted(async () => {
      suspended ??= updateUser(accounts, user_id, { suspended: true }, NOW);
      await suspended;
    });
    const attempt = login({ ...accounts, table: interruptedTable }, SETTINGS, request, NOW);
    expect(await rejectionDetails(attempt)).toEqual([401, 'sign_in_refused', 'suspended']);
    const user = await findUserByWallet(table, { address: wallet.address });
    expect(Object.keys(user?.sessions ?? {})).toHaveLength(1);
  });

  test('if a user has reached the quota of sessions, a sign-in ends an older session, even if the new session expires first', async () => {
    const wallet = newWallet();
    await sessions(wallet, PLAN_LIMITS.free.maxSessions);
    const shorter = { ...SETTINGS, sessionSeconds: 60 };
    const { token } = await login(accounts, shorter, await signIn(wallet), NOW);
    expect((await sessionOf(token)).status).toBe('active');
  });

  test('8 concurrent suspensions and reinstatements of a user all succeed', async () => {
    const wallet = newWallet();
    const [first = ''] = await sessions(wallet, 1);
    const { user_id } = await sessionOf(first);
    const users = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        updateUser(accounts, user_id, { suspended: index % 2 === 0 }, NOW),
      ),
    );
    expect(new Set(users.map((user) => user?.version)).size).toBe(8);
    const user = await findUserByWallet(table, { address: wallet.address });
    expect(user?.version).toBe(9);
    await processAllStreamRecords(table);
    const count = async (type: 'user.suspended' | 'user.reinstated') =>
      (await readEventPage(table, { userId: user_id, type }, { page: 1, per_page: 100 })).pagination.total;
    const [suspensions, reinstatements] = [await count('user.suspended'), await count('user.reinstated')];
    expect(suspensions - reinstatements).toBe(user?.suspended_at === undefined ? 0 : 1);
  });

  test('a new session uses the token bucket of its account', async () => {
    const wallet = newWallet();
    const [one = ''] = await sessions(wallet, 1);
    for (let request = 0; request < 100; request++) await admit(one);
    expect(await logout(accounts, await principalBehind(one), NOW)).toEqual({ sessions_ended: 1 });
    const [other = ''] = await sessions(wallet, 1);
    expect((await admit(other)).outcome).toBe('refused');
    expect((await admit(other, later(1))).outcome).toBe('admitted');
  });

  test('if a user loses the admin role during a sign-in, the new session does not have this role', async () => {
    const wallet = newWallet();
    const [first = ''] = await sessions(wallet, 1);
    const { user_id } = await sessionOf(first);
    await updateUser(accounts, user_id, { role: 'admin' }, NOW);
    const request = await signIn(wallet);
    let late: Promise<{ token: string }> | undefined;
    // The sign-in happens between the read of the user and the write of the change.
    const interruptedTable = interrupted(async () => {
      late ??= login(accounts, SETTINGS, request, NOW);
      await late;
    });
    await updateUser({ ...accounts, table: interruptedTable }, user_id, { role: 'user' }, NOW);
    const admission = await admit((await late)?.token ?? '');
    expect(admission).toMatchObject({ outcome: 'admitted', record: { account: { role: 'user' } } });
  });

  test('the response to ending all sessions does not count sessions that have already expired', async () => {
    const wallet = newWallet();
    await sessions(wallet, 2);
    const user = await findUserByWallet(table, { address: wallet.address });
    expect(await endAllSessions(accounts, user?.id ?? '', later(3_601))).toEqual({ sessions_ended: 0 });
  });

  test('a change of plan applies to existing sessions immediately', async () => {
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
