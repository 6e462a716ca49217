import { dirname, join, resolve } from 'node:path';
import { SourceError } from '../../shared/sources/market-source.ts';
import { type LocalChains, startLocalChains } from './chains/local-chains.ts';
import { writeCredentials } from './credentials-file.ts';
import { HELP, parseStartOptions, type StartOptions, UsageError } from './options.ts';
import { EngineError } from './process/engine.ts';
import { PROJECT_ROOT } from './process/executable.ts';
import { assertPortFree } from './process/port.ts';
import { readyText } from './ready-text.ts';
import { forgetServer, recordServer } from './running-server.ts';
import { marketSettings, type SeededMarket, seedCredentials, seedMarket } from './seed.ts';
import { stopOnSignal } from './shutdown.ts';
import { type LocalStack, startStack } from './stack.ts';
import { SynthesisError } from './template/synthesize.ts';

const LOCAL_FOLDER = resolve(PROJECT_ROOT, '.local');

const KNOWN = [UsageError, EngineError, SynthesisError, SourceError];

/** One line for whoever typed the command, where the failure is a known one. */
function explain(error: unknown, options?: StartOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${options?.port} is taken; choose another with --port.`;
  if (code === 'EACCES') return `Permission denied${error instanceof Error ? `: ${error.message}` : ''}.`;
  if (KNOWN.some((known) => error instanceof known)) return error instanceof Error ? error.message : '';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(error: unknown, options?: StartOptions): never {
  console.error(explain(error, options));
  process.exit(error instanceof UsageError ? 2 : 1);
}

/** Without its database the service is of no use, and data in memory is lost with it. */
function stopWithDatabase(stack: LocalStack, isStopping: () => boolean): void {
  void stack.engine.process?.exited.then(({ code, signal }) => {
    if (isStopping()) return;
    console.error(`The database ended unexpectedly (${signal ?? `exit code ${code}`}); stopping.`);
    process.exit(1);
  });
}

/** All but the balances works without local chains, so that their failure stops nothing. */
async function startChains(): Promise<LocalChains | undefined> {
  try {
    return await startLocalChains();
  } catch (error) {
    console.error(`The local chains did not start: ${explain(error)}`);
    return undefined;
  }
}

/** What the functions are told beyond the template: the market's source and where the chains are. */
async function environmentOf(options: StartOptions, chains: Promise<LocalChains | undefined>) {
  const settings = (await chains)?.settings;
  return { ...marketSettings(options), ...(settings !== undefined && { CHAIN_SETTINGS: settings }) };
}

/** The chains come up beside the rest, which waits for their addresses only. */
async function start(options: StartOptions, logFile: string, chains: Promise<LocalChains | undefined>) {
  let market: SeededMarket | undefined;
  const dataDirectory = options.data === undefined ? undefined : resolve(options.data);
  const file = dataDirectory === undefined ? undefined : join(dataDirectory, 'market.json');
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  const stack = await startStack({
    port: options.port,
    logFile,
    environment: environmentOf(options, chains),
    seed: async (location) => {
      market = await seedMarket(location, { ...options, file });
    },
    ...(dataDirectory !== undefined && { dataDirectory }),
    ...(endpoint !== undefined && { dynamodbEndpoint: endpoint }),
  });
  return { stack, market };
}

async function run(options: StartOptions): Promise<void> {
  await assertPortFree(options.port);
  let stack: LocalStack | undefined;
  let stopping = false;
  const starting = startChains();
  const credentialsFile = resolve(options.credentials);
  stopOnSignal(async () => {
    stopping = true;
    forgetServer(dirname(credentialsFile));
    await stack?.stop();
    await (await starting)?.stop();
  }, fail);

  const logFile = resolve(LOCAL_FOLDER, `functions-${options.port}.log`);
  const started = await start(options, logFile, starting);
  stack = started.stack;
  stopWithDatabase(stack, () => stopping);
  const keys = await seedCredentials(stack);
  writeCredentials(credentialsFile, stack.baseUrl, keys);
  // Beside the credentials, so that servers with files of their own do not hide each other.
  recordServer(dirname(credentialsFile), stack, logFile);
  // Since the start of the process, its own loading included.
  const seconds = performance.now() / 1000;
  const chains = await starting;
  console.log(readyText({ ...started, options, chains, keys, credentialsFile, logFile, seconds }));
}

let options: StartOptions | 'help';
try {
  options = parseStartOptions(process.argv.slice(2));
} catch (error) {
  fail(error);
}
if (options === 'help') console.log(HELP);
else {
  const chosen = options;
  run(chosen).catch((error: unknown) => fail(error, chosen));
}
