import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VERSIONS } from '../../shared/platform/contract/versions/version-table.ts';
import { oldestOf } from '../../shared/platform/contract/versions/versions.ts';
import { type ChainsOnDemand, LOCAL_CHAINS_PATH } from './chains/chains-on-demand.ts';
import {
  type Database,
  openDatabase,
  type Seed,
  startDatabase,
  type TableLocation,
} from './dynamodb/database.ts';
import type { Engine } from './dynamodb/engine.ts';
import { readTables } from './dynamodb/resources.ts';
import type { Api } from './gateway/api.ts';
import { Gateway, type GatewayAnswer } from './gateway/gateway.ts';
import { type GatewayServer, startServer } from './gateway/http/server.ts';
import { readApi } from './gateway/template/read-api.ts';
import { ControlPlane, type ControlPlaneServer, startControlPlane } from './gateway/usage/control-plane.ts';
import { type LocalQueue, startQueue } from './jobs/queue.ts';
import { type Jobs, startJobs } from './jobs/start.ts';
import { LocalFunctions } from './lambda/functions.ts';
import { type LocalLog, localLog } from './log.ts';
import { withPages } from './pages.ts';
import { type HeldPort, LOOPBACK } from './process/port.ts';
import { type Assembly, readAssembly } from './template/assembly.ts';
import { synthesize } from './template/synthesize.ts';

type Environment = Readonly<Record<string, string>>;

export interface StackOptions {
  /** Port of the gateway, held until it listens; a free one when absent. */
  port?: HeldPort;
  /** Called when the app is synthesized again, which takes seconds. */
  onSynthesis?: () => void;
  /** Folder of a synthesized app; synthesized now (or taken from the cache) when absent. */
  assembly?: string;
  /** Folder that keeps the data between runs; in memory without it. */
  dataDirectory?: string;
  /** A DynamoDB that runs already, instead of the embedded one. */
  dynamodbEndpoint?: string;
  /** Whether that one evaluates roles, so that each function has to tell it its name. */
  dynamodbKnowsRoles?: boolean;
  /** Variables of every function, on top of the template's. */
  environment?: Environment;
  /** Fills the table before the service runs. A new data folder then holds all of it or nothing. */
  seed?: Seed;
  /** Where the functions' output goes. */
  logFile: string;
  /** Run all functions in one thread instead of one each, which starts faster. */
  sharesThread?: boolean;
  /** Serve the dashboard beside the API. */
  pages?: boolean;
  /** Serve the local chains to the dashboard, on its own host. */
  chains?: Pick<ChainsOnDemand, 'handle'>;
  /** Run schedules and stream consumers too; true by default. */
  jobs?: boolean;
  /** Called with every answer of the gateway. */
  onAnswer?: (answer: GatewayAnswer) => void;
  /** The gateway's clock in epoch milliseconds, for its caches and throttles. */
  now?: () => number;
}

/** The whole service, running here. */
export interface LocalStack extends TableLocation {
  /** Ends in the version segment. */
  baseUrl: string;
  api: Api;
  functions: LocalFunctions;
  engine: Engine;
  server: GatewayServer;
  log: LocalLog;
  /** Stops everything that was started, the database last. */
  stop(): Promise<void>;
}

/** Gateway keys made at run time outlive a restart together with the credentials that name them. */
function gatewayKeysFile(dataDirectory: string | undefined): string | undefined {
  return dataDirectory === undefined ? undefined : join(dataDirectory, 'gateway-keys.json');
}

/** The database and the synthesized app take about the same time, so they are made side by side. */
async function prepare(options: StackOptions) {
  const starting = startDatabase({
    dataDirectory: options.dataDirectory,
    endpoint: options.dynamodbEndpoint,
  });
  const reading = Promise.resolve(
    options.assembly ?? synthesize(options.onSynthesis).then((made) => made.directory),
  ).then((directory) => readAssembly(directory));
  const [started, assembly] = await Promise.allSettled([starting, reading]);
  if (started.status === 'rejected') throw started.reason;
  if (assembly.status === 'rejected') {
    await started.value.discard();
    throw assembly.reason;
  }
  const { resources } = assembly.value;
  return {
    assembly: assembly.value,
    database: await openDatabase(started.value, () => readTables(resources), options.seed),
  };
}

