import { vi } from 'vitest';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Scope } from '../../shared/platform/contract/scopes.ts';
import { createAccountsContext, makeKey, makeSession, makeUser } from './accounts.ts';
import type { RouteAnswer } from './answer.ts';
import type { EmbeddedTable } from './engine/embedded-table.ts';
import { call, type EventOptions, loadHandler } from './event.ts';

export interface LoadedHandlers {
  /**
   * Calls the handler of a route as API Gateway would. By default, sends a key with all scopes, or a session if the
   * route requires one. `key` replaces this credential, and null sends none.
   */
  readonly call: <R extends Route>(
    route: R,
    query?: Readonly<Record<string, string>>,
    key?: string | null,
  ) => Promise<RouteAnswer<R>>;
  /** Sends any request, with `key` as in `call`. */
  readonly send: <R extends Route>(
    route: R,
    options: EventOptions,
    key?: string | null,
  ) => Promise<RouteAnswer<R>>;
  /** Creates an API key with exactly these scopes. */
  readonly createKeyWithScopes: (...scopes: Scope[]) => Promise<string>;
}

/**
 * Loads the deployed handlers on the table of a test. They are loaded again each time, because a function reads its
 * environment only when it starts.
 */
export async function loadHandlers(
  table: EmbeddedTable,
  { role = 'user' }: { readonly role?: 'user' | 'admin' } = {},
): Promise<LoadedHandlers> {
  vi.resetModules();
  vi.stubEnv('DYNAMODB_ENDPOINT', table.endpoint);
  vi.stubEnv('TABLE_NAME', table.name);
  vi.stubEnv('DEPLOYMENT', 'local');
  vi.stubEnv('STAGE_KIND', 'test');
  vi.stubEnv('LOG_LEVEL', 'silent');
  // A busy machine must not make a test fail.
  vi.stubEnv('DYNAMODB_TIMEOUT_MS', '20000');
  const accounts = createAccountsContext(table);
  const limits = { requestsPerMinute: 100_000, burst: 100_000 };
  const user = await makeUser(accounts, { plan: 'enterprise', role, limits });
  const { text: fullKey } = await makeKey(accounts, user.id);
  const { text: session } = await makeSession(accounts, user.id, new Date());
  const send: LoadedHandlers['send'] = async (route, options, given) => {
    const key = given === undefined ? (route.access === 'session' ? session : fullKey) : given;
    const handler = await loadHandler(route.id);
    const headers = { ...options.headers, ...(key === null ? {} : { 'X-API-KEY': key }) };
    return call(handler, route, { ...options, headers });
  };
  return {
    send,
    createKeyWithScopes: async (...scopes) => (await makeKey(accounts, user.id, { scopes })).text,
    call: (route, query = {}, key?: string | null) => send(route, { query }, key),
  };
}
