import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChains } from '../../../shared/chain/networks.ts';
import { watchAllChains } from '../../../shared/investments/watcher/watcher.ts';
import type { WatcherDependencies } from '../../../shared/investments/watcher/watcher-dependencies.ts';
import { createVaultPriceReader } from '../../../shared/investments/watcher/watcher-prices.ts';
import { config } from '../../../shared/platform/config.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { type ChainsOnDemand, createChainsOnDemand } from '../../emulator/chains/chains-on-demand.ts';
import { registerDemoVaults } from '../../emulator/chains/demo-vault.ts';
import { withTable } from '../../emulator/dynamodb/table.ts';
import { type ReservedPort, reservePort } from '../../emulator/process/port.ts';
import { findRunningServers, removeServerRecord, writeServerRecord } from '../../emulator/running-server.ts';
import { type LocalStack, startStack } from '../../emulator/stack.ts';
import { writeCredentials } from './credentials-file.ts';
import { createDemoKeys } from './demo-credentials.ts';
import { explainError } from './explain.ts';
import { chooseServerFiles, type ServerFiles } from './files.ts';
import { buildMarketVariables, type LoadedMarket, type MarketOptions } from './market.ts';
import { loadMarketInThread } from './market-thread.ts';
import type { StartOptions } from './options.ts';
import { buildReadyText } from './ready-text.ts';
import { stopOnSignal } from './shutdown.ts';

/** Minimum size of a sample market for which the command prints a message, because loading it takes long. */
const PROGRESS_MESSAGE_MIN_STRATEGIES = 10_000;

/** Stops the server when the database process ends, because data in memory is then lost. */
function stopWithDatabase(stack: LocalStack, isStopping: () => boolean): void {
  void stack.engine.process?.exited.then(({ code, signal }) => {
    if (isStopping()) return;
    console.error(
      `The database stopped unexpectedly (${signal ?? `exit code ${code}`}), so the server stops. Start it again.`,
    );
    process.exit(1);
  });
}

/**
 * Prepares the local chains. Resolves to undefined when their node program is not installed for this platform, and
 * the server then starts without chains.
 */
function startChains(): Promise<ChainsOnDemand | undefined> {
  return createChainsOnDemand({
    onError: (chain, error) =>
      console.error(
        `The local chain ${chain} did not start, so you cannot read balances or deposit on this chain. Everything else works. Reason: ${explainError(error)}`,
      ),
  });
}

function buildEnvironment(options: StartOptions, chainsOnDemand: ChainsOnDemand | undefined, port: number) {
  return {
    ...buildMarketVariables(options),
    SIGN_IN_URI: `http://localhost:${port}/login`,
    ...(chainsOnDemand !== undefined && {
      CHAIN_SETTINGS: chainsOnDemand.settings,
      SIGN_IN_CHAIN_IDS: [...config.SIGN_IN_CHAIN_IDS, ...chainsOnDemand.chainIds].join(','),
    }),
  };
}

function resolveDataFilePath(dataDirectory: string | undefined, name: string): string | undefined {
  return dataDirectory === undefined ? undefined : join(dataDirectory, name);
}

/** The vault watcher prints only errors. */
function createWatcherDependencies(table: Table): WatcherDependencies {
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  return { table, clock: Date.now, log, priceUsd: createVaultPriceReader(table, log) };
}

interface StartServicesOptions {
  options: StartOptions;
  reservedPort: ReservedPort;
  files: ServerFiles;
  chains: ChainsOnDemand | undefined;
}

