import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { JOBS } from '../../shared/service/jobs.ts';
import { withTable } from '../emulator/dynamodb/table.ts';
import type { LocalFunction } from '../emulator/lambda/function.ts';
import { mapRouteFunctions } from '../emulator/route-functions.ts';
import { findRunningServers } from '../emulator/running-server.ts';
import { type LocalStack, startStack } from '../emulator/stack.ts';
import { PROJECT_ROOT } from '../root.ts';
import { KEY_PLACEHOLDER } from './generate/generated.ts';
import { describeOptionError } from './option-mistake.ts';
import { createDemoKeys } from './start/demo-credentials.ts';
import { explainError } from './start/explain.ts';
import { buildMarketVariables, loadMarket } from './start/market.ts';
import { START_DEFAULTS } from './start/options.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Runs the Lambda function of one endpoint or job on this machine, and prints its result.

Usage: npm run invoke -- ID [--event FILE] [--key KEY]

  ID            id of an endpoint, such as strategies.list, or of a job
  --event FILE  JSON file with the Lambda event (default: events/ID.json; an empty event for a job)
  --key KEY     credential that replaces ${KEY_PLACEHOLDER} in the event (default: a demo key)
  --help        show this text

To use a running database, set the environment variable DYNAMODB_ENDPOINT to its address. Otherwise npm run invoke starts
a new database with the sample market.`;

const credentialsFileSchema = z.object({ keys: z.object({ enterprise: z.string(), admin: z.string() }) });
const proxyResponseSchema = z.looseObject({
  statusCode: z.number(),
  headers: z.record(z.string(), z.unknown()).optional(),
  body: z.string().optional(),
});

interface InvokeOptions {
  id: string;
  event: string | undefined;
  key: string | undefined;
}

function parseArguments(args: readonly string[]): InvokeOptions | 'help' {
  const options = {
    event: { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${describeOptionError(error)} (see npm run invoke -- --help)`);
  }
  const [id, ...extraArguments] = parsed.positionals;
  if (parsed.values.help === true) return 'help';
  if (id === undefined || extraArguments.length > 0)
    throw new UsageError(
      'Give exactly one id of an endpoint or a job, such as strategies.list (see npm run invoke -- --help)',
    );
  return { id, event: parsed.values.event, key: parsed.values.key };
}

const EVENTS_FOLDER = join(PROJECT_ROOT, 'events');

/** Default event for a job. Scheduled jobs ignore it. */
const EMPTY_EVENT = { Records: [] };

const listRouteIds = () => readdirSync(EVENTS_FOLDER).map((name) => name.replace(/\.json$/, ''));

const buildUnknownIdMessage = (id: string, knownIds: readonly string[]) =>
  `Unknown id '${id}'. Endpoints: ${knownIds.toSorted().join(', ')}`;

/** Returns the letters and digits of an id in lower case, so that a job id can be compared with a logical id. */
const normalizeId = (id: string) => id.replace(/[^a-z0-9]/gi, '').toLowerCase();

function findFunction(stack: LocalStack, id: string): LocalFunction {
  const functionByRouteId = mapRouteFunctions(stack.api.root);
  const logicalId = stack.functions
    .logicalIds()
    .find((candidate) => normalizeId(candidate) === normalizeId(`${id}Function`));
  const localFunction = functionByRouteId.get(id) ?? stack.functions.byLogicalId(logicalId ?? '');
  if (localFunction !== undefined) return localFunction;
  throw new UsageError(buildUnknownIdMessage(id, [...functionByRouteId.keys()]));
}

function readEvent({ id, event }: InvokeOptions): string {
  if (event === undefined && JOBS.some((job) => job.id === id)) return JSON.stringify(EMPTY_EVENT);
  const file = event === undefined ? join(EVENTS_FOLDER, `${id}.json`) : resolve(event);
  if (event === undefined && !existsSync(file))
    throw new UsageError(buildUnknownIdMessage(id, listRouteIds()));
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The event file ${file} cannot be read. Check the path and the permissions`);
  }
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    throw new UsageError(
      `The event file ${file} is not valid JSON. Correct it or choose another file with --event`,
    );
  }
}

/**
 * Returns demo keys: new keys if this command started the database, or else the keys of the local server with the same
 * database. Undefined if there are no demo keys.
 */
async function readDemoKeys(stack: LocalStack, usesOwnDatabase: boolean) {
  if (usesOwnDatabase) return withTable(stack, (table) => createDemoKeys(table));
  const runningServer = findRunningServers().find(
    ({ dynamodb_endpoint: endpoint }) => endpoint === stack.dynamodbEndpoint,
  );
  // Without a credentials file there are no demo keys. The event must then contain a key.
  if (runningServer === undefined || !existsSync(runningServer.credentials_file)) return undefined;
  return credentialsFileSchema.parse(JSON.parse(readFileSync(runningServer.credentials_file, 'utf8'))).keys;
}

async function findCredential(
  options: InvokeOptions,
  stack: LocalStack,
  usesOwnDatabase: boolean,
): Promise<string> {
  if (options.key !== undefined) return options.key;
  const keys = await readDemoKeys(stack, usesOwnDatabase);
  const key = options.id.startsWith('admin.') ? keys?.admin : keys?.enterprise;
  return key ?? KEY_PLACEHOLDER;
}

/**
 * Prints the result of an invocation. For an API response, status and headers go to standard error, so that standard
 * output contains only the body.
 */
function printResult(value: unknown): void {
  const answer = proxyResponseSchema.safeParse(value).data;
  if (answer === undefined) {
    console.log(JSON.stringify(value ?? null, null, 2));
    return;
  }
  console.error(`Status ${answer.statusCode}`);
  for (const [name, headerValue] of Object.entries(answer.headers ?? {}))
    console.error(`${name}: ${String(headerValue)}`);
  const body = answer.body ?? '';
  console.log(body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 2) : body);
}

async function run(options: InvokeOptions): Promise<void> {
  const event = readEvent(options);
  const databaseEndpoint = process.env.DYNAMODB_ENDPOINT;
  const marketOptions = { live: false, catalogSize: START_DEFAULTS.catalogSize };
  const stack = await startStack({
    logFile: resolve(PROJECT_ROOT, '.local', 'invoke.log'),
    jobs: false,
    environment: buildMarketVariables(marketOptions),
    ...(databaseEndpoint === undefined
      ? { seed: async (address) => void (await loadMarket(address, marketOptions)) }
      : { dynamodbEndpoint: databaseEndpoint }),
  });
  try {
    const localFunction = findFunction(stack, options.id);
    const key = await findCredential(options, stack, databaseEndpoint === undefined);
    const result = await localFunction.invoke(event.replaceAll(KEY_PLACEHOLDER, key));
    if (result.kind === 'returned') printResult(result.value);
    else throw new UsageError(`The function failed: ${result.message}`);
  } finally {
    await stack.stop();
  }
}

try {
  const options = parseArguments(process.argv.slice(2));
  if (options === 'help') console.log(HELP);
  else await run(options);
} catch (error) {
  console.error(explainError(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
