import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChains } from '../../../shared/chain/networks.ts';
import { watchAll } from '../../../shared/investments/watcher/watcher.ts';
import type { WatcherPorts } from '../../../shared/investments/watcher/watcher-ports.ts';
import { vaultAssetPrices } from '../../../shared/investments/watcher/watcher-prices.ts';
import { config } from '../../../shared/platform/config.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { type ChainsOnDemand, chainsOnDemand } from '../../emulator/chains/chains-on-demand.ts';
import { registerDemoVaults } from '../../emulator/chains/demo-vault.ts';
import { withTable } from '../../emulator/dynamodb/table.ts';
import { type ReservedPort, reservePort } from '../../emulator/process/port.ts';
import { findServers, recordServer, removeServerRecord } from '../../emulator/running-server.ts';
import { type LocalStack, startStack } from '../../emulator/stack.ts';
import { writeCredentials } from './credentials-file.ts';
import { demoKeys } from './demo-credentials.ts';
import { explain } from './explain.ts';
import { type ServerFiles, serverFiles } from './files.ts';
import { type LoadedMarket, type MarketOptions, marketSettings } from './market.ts';
import { inThread } from './market-thread.ts';
import type { StartOptions } from './options.ts';
import { readyText } from './ready-text.ts';
import { stopOnSignal } from './shutdown.ts';

/** A larger sample market takes long enough for a message. */
const SAID_FROM_STRATEGIES = 10_000;

/** Stops the server when the database ends, because data in memory is lost with it. */
function stopWithDatabase(stack: LocalStack, isStopping: () => boolean): void {
  void stack.engine.process?.exited.then(({ code, signal }) => {
    if (isStopping()) return;
    console.error(
      `The database stopped unexpectedly (${signal ?? `exit code ${code}`}), so the server stops. Start it again.`,
    );
    process.exit(1);
  });
}

/** Without local chains everything except balances works, so a failure stops nothing. */
function startChains(): Promise<ChainsOnDemand | undefined> {
  return chainsOnDemand({
    onError: (chain, error) =>
      console.error(
        `The local chain ${chain} did not start, so its balances and deposits are not available. Everything else works. ${explain(error)}`,
      ),
  });
}

/** Environment variables beyond the template: the market's source, the chains, and the sign-in page. */
function environmentOf(options: StartOptions, chains: ChainsOnDemand | undefined, port: number) {
  return {
    ...marketSettings(options),
    SIGN_IN_URI: `http://localhost:${port}/login`,
    ...(chains !== undefined && {
      CHAIN_SETTINGS: chains.settings,
      SIGN_IN_CHAIN_IDS: [...config.SIGN_IN_CHAIN_IDS, ...chains.chainIds].join(','),
    }),
  };
}

/** The path of a file beside the kept data; undefined for data in memory. */
function keptIn(dataDirectory: string | undefined, name: string): string | undefined {
  return dataDirectory === undefined ? undefined : join(dataDirectory, name);
}

/** The ports of a watcher run on the chains in the kept data. It logs problems only. */
function watcherOf(table: Table): WatcherPorts {
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  return { table, clock: Date.now, log, priceUsd: vaultAssetPrices(table, log) };
}

interface Starting {
  options: StartOptions;
  held: ReservedPort;
  files: ServerFiles;
  chains: ChainsOnDemand | undefined;
}

async function start({ options, held, files, chains }: Starting) {
  const dataDirectory = options.data === undefined ? undefined : resolve(options.data);
  const wanted: MarketOptions = { ...options, file: keptIn(dataDirectory, 'market.json') };
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  let market: LoadedMarket | undefined;
  const stack = await startStack({
    port: held,
    logFile: files.log,
    pages: true,
    ...(chains !== undefined && { chains }),
    onSynthesis: () =>
      console.log('Building the functions. This happens at the first start and after a change of the code.'),
    environment: environmentOf(options, chains, held.port),
    seed: async (address) => {
      if (!options.live && options.catalogSize >= SAID_FROM_STRATEGIES)
        console.log(`Loading ${options.catalogSize.toLocaleString('en-US')} strategies.`);
      if (chains !== undefined) {
        const { settings } = chains;
        await withTable(address, async (table) => {
          await registerDemoVaults(table, marketSettings(options).MARKET_SOURCE, new Date());
          // Local chains start from the beginning. This run discards stored data of earlier chains before anybody reads
          // it.
          await watchAll(watcherOf(table), readChains(settings));
        });
      }
      market = await inThread({ load: 'catalog', address, options: wanted });
    },
    ...(dataDirectory !== undefined && { dataDirectory }),
    ...(endpoint !== undefined && { dynamodbEndpoint: endpoint }),
  });
  const keys = await withTable(stack, (table) => demoKeys(table, keptIn(dataDirectory, 'demo-keys.json')));
  return { stack, market, keys, wanted };
}

/** Loads the missing histories of a large market while the server runs. */
async function completeMarket(stack: LocalStack, options: MarketOptions): Promise<void> {
  try {
    await inThread({ load: 'histories', address: stack, options });
    console.log('All market histories are loaded.');
  } catch (error) {
    // The scheduled ingestion loads the rest in parts.
    console.error(
      `Some market histories could not be loaded. The scheduled ingestion loads them later: ${explain(error)}`,
    );
  }
}

/** Records this server for other commands until its process ends. */
function announce(port: number, files: ServerFiles) {
  const server = {
    pid: process.pid,
    port,
    credentials_file: files.credentials,
    log_file: files.log,
  };
  recordServer(server);
  process.once('exit', () => removeServerRecord(process.pid));
  return ({ baseUrl, dynamodbEndpoint, tableName }: LocalStack, chains: ChainsOnDemand | undefined) =>
    recordServer({
      ...server,
      base_url: baseUrl,
      dynamodb_endpoint: dynamodbEndpoint,
      table_name: tableName,
      chain_settings: chains?.settings,
    });
}

/** Runs the service until a signal. Resolves once it is ready; rejects when it cannot be started. */
export async function run(options: StartOptions): Promise<void> {
  let stack: LocalStack | undefined;
  let chains: ChainsOnDemand | undefined;
  let stopping = false;
  stopOnSignal(async () => {
    stopping = true;
    // What has been started so far and is no part of the stack yet ends with this process.
    await stack?.stop();
    await chains?.stop();
  });
  const held = await reservePort(options.port);
  const files = serverFiles(options.credentials, held.port, findServers());
  const announceReady = announce(held.port, files);
  // Programs that wait for the file must not find that of the last run.
  rmSync(files.credentials, { force: true });
  rmSync(files.log, { force: true });

  chains = await startChains();
  const started = await start({ options, held, files, chains });
  stack = started.stack;
  stopWithDatabase(stack, () => stopping);
  writeCredentials(files.credentials, stack.baseUrl, started.keys, chains?.url);
  announceReady(stack, chains);
  // Since the start of the process, its own loading included.
  const seconds = performance.now() / 1000;
  console.log(readyText({ ...started, options, chains, files, seconds }));
  if (started.market?.historiesMissing === true) void completeMarket(stack, started.wanted);
}
