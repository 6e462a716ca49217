import { setTimeout } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, proveWallet } from '../../clients/sdk/src/index.ts';
import { getGatewayKey, setGatewayKey } from '../../shared/access/store/gateway-keys.ts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { auth } from '../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { market } from '../../shared/market/contract/documentation.ts';
import { ANONYMOUS_REQUEST_LIMITS, PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { signInAndListStrategies } from '../../shared/service/canary.ts';
import { walletprovider } from '../../shared/wallets/contract/documentation.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { readRateLimitFigures } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
/** Secrets of this run that no log may contain. */
const secrets: string[] = [];

beforeAll(async () => {
  // A small market is enough, because these tests do not depend on the number of strategies.
  service = await startE2e({ catalogSize: 50 });
  secrets.push(...Object.values(service.keys));
});
afterAll(() => service.stop());

/** Creates a key, by default of the Enterprise user, for tests that must not use up the rate limit of a shared key. */
async function newKey(scopes: readonly string[], session = service.sessions.enterprise) {
  const body = { name: 'test', scopes };
  const answer = await service.call(user.createApiKey, { key: session, body });
  expect(answer.status).toBe(201);
  secrets.push(answer.data.key);
  return answer.data;
}

async function signIn(wallet = privateKeyToAccount(generatePrivateKey())) {
  const begun = await service.call(auth.challenge, { body: { wallet_address: wallet.address } });
  const { message, nonce } = begun.data;
  const signature = await wallet.signMessage({ message });
  secrets.push(nonce, signature);
  const body = { message, signature, wallet_app: ' Example Wallet ' };
  const answer = await service.call(auth.login, { body });
  if (answer.status === 200) secrets.push(answer.data.token);
  return { wallet, answer, body };
}

describe('the exact rate limit of an account over HTTP', () => {
  test('if an account sends many concurrent requests, the number of admitted requests is at most the burst plus the refilled tokens', async () => {
    const startedAt = Date.now();
    const request = (key: string) => () => service.call(user.profile, { key });
    const sent = PLAN_LIMITS.free.burst + 30;
    const [flood, calm] = await Promise.all([
      Promise.all(Array.from({ length: sent }, request(service.keys.free))),
      Promise.all(Array.from({ length: 20 }, request(service.keys.pro))),
    ]);
    const refilled = Math.floor((Date.now() - startedAt) / 1_000);
    const unexpectedAnswerTexts = flood
      .filter(({ status }) => status !== 200 && status !== 429)
      .map(({ text }) => text);
    // Log lines of the functions, for the failure message.
    const errorLines = service
      .logs()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    expect(unexpectedAnswerTexts, errorLines.slice(0, 3).join('\n')).toEqual([]);
    const admitted = flood.filter(({ status }) => status === 200);
    const refused = flood.filter(({ status }) => status === 429);
    expect(admitted.length).toBeGreaterThanOrEqual(PLAN_LIMITS.free.burst);
    expect(admitted.length).toBeLessThanOrEqual(PLAN_LIMITS.free.burst + refilled);
    expect(admitted.length + refused.length).toBe(sent);
    for (const answer of refused) {
      expect(answer.error.code).toBe('rate_limit_exceeded');
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(readRateLimitFigures(answer)).toMatchObject({
        limit: PLAN_LIMITS.free.requestsPerMinute,
        remaining: 0,
      });
      expect(readRateLimitFigures(answer).reset).toBeGreaterThan(startedAt / 1_000);
    }
    expect(calm.every(({ status }) => status === 200)).toBe(true);
  });

  test('a rejected caller is admitted after waiting for the time in Retry-After', async () => {
    const accounts = createAccountsContext(service.table);
    const limits = { requestsPerMinute: 60, burst: 2 };
    const { id } = await makeUser(accounts, { plan: 'enterprise', limits });
    const { text: key } = await makeKey(accounts, id);
    secrets.push(key);
    const ask = () => service.call(market.calibration, { key });
    for (let round = 0; round < 3; round += 1) {
      let answer = await ask();
      for (let more = 0; answer.status === 200 && more < 50; more += 1) answer = await ask();
      expect(answer.status).toBe(429);
      expect(readRateLimitFigures(answer)).toMatchObject({ limit: limits.requestsPerMinute, remaining: 0 });
      // The test waits in real time, because the wait is what Retry-After promises.
      await setTimeout(Number(answer.headers.get('Retry-After')) * 1_000);
      expect((await ask()).status).toBe(200);
    }
  });

  test('the rate limit headers count down from the first request', async () => {
    const { id, key } = await newKey(['account:read']);
    const first = readRateLimitFigures(await service.call(user.profile, { key }));
    const second = readRateLimitFigures(await service.call(user.profile, { key }));
    expect(first.limit).toBe(60_000);
    expect(first.remaining).toBeLessThan(10_000);
    expect(second.remaining).toBeLessThanOrEqual(first.limit);
    expect(second.reset).toBeGreaterThanOrEqual(first.reset);
    await service.call(user.revokeApiKey, { key: service.sessions.enterprise, params: { id } });
  });
});

describe('the usage plan of the gateway', () => {
  test('if the usage plan rejects a request, Retry-After is at least as long as the exact rate limit requires', async () => {
    const accounts = createAccountsContext(service.table);
    const limits = { requestsPerMinute: 1, burst: 1 };
    const { id } = await makeUser(accounts, { plan: 'enterprise', limits });
    const { text: key } = await makeKey(accounts, id);
    secrets.push(key);
    const stored = () => getGatewayKey(service.table, id);
    await expect.poll(async () => (await stored()).ready_millis, { timeout: 30_000 }).toBeDefined();
    const { version, ...made } = await stored();
    // Set `ready_millis` of the gateway key to 0, so that the authorizer uses the key at once. Then assign the key to a
    // usage plan that allows only two requests.
    expect(await setGatewayKey(service.table, id, { version, ...made }, { ...made, ready_millis: 0 })).toBe(
      true,
    );
    const { usagePlans } = service.stack.api;
    const throttle = { ratePerSecond: 0.001, burst: 2 };
    usagePlans.addPlan({ id: 'narrow', throttle, methodThrottles: new Map() });
    usagePlans.assign(made.key_id ?? '', 'narrow');
    const ask = async () => {
      const answer = await service.call(user.limits, { key });
      const [, seconds] = /t=(\d+)$/.exec(answer.headers.get('RateLimit') ?? '') ?? [];
      const retryAfter = Number(answer.headers.get('Retry-After'));
      const isFromGateway = answer.headers.has('x-amzn-ErrorType');
      return {
        ...readRateLimitFigures(answer),
        status: answer.status,
        retryAfter,
        seconds: Number(seconds),
        isFromGateway,
      };
    };
    expect(await ask()).toMatchObject({ status: 200, isFromGateway: false });
    const exact = await ask();
    expect(exact).toMatchObject({ status: 429, isFromGateway: false, limit: 1 });
    const wall = await ask();
    expect(wall).toMatchObject({ status: 429, isFromGateway: true, limit: 1, remaining: 0, retryAfter: 60 });
    for (const name of ['retryAfter', 'reset', 'seconds'] as const) {
      expect(wall[name], name).toBeGreaterThanOrEqual(exact[name]);
    }
    // The account's bucket holds one request and is full again after one minute. The gateway's `reset` is later,
    // because it includes the 60 seconds for which the authorizer's result is cached.
    expect(wall.seconds).toBe(60);
    expect(wall.reset).toBeLessThanOrEqual(exact.reset + 60 + 61);
  });
});

test('a wallet proof over HTTP marks the wallet connection as proven', async () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const key = service.keys.enterprise;
  const body = { walletAddress: wallet.address, userId: 'proof' };
  const { id } = (await service.call(walletprovider.create, { key, body })).data;
  const client = createClient({ baseUrl: service.baseUrl, credential: key });
  // The end user signs the proof message. Before the account sends the proof, it tries to sign in with this message and
  // signature.
  const keeping = {
    address: wallet.address,
    signMessage: async ({ message }: { message: string }) => {
      const signature = await wallet.signMessage({ message });
      const stolen = await service.call(auth.login, { body: { message, signature } });
      expect(stolen.status).toBe(401);
      expect(stolen.error.details).toMatchObject({ reason: 'message' });
      return signature;
    },
  };
  expect((await proveWallet(client, id, keeping)).provenAt).not.toBeNull();
  const { message } = (await service.call(auth.challenge, { body: { wallet_address: wallet.address } })).data;
  const signature = await wallet.signMessage({ message });
  const refused = await service.call(auth.proveWallet, { key, params: { id }, body: { message, signature } });
  expect([refused.status, refused.error.code]).toEqual([422, 'proof_refused']);
  expect(refused.error.details).toMatchObject({ reason: 'message' });
});

