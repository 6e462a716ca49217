import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCredentialText, CREDENTIAL_RANDOM_BYTES } from '../../shared/access/domain/credential.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { authenticate, createLimiters } from '../../shared/http/authenticate.ts';
import { createMiddlewares, endpoint } from '../../shared/http/endpoint.ts';
import type { Middleware } from '../../shared/http/middleware.ts';
import { RATE_LIMIT_HEADERS } from '../../shared/platform/contract/headers.ts';
import { ANONYMOUS_REQUEST_LIMITS, CUSTOM_LIMITS_MAX } from '../../shared/platform/contract/plans.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { SCOPES } from '../../shared/platform/contract/scopes.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  revokeKeyWithoutWebhooks,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { answerOf, buildApiEvent, call, type EventOptions, lambdaContext } from '../support/event.ts';

let table: EmbeddedTable;
let credentials: Awaited<ReturnType<typeof makeCredentials>>;
beforeAll(async () => {
  table = await startTable();
  credentials = await makeCredentials();
});
afterAll(() => table.stop());

const EXPIRY_MICROS = NOW.getTime() * 1_000;

/**
 * Creates one credential of every type. All belong to current or former administrators with high limits, so that only
 * the type of a credential can cause a rejection.
 */
async function makeCredentials() {
  const accounts = { ...createAccountsContext(table), environment: 'live' } as const;
  const limits = { plan: 'enterprise', limits: CUSTOM_LIMITS_MAX } as const;
  const admin = await makeUser(accounts, { ...limits, role: 'admin' });
  const right = await makeKey(accounts, admin.id);
  const session = await makeSession(accounts, admin.id, new Date());
  const expired = await makeKey(accounts, admin.id, { expiresMicros: EXPIRY_MICROS });
  const revoked = await makeKey(accounts, admin.id);
  await revokeKeyWithoutWebhooks(accounts, admin.id, revoked.item.id, NOW);
  const otherEnvironmentKey = await makeKey({ ...accounts, environment: 'test' }, admin.id);
  const demoted = await makeUser(accounts, { ...limits, role: 'admin' });
  const former = await makeKey(accounts, demoted.id);
  await updateUser(accounts, demoted.id, { role: 'user' }, NOW);
  const lacking: Record<string, string> = {};
  for (const scope of SCOPES) {
    const scopes = SCOPES.filter((other) => other !== scope);
    lacking[scope] = (await makeKey(accounts, admin.id, { scopes })).text;
  }
  const changedDigit = right.text.at(-1) === '0' ? '1' : '0';
  return {
    refused: {
      'no credential': undefined,
      'an empty credential': '',
      'a malformed credential': 'not-a-credential',
      'a wrong checksum': right.text.slice(0, -1) + changedDigit,
      'an unknown credential': buildCredentialText(
        'api_key',
        'live',
        new Uint8Array(CREDENTIAL_RANDOM_BYTES),
      ),
      'a credential of a test stage': otherEnvironmentKey.text,
      'an expired credential': expired.text,
      'a revoked credential': revoked.text,
    },
    right: right.text,
    session: session.text,
    former: former.text,
    lacking,
  };
}

/** Returns a credential that may use the route: an administrator's key, or a session if the route requires one. */
const validCredentialFor = ({ access }: Route) =>
  access === 'session' ? credentials.session : credentials.right;

/** Returns the middleware chain of a route with a test handler, which reports whether a request reached it. */
function guarded(declared: Route) {
  // Remove `location` from the route, because the handler creates no resource.
  const { location: _, ...route } = declared;
  const step = authenticate(
    createLimiters(() => table),
    'live',
  );
  const unchecked: Middleware = {
    name: 'validate',
    before: ({ context }) => {
      context.validated = { route, input: { params: undefined, query: undefined, body: undefined } };
    },
  };
  const chain = createMiddlewares()
    .filter(({ name }) => name !== 'http-json-body-parser')
    .map((known) => [step, unchecked].find(({ name }) => name === known.name) ?? known);
  const handler = endpoint(route, () => ({ data: '"reached"' }), chain);
  // The handler of this test returns other data than the route declares, so this copy of the route declares no
  // response.
  const undocumented = { ...route, paginated: false, response: undefined, meta: undefined };
  const called = (key: string | undefined, options: EventOptions = {}) =>
    call(handler, undocumented, { ...options, headers: key === undefined ? {} : { 'x-api-KEY': key } });
  /** Sends a request to a function without the authorizer. */
  const direct = async (key: string, sourceIp: string) => {
    const event = buildApiEvent(undocumented, { sourceIp, headers: { 'x-api-KEY': key } });
    const requestContext = { ...event.requestContext, authorizer: null };
    return answerOf(undocumented, await handler({ ...event, requestContext }, lambdaContext()));
  };
  return Object.assign(called, { direct });
}

