import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type LocalChains, startLocalChains } from '../../emulator/chains/local-chains.ts';
import { assertPortFree } from '../../emulator/process/port.ts';
import { forgetServer, recordServer } from '../../emulator/running-server.ts';
import { type LocalStack, startStack } from '../../emulator/stack.ts';
import { writeCredentials } from './credentials-file.ts';
import { explain } from './explain.ts';
import type { StartOptions } from './options.ts';
import { readyText } from './ready-text.ts';
import { marketSettings, type SeededMarket, seedCredentials, seedMarket } from './seed.ts';
import { stopOnSignal } from './shutdown.ts';

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

/** Runs the service until a signal; resolves once it is ready. Rejects where it cannot be started. */
export async function run(options: StartOptions): Promise<void> {
  await assertPortFree(options.port);
  let stack: LocalStack | undefined;
  let stopping = false;
  const starting = startChains();
  const credentialsFile = resolve(options.credentials);
  const logFile = join(dirname(credentialsFile), 'functions.log');
  // Whoever waits for the file must not find the last run's.
  rmSync(credentialsFile, { force: true });
  rmSync(logFile, { force: true });
  stopOnSignal(async () => {
    stopping = true;
    forgetServer(dirname(credentialsFile));
    await stack?.stop();
    await (await starting)?.stop();
  });

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