/** The running parts of a stack, in the order in which they start. They stop in an order that loses no running work. */
interface Parts {
  database: Database;
  controlServer?: ControlPlaneServer;
  queue?: LocalQueue;
  functions?: LocalFunctions;
  server?: GatewayServer;
  jobs?: Jobs;
}

async function stopParts({ database, controlServer, queue, functions, server, jobs }: Parts): Promise<void> {
  jobs?.abort();
  await server?.stop();
  await functions?.stop();
  // The jobs' last deliveries have ended with the functions.
  await jobs?.stop();
  await controlServer?.stop();
  await queue?.stop();
  await database.stop();
}

function startFunctions(
  options: StackOptions,
  assembly: Assembly,
  endpoint: string,
  ownEnvironment: Environment,
  log: LocalLog,
): LocalFunctions {
  return new LocalFunctions({
    assembly,
    endpoint,
    named: options.dynamodbKnowsRoles === true,
    logFile: options.logFile,
    sharesThread: options.sharesThread,
    environment: { ...ownEnvironment, ...options.environment },
    onFailure: (name, result) => {
      log(result.kind === 'returned' ? 'The function failed' : result.message, { function: name });
    },
  });
}

/** The whole host: the API below its versions, and the dashboard everywhere else. */
function hostOf(gateway: Gateway, api: Api, chains: StackOptions['chains'], log: LocalLog) {
  return withPages({
    beside: chains && { path: LOCAL_CHAINS_PATH, handle: chains.handle },
    apiSegments: new Set(api.root.literals.keys()),
    api: gateway.handle,
    onError: (error) =>
      log('The dashboard could not be bundled', {
        error: error instanceof Error ? error.stack : String(error),
      }),
  });
}

/** Starts the service from its synthesized template. Rejects after having stopped what it had started. */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = localLog(options.logFile);
  const { assembly, database } = await prepare(options);
  const { dynamodbEndpoint, tableName, isNew, engine } = database;
  const parts: Parts = { database };
  try {
    const controlPlane = new ControlPlane(gatewayKeysFile(options.dataDirectory));
    parts.controlServer = await startControlPlane(controlPlane);
    const queue = await startQueue();
    parts.queue = queue;
    const own = { GATEWAY_CONTROL_ENDPOINT: parts.controlServer.endpoint, DELIVERY_QUEUE_URL: queue.url };
    const functions = startFunctions(options, assembly, dynamodbEndpoint, own, log);
    parts.functions = functions;
    const api = readApi(assembly.resources, functions);
    controlPlane.attach(api.usagePlans);
    const gateway = new Gateway({
      api,
      ...(options.now && { now: options.now }),
      ...(options.onAnswer && { onAnswer: options.onAnswer }),
      onError: (error) =>
        log('The gateway failed', { error: error instanceof Error ? error.stack : String(error) }),
    });
    await options.port?.release();
    const handle = options.pages === true ? hostOf(gateway, api, options.chains, log) : gateway.handle;
    const server = await startServer(gateway, options.port?.port ?? 0, handle);
    parts.server = server;
    const { dataDirectory } = options;
    if (options.jobs !== false) {
      const { resources } = assembly;
      parts.jobs = await startJobs({ resources, functions, engine, queue, log, dataDirectory });
    }
    const baseUrl = `http://${LOOPBACK}:${server.port}/${oldestOf(VERSIONS).id}`;
    const stop = () => stopParts(parts);
    return { baseUrl, dynamodbEndpoint, tableName, isNew, api, functions, engine, server, log, stop };
  } catch (error) {
    await stopParts(parts);
    throw error;
  }
}
