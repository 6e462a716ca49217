import { beforeAll, describe, expect, test } from 'vitest';
import { buildCredentialText, CREDENTIAL_RANDOM_BYTES } from '../../../shared/access/domain/credential.ts';
import { updateUser } from '../../../shared/accounts/users.ts';
import { PLAN_LIMITS } from '../../../shared/platform/contract/plans.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  revokeKeyWithoutWebhooks,
} from '../../support/accounts.ts';
import type { Answer } from '../../support/answer.ts';
import { readRateLimitFigures } from '../../support/e2e/send.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';

/** Sends a request that reaches the method of the route. Its content does not matter. */
function attempt(service: E2eStack, route: Route, key: string | undefined): Promise<Answer> {
  const path = route.path.replace(/\{\w+\}/g, 'unknown');
  const body = route.body === undefined ? {} : { body: {} };
  return service.send(route.method, path, { ...(key === undefined ? {} : { key }), ...body });
}

const guarded = ROUTES.filter(({ access }) => access !== 'public');

/**
 * One GET route for each scope, and one without a scope. All routes with the same access use the same credential check.
 */
const sample = [...Map.groupBy(guarded, ({ access }) => access).values()].flatMap((routes) =>
  routes.filter(({ method }) => method === 'GET').slice(0, 1),
);

/** Creates sessions of a user, credentials that are no longer valid, and an unknown credential. */
async function createTestCredentials({ table }: E2eStack) {
  const now = new Date();
  const accounts = createAccountsContext(table);
  const [user, suspended] = [await makeUser(accounts), await makeUser(accounts)];
  const expired = await makeKey(accounts, user.id, { expiresMicros: (now.getTime() - 1_000) * 1_000 });
  const revoked = await makeKey(accounts, user.id);
  const suspendedUserKey = await makeKey(accounts, suspended.id);
  await revokeKeyWithoutWebhooks(accounts, user.id, revoked.item.id, now);
  await updateUser(accounts, suspended.id, { suspended: true }, now);
  // Each route has its own session, because logout ends its session.
  const newSession = async () => (await makeSession(accounts, user.id, now)).text;
  const unknown = buildCredentialText('api_key', 'test', new Uint8Array(CREDENTIAL_RANDOM_BYTES));
  return {
    newSession,
    closed: ['not-a-credential', unknown, expired.text, revoked.text, suspendedUserKey.text],
  };
}

/** Registers tests that call each route of `sample` with invalid credentials and with a new session. */
function registerInvalidCredentialTests(of: () => E2eStack): void {
  let keys: Awaited<ReturnType<typeof createTestCredentials>>;
  beforeAll(async () => {
    keys = await createTestCredentials(of());
  });

  test.each(sample.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s rejects a key that is unknown, expired, revoked or of a suspended account',
    async (_, route) => {
      for (const key of keys.closed) {
        const answer = await attempt(of(), route, key);
        expect([answer.status, answer.error.code]).toEqual([401, 'unauthorized']);
        expect(readRateLimitFigures(answer)).toEqual({ limit: 0, remaining: 0, reset: 0 });
      }
      const answer = await attempt(of(), route, await keys.newSession());
      if (route.access === 'admin') expect(answer.status).toBe(403);
      else expect([401, 403, 429]).not.toContain(answer.status);
      expect(readRateLimitFigures(answer).limit).toBe(PLAN_LIMITS.free.requestsPerMinute);
    },
  );
}

/**
 * Registers tests that call every non-public route without a credential and with an administrator's key. Other tests
 * call one route of each kind of access with invalid credentials and a new session.
 */
export function registerCredentialTests(of: () => E2eStack): void {
  registerInvalidCredentialTests(of);
  describe.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'credentials of the route %s',
    (_, route) => {
      test('the route accepts a request only with a valid credential', async () => {
        const service = of();
        const refused = await attempt(service, route, undefined);
        expect([refused.status, refused.error.code]).toEqual([401, 'unauthorized']);
        expect(readRateLimitFigures(refused)).toEqual({ limit: 0, remaining: 0, reset: 0 });
        const answer = await attempt(service, route, service.keys.admin);
        if (route.access === 'session')
          expect([answer.status, answer.error.code]).toEqual([403, 'session_required']);
        else expect([401, 403, 429]).not.toContain(answer.status);
        expect(readRateLimitFigures(answer).limit).toBe(PLAN_LIMITS.enterprise.requestsPerMinute);
      });
    },
  );
}
