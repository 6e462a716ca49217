import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoKeys, type DemoKeys } from '../../../infra/cli/start/demo-credentials.ts';
import { buildMarketVariables, loadMarket } from '../../../infra/cli/start/market.ts';
import { withTable } from '../../../infra/emulator/dynamodb/table.ts';
import type { InvocationResult } from '../../../infra/emulator/lambda/function.ts';
import { mapRouteFunctions } from '../../../infra/emulator/route-functions.ts';
import { type LocalStack, type StackOptions, startStack } from '../../../infra/emulator/stack.ts';
import { ID_PREFIXES } from '../../../shared/platform/contract/ids.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { createDynamoDbClient, type Table } from '../../../shared/platform/dynamodb/client.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { createAccountsContext, makeSession } from '../accounts.ts';
import type { Answer, RouteAnswer } from '../answer.ts';
import { engineChecksRoles, openEngine } from '../engine/engine.ts';
import { createAnswerRecorder } from './answers.ts';
import { type CallOptions, callRoute, type RouteRequest, send } from './send.ts';

export interface E2eOptions extends Partial<Omit<StackOptions, 'logFile'>> {
  /** Number of strategies in the sample market. 0 for no market. */
  catalogSize?: number;
}

/** The whole service on free ports, with its own database. */
export interface E2eStack {
  /** Base URL, ending in the version segment. */
  baseUrl: string;
  /**
   * API keys of the demo users. Each key has its own rate limit bucket. The rate limit of the Enterprise user is very
   * high.
   */
  keys: DemoKeys;
  /** Sessions of the demo users. They are created when the stack starts. */
  sessions: DemoKeys;
  /** The table, to read what was written and to create users and keys for one test. */
  table: Table;
  call<R extends Route>(route: R, request?: RouteRequest): Promise<RouteAnswer<R>>;
  /** Sends any request; `path` is below the version segment. */
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Runs the bundled function of a route with a given event. */
  invoke(routeId: string, event: unknown): Promise<InvocationResult>;
  /** Runs the bundled function of a job, named by its logical id in the template. */
  invokeJob(logicalId: string, event?: unknown): Promise<InvocationResult>;
  /** Returns everything that functions and gateway have logged so far. */
  logs(): string;
  /** The local stack: the gateway, the database process and the functions. */
  stack: LocalStack;
  stop(): Promise<void>;
}

const DEFAULT_CATALOG_SIZE = 200;

/**
 * Opens the shared engine of the test run. If there is none, or if the stack has a data folder, returns no options, and
 * the stack starts its own engine.
 */
async function openSharedEngine(dataDirectory: string | undefined) {
  if (!engineChecksRoles() || dataDirectory !== undefined) return { options: {}, stop: async () => {} };
  const { endpoint, stop } = await openEngine();
  return { options: { dynamodbEndpoint: endpoint, dynamodbKnowsRoles: true }, stop };
}

/** Returns the base URL of a version that has the route. */
function baseUrlOf({ versions }: Route, baseUrl: string): string {
  const isRouteInVersion = versions?.some((version) => baseUrl.endsWith(`/${version}`)) ?? true;
  return isRouteInVersion ? baseUrl : baseUrl.replace(/[^/]+$/, versions?.at(-1) ?? '');
}

async function createSessions(table: Table): Promise<DemoKeys> {
  const now = new Date();
  const session = async (name: keyof DemoKeys) =>
    (await makeSession(createAccountsContext(table), `${ID_PREFIXES.user}demo${name}`, now)).text;
  return {
    free: await session('free'),
    pro: await session('pro'),
    enterprise: await session('enterprise'),
    admin: await session('admin'),
  };
}

/** Starts the service as `npm start` does. Call `stop` at the end: it resolves once all processes have ended. */
export async function startE2e({
  catalogSize = DEFAULT_CATALOG_SIZE,
  ...options
}: E2eOptions = {}): Promise<E2eStack> {
  const folder = mkdtempSync(join(tmpdir(), 'yield-e2e-'));
  const logFile = join(folder, 'functions.log');
  // The scheduled ingestion uses the sample market even if the service starts without strategies, because it must never
  // call the real source.
  const market = { catalogSize: Math.max(1, catalogSize), live: false };
  const engine = await openSharedEngine(options.dataDirectory);
  const onResponse = options.onResponse ?? createAnswerRecorder(ROUTES);
  const stack = await startStack({
    sharesThread: true,
    ...options,
    ...engine.options,
    logFile,
    ...(onResponse !== undefined && { onResponse }),
    environment: { ...buildMarketVariables(market), ...options.environment },
    seed: async (location) => {
      if (catalogSize > 0) await loadMarket(location, market);
      await options.seed?.(location);
    },
  });
  const keys = await withTable(stack, (table) => createDemoKeys(table));
  const client = createDynamoDbClient({ endpoint: stack.dynamodbEndpoint, requestTimeoutMs: 20_000 });
  const routes = mapRouteFunctions(stack.api.root);
  return {
    baseUrl: stack.baseUrl,
    keys,
    sessions: await createSessions({ client, name: stack.tableName }),
    table: { client, name: stack.tableName },
    call: (route, request) => callRoute(baseUrlOf(route, stack.baseUrl), route, request),
    send: (method, path, callOptions) => send(stack.baseUrl, method, path, callOptions),
    invoke: async (routeId, event) => {
      const route = routes.get(routeId);
      if (route === undefined) throw new Error(`The API has no route ${routeId}.`);
      return route.invoke(JSON.stringify(event));
    },
    invokeJob: async (logicalId, event = {}) => {
      const job = stack.functions.byLogicalId(logicalId);
      if (job === undefined) throw new Error(`The template has no function ${logicalId}.`);
      return job.invoke(JSON.stringify(event));
    },
    logs: () => readFileSync(logFile, { encoding: 'utf8', flag: 'a+' }),
    stack,
    stop: async () => {
      client.destroy();
      await stack.stop();
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
