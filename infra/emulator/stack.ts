import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { API_VERSIONS } from '../../shared/platform/contract/versions/version-table.ts';
import { oldestVersionOf } from '../../shared/platform/contract/versions/versions.ts';
import { type ChainsOnDemand, LOCAL_CHAINS_PATH } from './chains/chains-on-demand.ts';
import {
  type Database,
  openDatabase,
  type Seed,
  startDatabase,
  type TableLocation,
} from './dynamodb/database.ts';
import type { DatabaseEngine } from './dynamodb/engine.ts';
import { readTables } from './dynamodb/resources.ts';
import type { Api } from './gateway/api.ts';
import { Gateway, type HttpExchange } from './gateway/gateway.ts';
import { type GatewayServer, startServer } from './gateway/http/server.ts';
import { readApiFromTemplate } from './gateway/template/read-api.ts';
import { ControlPlane, type ControlPlaneServer, startControlPlane } from './gateway/usage/control-plane.ts';
import { type LocalQueue, startQueue } from './jobs/queue.ts';
import { type Jobs, startJobs } from './jobs/start.ts';
import { LocalFunctions } from './lambda/functions.ts';
import { createLocalLog, type LocalLog } from './log.ts';
import { createHostHandler } from './pages.ts';
import { LOOPBACK_ADDRESS, type ReservedPort } from './process/port.ts';
import { type Assembly, readAssembly } from './template/assembly.ts';
import { synthesize } from './template/synthesize.ts';

type EnvironmentVariables = Readonly<Record<string, string>>;

export interface StackOptions {
  /** Reserved port of the gateway. Without it, the gateway takes a free port. */
  port?: ReservedPort;
  /** Called before the app is synthesized, which takes seconds. Not called when a cached app is used. */
  onSynthesis?: () => void;
  /** Folder of a synthesized app. Without it, the app is synthesized or taken from the cache. */
  assembly?: string;
  /** Folder that stores the data between runs. Without it, the data is only in memory. */
  dataDirectory?: string;
  /** Endpoint of a DynamoDB that is already running. If defined, the embedded engine is not started. */
  dynamodbEndpoint?: string;
  /**
   * Whether the DynamoDB at `dynamodbEndpoint` evaluates IAM roles. Each function then sends its name as the access key
   * id.
   */
  dynamodbKnowsRoles?: boolean;
  /** Environment variables for every function, in addition to the template's. */
  environment?: EnvironmentVariables;
  /** Fills the table before the service starts. If it fails for a new data folder, the folder stays empty. */
  seed?: Seed;
  /** File that receives the functions' output. */
  logFile: string;
  /** Whether all functions run in one shared thread, which starts faster than one thread for each function. */
  sharesThread?: boolean;
  /** Whether to serve the dashboard on the same host as the API. */
  pages?: boolean;
  /** Local chains to serve on the same host as the dashboard. */
  chains?: Pick<ChainsOnDemand, 'handle'>;
  /** Whether to run schedules and stream consumers; true by default. */
  jobs?: boolean;
  /** Called with every response of the gateway. */
  onResponse?: (answer: HttpExchange) => void;
  /**
   * Returns the time for the gateway's caches and throttles in epoch milliseconds. By default, it is the system's
   * time.
   */
  now?: () => number;
}

/** The running local service. */
export interface LocalStack extends TableLocation {
  /** URL of the API, including the version segment. */
  baseUrl: string;
  api: Api;
  functions: LocalFunctions;
  engine: DatabaseEngine;
  server: GatewayServer;
  log: LocalLog;
  /** Stops all parts of the local service. The database is stopped last. */
  stop(): Promise<void>;
}

/**
 * Returns the path of the file with the gateway keys. It is in the data folder, because the credentials in this folder
 * refer to these keys.
 */
function findGatewayKeysFile(dataDirectory: string | undefined): string | undefined {
  return dataDirectory === undefined ? undefined : join(dataDirectory, 'gateway-keys.json');
}

/** Starts the database while the app is synthesized, to save time. */
async function prepareStack(options: StackOptions) {
  const databasePromise = startDatabase({
    dataDirectory: options.dataDirectory,
    endpoint: options.dynamodbEndpoint,
  });
  const assemblyPromise = Promise.resolve(
    options.assembly ?? synthesize(options.onSynthesis).then((assembly) => assembly.directory),
  ).then((directory) => readAssembly(directory));
  const [databaseResult, assemblyResult] = await Promise.allSettled([databasePromise, assemblyPromise]);
  if (databaseResult.status === 'rejected') throw databaseResult.reason;
  if (assemblyResult.status === 'rejected') {
    await databaseResult.value.discard();
    throw assemblyResult.reason;
  }
  const { resources } = assemblyResult.value;
  return {
    assembly: assemblyResult.value,
    database: await openDatabase(databaseResult.value, () => readTables(resources), options.seed),
  };
}