async function startServices({ options, reservedPort, files, chains }: StartServicesOptions) {
  const dataDirectory = options.data === undefined ? undefined : resolve(options.data);
  const marketOptions: MarketOptions = {
    ...options,
    file: resolveDataFilePath(dataDirectory, 'market.json'),
  };
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  let loadedMarket: LoadedMarket | undefined;
  const stack = await startStack({
    port: reservedPort,
    logFile: files.log,
    pages: true,
    ...(chains !== undefined && { chains }),
    onSynthesis: () =>
      console.log(
        'Building the Lambda functions. The server does this at its first start, and when the code has changed.',
      ),
    environment: buildEnvironment(options, chains, reservedPort.port),
    seed: async (address) => {
      if (!options.live && options.catalogSize >= PROGRESS_MESSAGE_MIN_STRATEGIES)
        console.log(`Loading ${options.catalogSize.toLocaleString('en-US')} strategies.`);
      if (chains !== undefined) {
        const { settings } = chains;
        await withTable(address, async (table) => {
          await registerDemoVaults(table, buildMarketVariables(options).MARKET_SOURCE, new Date());
          // Each server start creates new local chains. This call deletes the stored data of the previous chains
          // before a request can read it.
          await watchAllChains(createWatcherDependencies(table), readChains(settings));
        });
      }
      loadedMarket = await loadMarketInThread({ load: 'catalog', address, options: marketOptions });
    },
    ...(dataDirectory !== undefined && { dataDirectory }),
    ...(endpoint !== undefined && { dynamodbEndpoint: endpoint }),
  });
  const keys = await withTable(stack, (table) =>
    createDemoKeys(table, resolveDataFilePath(dataDirectory, 'demo-keys.json')),
  );
  return { stack, market: loadedMarket, keys, marketOptions };
}

async function loadMissingHistories(stack: LocalStack, options: MarketOptions): Promise<void> {
  try {
    await loadMarketInThread({ load: 'histories', address: stack, options });
    console.log('The past values of all strategies are loaded.');
  } catch (error) {
    // The server goes on, because each scheduled ingestion loads some of the missing histories.
    console.error(
      `The past values of some strategies could not be loaded. The server tries again every hour. Reason: ${explainError(error)}`,
    );
  }
}

/**
 * Writes the record with which other commands find this server. Returns a function that adds the fields that are known
 * only later.
 */
function recordStartingServer(port: number, serverFiles: ServerFiles) {
  const serverRecord = {
    pid: process.pid,
    port,
    credentials_file: serverFiles.credentials,
    log_file: serverFiles.log,
  };
  writeServerRecord(serverRecord);
  process.once('exit', () => removeServerRecord(process.pid));
  return ({ baseUrl, dynamodbEndpoint, tableName }: LocalStack, chainsOnDemand: ChainsOnDemand | undefined) =>
    writeServerRecord({
      ...serverRecord,
      base_url: baseUrl,
      dynamodb_endpoint: dynamodbEndpoint,
      table_name: tableName,
      chain_settings: chainsOnDemand?.settings,
    });
}

/** Runs the service until a signal arrives. Resolves once it is ready. Rejects when it cannot be started. */
export async function run(options: StartOptions): Promise<void> {
  let stack: LocalStack | undefined;
  let chainsOnDemand: ChainsOnDemand | undefined;
  let isStopping = false;
  stopOnSignal(async () => {
    isStopping = true;
    await stack?.stop();
    await chainsOnDemand?.stop();
  });
  const reservedPort = await reservePort(options.port);
  const serverFiles = chooseServerFiles(options.credentials, reservedPort.port, findRunningServers());
  const updateServerRecord = recordStartingServer(reservedPort.port, serverFiles);
  // Delete the previous run's files first, because other programs wait for the new credentials file.
  rmSync(serverFiles.credentials, { force: true });
  rmSync(serverFiles.log, { force: true });

  chainsOnDemand = await startChains();
  const startedStack = await startServices({
    options,
    reservedPort,
    files: serverFiles,
    chains: chainsOnDemand,
  });
  stack = startedStack.stack;
  stopWithDatabase(stack, () => isStopping);
  writeCredentials(serverFiles.credentials, stack.baseUrl, startedStack.keys, chainsOnDemand?.url);
  updateServerRecord(stack, chainsOnDemand);
  // Seconds since the process started, including the time to load its modules.
  const startupSeconds = performance.now() / 1000;
  console.log(
    buildReadyText({
      ...startedStack,
      options,
      chains: chainsOnDemand,
      files: serverFiles,
      seconds: startupSeconds,
    }),
  );
  if (startedStack.market?.historiesMissing === true)
    void loadMissingHistories(stack, startedStack.marketOptions);
}
