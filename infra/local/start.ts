import { resolve } from 'node:path';
import { type LocalChains, startLocalChains } from './chains/local-chains.ts';
import { writeCredentials } from './credentials-file.ts';
import { HELP, parseStartOptions, type StartOptions, UsageError } from './options.ts';
import { EngineError } from './process/engine.ts';
import { PROJECT_ROOT } from './process/executable.ts';
import { assertPortFree } from './process/port.ts';
import { readyText } from './ready-text.ts';
import { forgetServer, recordServer } from './running-server.ts';
import { marketSettings, seedCredentials, seedMarket } from './seed.ts';
import { type LocalStack, startStack } from './stack.ts';
import { SynthesisError } from './template/synthesize.ts';

const LOCAL_FOLDER = resolve(PROJECT_ROOT, '.local');

/** One line for whoever typed the command, where the failure is a known one. */
function explain(error: unknown, options?: StartOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${options?.port} is taken; choose another with --port.`;
  if (code === 'EACCES') return `Permission denied${error instanceof Error ? `: ${error.message}` : ''}.`;
  const known =
    error instanceof UsageError || error instanceof EngineError || error instanceof SynthesisError;
  if (known) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(error: unknown, options?: StartOptions): never {
  console.error(explain(error, options));
  process.exit(error instanceof UsageError ? 2 : 1);
}

/** A first signal stops everything in order, a second at once (the helpers then end by themselves). */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log('\nStopping.');
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
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

async function run(options: StartOptions, startedAtMs: number): Promise<void> {
  await assertPortFree(options.port);
  let stack: LocalStack | undefined;
  let chains: LocalChains | undefined;
  let stopping = false;
  stopOnSignal(async () => {
    stopping = true;
    forgetServer(LOCAL_FOLDER);
    await stack?.stop();
    await chains?.stop();
  });

  const logFile = resolve(LOCAL_FOLDER, `functions-${options.port}.log`);
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  chains = await startChains();
  stack = await startStack({
    port: options.port,
    logFile,
    environment: {
      ...marketSettings(options),
      ...(chains !== undefined && { CHAIN_SETTINGS: chains.settings }),
    },
    ...(options.data !== undefined && { dataDirectory: resolve(options.data) }),
    ...(endpoint !== undefined && { dynamodbEndpoint: endpoint }),
  });
  stopWithDatabase(stack, () => stopping);
  const market = await seedMarket(stack, options);
  const keys = await seedCredentials(stack);
  const credentialsFile = resolve(options.credentials);
  if (keys !== undefined) writeCredentials(credentialsFile, stack.baseUrl, keys);
  recordServer(LOCAL_FOLDER, stack, logFile);
  const seconds = (performance.now() - startedAtMs) / 1000;
  console.log(readyText({ stack, options, market, chains, keys, credentialsFile, logFile, seconds }));
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
  // Time from the start of the process, its own loading included.
  run(chosen, 0).catch((error: unknown) => fail(error, chosen));
}