/** The running parts of the local service, in the order in which they start. */
interface RunningParts {
  database: Database;
  controlServer?: ControlPlaneServer;
  queue?: LocalQueue;
  functions?: LocalFunctions;
  server?: GatewayServer;
  jobs?: Jobs;
}

async function stopRunningParts({
  database,
  controlServer,
  queue,
  functions,
  server,
  jobs,
}: RunningParts): Promise<void> {
  jobs?.abort();
  await server?.stop();
  await functions?.stop();
  // Stop the jobs after the functions, because a running job may wait for a function.
  await jobs?.stop();
  await controlServer?.stop();
  await queue?.stop();
  await database.stop();
}

function startFunctions(
  options: StackOptions,
  assembly: Assembly,
  endpoint: string,
  localEnvironment: EnvironmentVariables,
  log: LocalLog,
): LocalFunctions {
  return new LocalFunctions({
    assembly,
    endpoint,
    sendsFunctionName: options.dynamodbKnowsRoles === true,
    logFile: options.logFile,
    sharesThread: options.sharesThread,
    environment: { ...localEnvironment, ...options.environment },
    onFailure: (name, result) => {
      log(result.kind === 'returned' ? 'The function failed' : result.message, { function: name });
    },
  });
}

function buildHostHandler(gateway: Gateway, api: Api, chainsOnDemand: StackOptions['chains'], log: LocalLog) {
  return createHostHandler({
    extraHandler: chainsOnDemand && { path: LOCAL_CHAINS_PATH, handle: chainsOnDemand.handle },
    apiSegments: new Set(api.root.literals.keys()),
    api: gateway.handle,
    onError: (error) =>
      log('The dashboard could not be bundled', {
        error: error instanceof Error ? error.stack : String(error),
      }),
  });
}

/**
 * Starts the service locally from its synthesized CloudFormation template. If a part fails to start, stops all others
 * and rejects.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = createLocalLog(options.logFile);
  const { assembly, database } = await prepareStack(options);
  const { dynamodbEndpoint, tableName, isNewDatabase, engine } = database;
  const parts: RunningParts = { database };
  try {
    const controlPlane = new ControlPlane(findGatewayKeysFile(options.dataDirectory));
    parts.controlServer = await startControlPlane(controlPlane);
    const queue = await startQueue();
    parts.queue = queue;
    const localEnvironment = {
      GATEWAY_CONTROL_ENDPOINT: parts.controlServer.endpoint,
      DELIVERY_QUEUE_URL: queue.url,
    };
    const localFunctions = startFunctions(options, assembly, dynamodbEndpoint, localEnvironment, log);
    parts.functions = localFunctions;
    const api = readApiFromTemplate(assembly.resources, localFunctions);
    controlPlane.attach(api.usagePlans);
    const gateway = new Gateway({
      api,
      ...(options.now && { now: options.now }),
      ...(options.onResponse && { onResponse: options.onResponse }),
      onError: (error) =>
        log('The gateway failed', { error: error instanceof Error ? error.stack : String(error) }),
    });
    await options.port?.release();
    const handleRequest =
      options.pages === true ? buildHostHandler(gateway, api, options.chains, log) : gateway.handle;
    const server = await startServer(gateway, options.port?.port ?? 0, handleRequest);
    parts.server = server;
    const { dataDirectory } = options;
    if (options.jobs !== false) {
      const { resources } = assembly;
      parts.jobs = await startJobs({
        resources,
        functions: localFunctions,
        engine,
        queue,
        log,
        dataDirectory,
      });
    }
    const baseUrl = `http://${LOOPBACK_ADDRESS}:${server.port}/${oldestVersionOf(API_VERSIONS).id}`;
    const stop = () => stopRunningParts(parts);
    return {
      baseUrl,
      dynamodbEndpoint,
      tableName,
      isNewDatabase,
      api,
      functions: localFunctions,
      engine,
      server,
      log,
      stop,
    };
  } catch (error) {
    await stopRunningParts(parts);
    throw error;
  }
}