function expectRateLimitHeaders(headers: Headers): void {
  for (const name of Object.values(RATE_LIMIT_HEADERS)) expect(headers.get(name)).toMatch(/^\d+$/);
}

const guardedRoutes = ROUTES.filter(({ access }) => access !== 'public');
const publicRoutes = ROUTES.filter(({ access }) => access === 'public');

describe.each(guardedRoutes.map((route) => [route.id, route] as const))(
  'access to the route %s',
  (_, route) => {
    test('the route rejects every invalid credential with 401', async () => {
      const request = guarded(route);
      for (const [kind, key] of Object.entries(credentials.refused)) {
        const { status, error, headers } = await request(key);
        expect([kind, status, error.code]).toEqual([kind, 401, 'unauthorized']);
        expect(headers.get('www-authenticate')).toContain('X-API-KEY');
        expectRateLimitHeaders(headers);
      }
    });

    test('the route accepts a credential only if the credential has the required scope', async () => {
      const request = guarded(route);
      const lacking = credentials.lacking[route.access] ?? credentials.right;
      if (route.access !== 'authenticated') {
        const { status, error, headers } = await request(lacking);
        const requiresSession = route.access === 'session';
        expect([status, error.code]).toEqual([403, requiresSession ? 'session_required' : 'forbidden']);
        if (!requiresSession) expect(error.details).toMatchObject({ required_scope: route.access });
        expectRateLimitHeaders(headers);
      }
      const { status, headers } = await request(validCredentialFor(route));
      expect(status).toBe(route.status);
      expectRateLimitHeaders(headers);
    });

    test('an API key of an administrator loses the admin scope when its account loses the role', async () => {
      const { status } = await guarded(route)(credentials.former);
      expect(status).toBe(['admin', 'session'].includes(route.access) ? 403 : route.status);
    });
  },
);

describe.each(publicRoutes.map((route) => [route.id, route] as const))('the public route %s', (_, route) => {
  test('the public route answers callers without a credential, up to a limit per IP address', async () => {
    const request = guarded(route);
    for (const key of [undefined, 'not-a-credential', credentials.right]) {
      const { status, headers } = await request(key);
      expect(status).toBe(route.status);
      expect(headers.get('x-ratelimit-limit')).toBe('60');
    }
  });
});

describe('a function that is called without the authorizer', () => {
  test('the function limits requests with wrong credentials from one IP address', async () => {
    const [route] = ROUTES.filter(({ access }) => access === 'account:read');
    if (route === undefined) throw new Error('There is one');
    const { direct } = guarded(route);
    const guess = (index: number) =>
      buildCredentialText(
        'api_key',
        'live',
        Uint8Array.from({ length: CREDENTIAL_RANDOM_BYTES }, (_, at) => index + at),
      );
    const statuses: number[] = [];
    for (let tried = 0; tried < 150; tried += 1) {
      const { status, headers } = await direct(guess(tried), '198.51.100.7');
      statuses.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(statuses.slice(0, ANONYMOUS_REQUEST_LIMITS.burst)).toEqual(
      Array(ANONYMOUS_REQUEST_LIMITS.burst).fill(401),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30);
    // A request with a valid credential takes no token from its IP address. A wrong credential from another address
    // still gets 401, not 429.
    expect((await direct(credentials.right, '198.51.100.7')).status).toBe(route.status);
    expect((await direct(guess(1), '198.51.100.8')).status).toBe(401);
  });
});

test('the access tests in this file cover every route', () => {
  expect(guardedRoutes.length + publicRoutes.length).toBe(ROUTES.length);
  expect(guardedRoutes.length).toBeGreaterThan(0);
});
