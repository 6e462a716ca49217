import { describe, expect, test } from 'vitest';
import { credentialText, RANDOM_BYTES } from '../../../shared/access/domain/credential.ts';
import { PLAN_LIMITS } from '../../../shared/platform/contract/plans.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import type { Answer } from '../../support/answer.ts';
import { limitFigures } from '../../support/e2e/send.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';

/** A request that reaches the route's method; what it says does not matter here. */
function attempt(service: E2eStack, route: Route, key: string | undefined): Promise<Answer> {
  const path = route.path.replace(/\{\w+\}/g, 'unknown');
  const body = route.body === undefined ? {} : { body: {} };
  return service.send(route.method, path, { ...(key === undefined ? {} : { key }), ...body });
}

const guarded = ROUTES.filter(({ access }) => access !== 'public');

/** Every route that is not public, against every kind of credential. */
export function credentials(of: () => E2eStack): void {
  describe.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_, route) => {
      test('is closed to whoever has no credential, and open to who has the right one', async () => {
        const service = of();
        const unknown = credentialText('api_key', 'test', new Uint8Array(RANDOM_BYTES));
        for (const key of [undefined, 'not-a-credential', unknown]) {
          const answer = await attempt(service, route, key);
          expect([answer.status, answer.error.code]).toEqual([401, 'unauthorized']);
          expect(limitFigures(answer)).toEqual({ limit: 0, remaining: 0, reset: 0 });
        }
        if (route.access === 'admin') {
          expect((await attempt(service, route, service.keys.enterprise)).status).toBe(403);
        }
        const answer = await attempt(service, route, service.keys.admin);
        expect([401, 403, 429]).not.toContain(answer.status);
        expect(limitFigures(answer).limit).toBe(PLAN_LIMITS.enterprise.requestsPerMinute);
      });
    },
  );
}
