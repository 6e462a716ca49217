import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { type Receiver, startReceiver } from '../notifications/support/receiver.ts';
import { makeKey, makeUser, testAccounts } from '../support/accounts.ts';
import type { CallOptions } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { streamReader } from '../support/engine/stream.ts';
import { assembleReleaseBefore, hasWholeHistory } from '../support/runs/release-before.ts';

const CATALOG_SIZE = 40;
/** Another release is bundled and synthesized first: a minute, and several where other work goes on beside it. */
const SYNTHESIS_MS = 900_000;

const isWhole = hasWholeHistory();
if (!isWhole)
  process.stderr.write(
    'No release before this one here: git fetch --unshallow --tags to test them on one table.\n',
  );

let present: E2eStack;
let before: E2eStack;
let receiver: Receiver;
let newRecords: () => Promise<unknown[]>;
beforeAll(async () => {
  if (!isWhole) return;
  const assembly = await assembleReleaseBefore();
  // Nothing runs by itself, so that it is known which release does what; accounts share the gateway's overflow key.
  present = await startE2e({ catalogSize: CATALOG_SIZE, jobs: false });
  const { dynamodbEndpoint } = present.stack;
  const environment = { MARKET_SOURCE: 'sample', SAMPLE_SIZE: String(CATALOG_SIZE) };
  before = await startE2e({ catalogSize: 0, jobs: false, assembly, dynamodbEndpoint, environment });
  newRecords = streamReader({ endpoint: dynamodbEndpoint, name: present.table.name });
  receiver = await startReceiver();
}, SYNTHESIS_MS);
afterAll(async () => {
  await receiver?.stop();
  await before?.stop();
  await present?.stop();
});

async function runJob(service: E2eStack, name: string, event: unknown = {}): Promise<void> {
  const id = service.stack.functions.logicalIds().find((each) => each.startsWith(name));
  const { kind } = await service.invokeJob(id ?? '', event);
  expect([name, kind]).toEqual([name, 'returned']);
}

/** Has a release's consumer of the stream carry on what has been written since the last time. */
async function follow(service: E2eStack): Promise<void> {
  const Records = await newRecords();
  if (Records.length > 0) await runJob(service, 'ServiceFollowChanges', { Records });
}

const wallet = () => privateKeyToAccount(generatePrivateKey());

// What is read of the answers: those of the release before need not be as this one declares them.
const success = z.object({ data: z.unknown() });
const challenge = z.object({ message: z.string() });
const identified = z.object({ id: z.string() });
const login = z.object({ token: z.string(), user: identified });
const newKey = z.object({ id: z.string(), key: z.string() });
const listing = z.object({
  data: z.array(z.object({ id: z.string(), current_apy: z.number() })),
  meta: z.object({ as_of: z.nullable(z.string()) }),
});

/** The first element of a list. */
const first = (list: unknown) => z.tuple([identified], z.unknown()).parse(list)[0];

/** Signs in with a challenge of one release at another. */
async function signIn(challenging: E2eStack, answering: E2eStack, account = wallet()) {
  const wanted = { body: { wallet_address: account.address } };
  const { message } = challenge.parse(await done(challenging, 'POST', '/auth/challenge', wanted));
  const body = { message, signature: await account.signMessage({ message }) };
  const { token, user } = login.parse(await done(answering, 'POST', '/auth/login', { body }));
  return { key: token, id: user.id };
}

/** An answer that must be a success: its data. */
async function done(service: E2eStack, method: string, path: string, options: CallOptions) {
  const { status, text, body } = await service.send(method, path, options);
  expect([200, 201], `${method} ${path}: ${text}`).toContain(status);
  return success.parse(body).data;
}

const statusOf = async (service: E2eStack, path: string, key: string) =>
  (await service.send('GET', path, { key })).status;