describe('a revoked API key or an ended session', () => {
  test('a revoked key is rejected at its next request, even if API Gateway has cached the answer of the authorizer', async () => {
    const { id, key } = await newKey(['account:read']);
    expect((await service.call(user.profile, { key })).status).toBe(200);
    const revoked = await service.call(user.revokeApiKey, {
      key: service.sessions.enterprise,
      params: { id },
    });
    const answered = { id, status: 'revoked', successor: null, webhooks_disabled: [] };
    expect(revoked.data).toEqual(answered);
    const answer = await service.call(user.profile, { key });
    expect([answer.status, answer.error.code]).toEqual([401, 'unauthorized']);
  });

  test('after a logout, the service rejects the next request with the session token', async () => {
    const { token } = (await signIn()).answer.data;
    expect((await service.call(user.profile, { key: token })).status).toBe(200);
    const logout = await service.call(auth.logout, { key: token });
    expect([logout.status, logout.data]).toEqual([200, { sessions_ended: 1 }]);
    expect((await service.call(user.profile, { key: token })).status).toBe(401);
  });
});

describe('sign-in over HTTP', () => {
  test('a signed challenge returns a session with the scopes of its user', async () => {
    const { wallet, answer, body } = await signIn();
    expect(answer.status).toBe(200);
    expect(answer.data.user).toMatchObject({ wallet_address: wallet.address, plan: 'free' });
    const profile = await service.call(user.profile, { key: answer.data.token });
    expect(profile.data).toMatchObject({
      id: answer.data.user.id,
      quotas: { api_keys: { used: 0 }, sessions: { used: 1 } },
      credential: { kind: 'session' },
    });
    expect(profile.data.credential.scopes).not.toContain('admin');
    const sessions = await service.call(auth.listSessions, { key: answer.data.token });
    expect(sessions.data).toMatchObject([{ current: true, wallet_app: 'Example Wallet' }]);
    const again = await service.call(auth.login, { body });
    expect([again.status, again.error.code, again.error.details]).toEqual([
      401,
      'sign_in_refused',
      { reason: 'nonce', request_id: expect.any(String) },
    ]);
  });
});