/** What grows from one answer to the next. */
const GROWING = ['age_seconds', 'value', 'value_usd', 'earned', 'earned_percent'];
/** What this release tells otherwise of the same items: a key's last use is never before the key was made. */
const TOLD_OTHERWISE = ['last_used_at'];
const APART = new Set([...GROWING, ...TOLD_OTHERWISE]);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer without the fields that another has not: which there are is for the document of each release to say. */
function inCommon(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return one.map((each, index) => inCommon(each, other[index]));
  if (!isRecord(one) || !isRecord(other)) return one;
  const names = Object.keys(one).filter((name) => name in other && !APART.has(name));
  return Object.fromEntries(names.map((name) => [name, inCommon(one[name], other[name])]));
}

function expectAlike(older: unknown, newer: unknown, what: string): void {
  expect(inCommon(newer, older), what).toEqual(inCommon(older, newer));
}

/** What both releases tell of something, they tell alike. Gives what the one before says. */
async function alike(path: string, key: string) {
  const older = await done(before, 'GET', path, { key });
  expectAlike(older, await done(present, 'GET', path, { key }), path);
  return older;
}

describe.skipIf(!isWhole).each([
  ['this release writes and the one before reads', () => [present, before] as const],
  ['the release before writes and this one reads', () => [before, present] as const],
])('%s', (_, sides) => {
  test('a challenge of one is answered at the other, and the session works at both until it ends at one', async () => {
    const [writer, reader] = sides();
    const account = wallet();
    const { key, id } = await signIn(writer, reader, account);
    for (const service of sides()) {
      const profile = await done(service, 'GET', '/user/profile', { key });
      expect(profile).toMatchObject({ id, wallet_address: account.address });
    }
    expect((await signIn(reader, writer, account)).id).toBe(id);
    await follow(writer);
    await done(writer, 'GET', '/auth/logout', { key });
    expect([
      await statusOf(reader, '/user/profile', key),
      await statusOf(writer, '/user/profile', key),
    ]).toEqual([401, 401]);
  });

  test('a key of one works at the other, which rotates and revokes it', async () => {
    const [writer, reader] = sides();
    const { key } = await signIn(writer, writer);
    const body = { name: 'shared', scopes: ['account:read'], limits: { requests_per_minute: 30, burst: 10 } };
    const made = newKey.parse(await done(writer, 'POST', '/user/api-keys', { key, body }));
    expect(await statusOf(writer, '/user/limits', made.key)).toBe(200);
    expect(await statusOf(reader, '/user/limits', made.key)).toBe(200);
    const rotation = { key, body: { overlap_seconds: 0 } };
    const path = `/user/api-keys/${made.id}/rotate`;
    const rotated = newKey.parse(await done(reader, 'POST', path, rotation));
    expect([
      await statusOf(writer, '/user/limits', made.key),
      await statusOf(writer, '/user/limits', rotated.key),
    ]).toEqual([401, 200]);
    await alike('/user/api-keys', key);
    await done(writer, 'DELETE', `/user/api-keys/${rotated.id}`, { key });
    expect(await statusOf(reader, '/user/limits', rotated.key)).toBe(401);
    await follow(reader);
    await alike('/user/events', key);
  });

  test('money that one books the other shows, repeats and pays out, and the books verify', async () => {
    const [writer, reader] = sides();
    const { key } = await signIn(writer, reader);
    const strategy = first(await done(reader, 'GET', '/strategies?per_page=1', { key }));
    const deposit = {
      key,
      body: { strategy_id: strategy.id, amount: '1000' },
      headers: { 'Idempotency-Key': 'once' },
    };
    const booked = await writer.send('POST', '/investments/deposit', deposit);
    expect(booked.status, booked.text).toBe(201);
    const again = await reader.send('POST', '/investments/deposit', deposit);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expectAlike(booked.body, again.body, 'the answer to a repeat');
    const held = first(await alike('/investments', key));
    const part = { key, body: { investment_id: held.id, amount: '400' } };
    await done(reader, 'POST', '/investments/withdraw', part);
    await follow(reader);
    await done(writer, 'POST', '/investments/withdraw', part);
    await follow(writer);
    expect(await alike('/investments/history', key)).toHaveLength(3);
    await alike('/events', key);
    expect((await verifyLedger(present.table)).differences).toEqual([]);
    await runJob(before, 'InvestmentsVerify');
  });

  test('a wallet that one connects the other lists, and asks to be removed', async () => {
    const [writer, reader] = sides();
    const { key } = await signIn(writer, writer);
    const admin = await makeUser(testAccounts(present.table), { role: 'admin', plan: 'enterprise' });
    const { text: adminKey } = await makeKey(testAccounts(present.table), admin.id);
    const body = { walletAddress: wallet().address, userId: 'customer' };
    const connected = await done(writer, 'POST', '/api/walletprovider', { key, body });
    const { id: connectionId } = identified.parse(connected);
    await follow(reader);
    const removal = { key, body: { connectionId } };
    await done(reader, 'POST', '/api/walletprovider/removal-request', removal);
    await follow(writer);
    await alike('/admin/walletprovider?status=removal_requested', adminKey);
    const decision = { key: adminKey, body: { status: 'removed' } };
    await done(writer, 'PUT', `/admin/walletprovider/${connectionId}`, decision);
    const trail = await alike(`/admin/walletprovider/${connectionId}/history`, adminKey);
    expect(trail).toMatchObject([{ to: 'removed' }, { to: 'removal_requested' }, { to: 'active' }]);
    await follow(reader);
    await alike('/admin/statistics', adminKey);
  });

  test('a webhook endpoint and an alert of one are changed by the other and told by either', async () => {
    const [writer, reader] = sides();
    const { key, id: account } = await signIn(writer, writer);
    const { id: strategy_id } = first(await done(writer, 'GET', '/strategies?per_page=1', { key }));
    const alert = { kind: 'deposit_confirmed', target: 'strategy', strategy_id };
    const made = identified.parse(await done(writer, 'POST', '/alerts', { key, body: alert }));
    await done(reader, 'PUT', `/alerts/${made.id}`, { key, body: { name: 'of both' } });
    const url = `http://127.0.0.1:${receiver.port}/${account}`;
    const types = ['deposit.confirmed'];
    const webhook = identified.parse(await done(writer, 'POST', '/webhooks', { key, body: { url, types } }));
    const told = await done(reader, 'POST', `/webhooks/${webhook.id}/secret`, { key });
    const { secret } = z.object({ secret: z.string() }).parse(told);
    const body = { strategy_id, amount: '50' };
    for (const [booking, delivering] of [
      [writer, reader],
      [reader, writer],
    ] as const) {
      await done(booking, 'POST', '/investments/deposit', { key, body });
      await follow(delivering);
      await runJob(delivering, 'NotificationsDeliver', {
        Records: [{ messageId: 'bell', body: JSON.stringify({ account }) }],
      });
    }
    const received = receiver.received.filter(({ path }) => path === `/${account}`);
    expect(received).toHaveLength(2);
    for (const { body: sent, headers } of received) {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
      expect(() => new Webhook(secret).verify(sent, signed)).not.toThrow();
    }
    const deliveries = await alike(`/webhooks/${webhook.id}/deliveries`, key);
    expect(deliveries).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
    await alike('/alerts', key);
    await alike('/webhooks', key);
  });

  test('the catalog that one publishes the other serves; one of a later format it passes over, and answers', async () => {
    const [writer, reader] = sides();
    const { key } = await signIn(writer, writer);
    await runJob(writer, 'IngestRun');
    const seenAt = async (service: E2eStack) => {
      const { status, body } = await service.send('GET', '/strategies?per_page=100&sort=name', { key });
      expect(status).toBe(200);
      const { data, meta } = listing.parse(body);
      return { ids: data.map(({ id, current_apy }) => [id, current_apy]), asOf: meta.as_of };
    };
    const published = await seenAt(writer);
    expect(published.ids).toHaveLength(CATALOG_SIZE);
    const mayPassOver = reader === before;
    await expect
      .poll(() => seenAt(reader))
      .toSatisfy(
        (seen: typeof published) =>
          isDeepStrictEqual(seen, published) || (mayPassOver && seen.ids.length === 0),
      );
    for (const path of ['/market/trends', '/strategies/performance', '/strategies/recommended?amount=1000']) {
      expect(await statusOf(reader, path, key), path).toBe(200);
    }
  });
});