describe('API keys over HTTP', () => {
  test('a second request with the same Idempotency-Key returns the API key that the first request created', async () => {
    const body = { name: 'once', scopes: ['strategies:read'] };
    const headers = { 'Idempotency-Key': 'create-once' };
    const make = (key: string, content: object = body) =>
      service.call(user.createApiKey, { key, body: content, headers });
    const { token } = (await signIn()).answer.data;
    const [first, second] = [await make(token), await make(token)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    secrets.push(first.data.key);
    expect((await make(token, { ...body, name: 'other' })).error.code).toBe('idempotency_key_reused');
    const other = (await signIn()).answer.data.token;
    expect((await make(other)).data.key).not.toBe(first.data.key);
    const list = await service.call(user.listApiKeys, { key: token });
    expect(list.meta.pagination.total).toBe(1);
  });

  test('an account has one gateway key, which stays the same when an API key is created and revoked', async () => {
    const { usagePlans } = service.stack.api;
    const keysOf = (account: string) =>
      usagePlans.keys().filter(({ name }) => name.startsWith(`${account}-`));
    const { data } = await service.call(user.profile, { key: service.keys.pro });
    await expect.poll(() => keysOf(data.id).length).toBe(1);
    const [before] = keysOf(data.id);
    const { id } = await newKey(['account:read'], service.sessions.pro);
    await service.call(user.revokeApiKey, { key: service.sessions.pro, params: { id } });
    expect(keysOf(data.id)).toEqual([before]);
  });
});

describe('the routes for limits and usage over HTTP', () => {
  test('the limits route agrees with the rate limit headers and with the quotas of the plan', async () => {
    const { token } = (await signIn()).answer.data;
    const answer = await service.call(user.limits, { key: token });
    const { limit, remaining } = readRateLimitFigures(answer);
    const { account } = answer.data;
    expect(account).toMatchObject({ requests_per_minute: limit, burst: PLAN_LIMITS.free.burst });
    // The body can have a higher value than the header, because tokens were refilled between the two readings of the
    // clock.
    expect(account.remaining).toBeGreaterThanOrEqual(remaining);
    expect(account.remaining).toBe(Math.min(limit, account.available));
    expect(answer.data).toMatchObject({
      plan: 'free',
      quotas: {
        api_keys: { used: 0, max: PLAN_LIMITS.free.maxApiKeys },
        sessions: { used: 1, max: PLAN_LIMITS.free.maxSessions },
        wallet_connections: { used: 0, max: PLAN_LIMITS.free.maxWalletConnections },
        sub_accounts: { used: 0, max: PLAN_LIMITS.free.maxSubAccounts },
        alerts: { used: 0, max: PLAN_LIMITS.free.maxAlerts },
        webhooks: { used: 0, max: PLAN_LIMITS.free.maxWebhooks },
      },
    });
    const profile = await service.call(user.profile, { key: token });
    expect(profile.data.quotas).toEqual(answer.data.quotas);
  });

  test('the usage of an account and of its key counts every request, including the request for the usage', async () => {
    const { token } = (await signIn()).answer.data;
    const { id, key } = await newKey(['account:read'], token);
    await service.call(user.profile, { key });
    const keyUsage = await service.call(user.apiKeyUsage, { key: token, params: { id } });
    const accountUsage = await service.call(user.usage, { key: token });
    const sum = (usage: readonly { admitted: number }[]) =>
      usage.reduce((total, each) => total + each.admitted, 0);
    expect([sum(keyUsage.data.hours), sum(keyUsage.data.days)]).toEqual([1, 1]);
    expect([sum(accountUsage.data.hours), sum(accountUsage.data.days)]).toEqual([4, 4]);
    expect([accountUsage.data.hours.length, accountUsage.data.days.length]).toEqual([48, 90]);
    const one = await service.call(user.getApiKey, { key: token, params: { id } });
    expect(one.data).toMatchObject({ id, requests_used: 1, status: 'active' });
    expect(one.text).not.toContain(key);
  });
});

test('the canary signs in and lists strategies as a user does', async () => {
  const { strategies } = await signInAndListStrategies(service.baseUrl, 'any-table');
  expect(strategies).toBeGreaterThanOrEqual(0);
  await expect(signInAndListStrategies(`${service.baseUrl}/nowhere`, 'any-table')).rejects.toThrow(
    'POST /auth/challenge: status',
  );
});

describe('public endpoints over HTTP', () => {
  test('requests to public endpoints are limited per IP address', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const startedAt = Date.now();
    const request = () => service.call(auth.challenge, { body: { wallet_address: address } });
    const answers = await Promise.all(Array.from({ length: ANONYMOUS_REQUEST_LIMITS.burst + 50 }, request));
    const nonces = answers.filter(({ status }) => status === 200).map(({ data }) => data.nonce);
    secrets.push(...nonces);
    const admitted = nonces.length;
    const refilled = Math.floor((Date.now() - startedAt) / 1_000);
    expect(admitted).toBeLessThanOrEqual(ANONYMOUS_REQUEST_LIMITS.burst + refilled);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.error.code]).toEqual([429, 'rate_limit_exceeded']);
      expect(readRateLimitFigures(answer)).toMatchObject({
        limit: ANONYMOUS_REQUEST_LIMITS.requestsPerMinute,
        remaining: 0,
      });
    }
  });
});

test('no log line of this test run contains an API key, a session token, a signature or a nonce', () => {
  const logs = service.logs();
  expect(logs).toContain('"route":"accounts.login"');
  expect(secrets.length).toBeGreaterThan(100);
  for (const secret of secrets) expect(logs.includes(secret)).toBe(false);
});
