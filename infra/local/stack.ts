import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ControlPlane, startControlPlane } from './control-plane.ts';
import { type Api, readApi } from './gateway/api.ts';
import { Gateway } from './gateway/gateway.ts';
import { type GatewayServer, startServer } from './gateway/server.ts';
import { startJobs } from './jobs/start.ts';
import { LocalFunctions } from './lambda/functions.ts';
import { type LocalLog, localLog } from './log.ts';
import { type Engine, startEngine } from './process/engine.ts';
import { LOOPBACK } from './process/port.ts';
import { ensureTable, localClient } from './table/create.ts';
import { readTables } from './table/resources.ts';
import { readAssembly } from './template/assembly.ts';
import { synthesize } from './template/synthesize.ts';

export interface StackOptions {
  /** Port of the gateway; 0 (the default) takes a free one. */
  port?: number;
  /** Folder of a synthesized app; synthesized now (or taken from the cache) when absent. */
  assembly?: string;
  /** Folder that keeps the data between runs; in memory without it. */
  dataDirectory?: string;
  /** A DynamoDB that runs already, instead of the embedded one. */
  dynamodbEndpoint?: string;
  /** Variables of every function, on top of the template's. */
  environment?: Readonly<Record<string, string>>;
  /** Where the functions' output goes. */
  logFile: string;
  /** Run schedules and stream consumers too; true by default. */
  jobs?: boolean;
  /** The gateway's clock in epoch milliseconds, for its caches and throttles. */
  now?: () => number;
}

/** The whole service, running here. */
export interface LocalStack {
  /** Ends in the version segment. */
  baseUrl: string;
  /** Endpoint of the database. */
  dynamodbEndpoint: string;
  tableName: string;
  /** Whether the table was made by this start. */
  isNew: boolean;
  api: Api;
  functions: LocalFunctions;
  engine: Engine;
  server: GatewayServer;
  log: LocalLog;
  /** Stops everything that was started, the database last. */
  stop(): Promise<void>;
}

function databaseFile(dataDirectory: string | undefined): string | undefined {
  if (dataDirectory === undefined) return undefined;
  mkdirSync(dataDirectory, { recursive: true });
  return join(dataDirectory, 'dynamodb.sqlite');
}

/** Gateway keys made at run time outlive a restart together with the credentials that name them. */
function gatewayKeysFile(dataDirectory: string | undefined): string | undefined {
  return dataDirectory === undefined ? undefined : join(dataDirectory, 'gateway-keys.json');
}

/** The database and the synthesized app take about the same time, so they are made side by side. */
async function prepare(options: StackOptions) {
  const file = databaseFile(options.dataDirectory);
  const endpoint = options.dynamodbEndpoint;
  const engine = startEngine({
    ...(file !== undefined && { file }),
    ...(endpoint !== undefined && { endpoint }),
  });
  const directory = options.assembly ?? synthesize().then((synthesized) => synthesized.directory);
  const [started, synthesized] = await Promise.allSettled([engine, directory]);
  if (started.status === 'rejected') throw started.reason;
  if (synthesized.status === 'rejected') {
    await started.value.stop();
    throw synthesized.reason;
  }
  return { engine: started.value, directory: synthesized.value };
}

async function makeTables(endpoint: string, tables: ReturnType<typeof readTables>): Promise<boolean> {
  const client = localClient(endpoint);
  try {
    const made = await Promise.all(tables.map((table) => ensureTable(client, table)));
    return made.includes(true);
  } finally {
    client.destroy();
  }
}

/** Starts the service from its synthesized template. Rejects after having stopped what it had started. */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = localLog(options.logFile);
  const { engine, directory } = await prepare(options);
  const cleanup: (() => Promise<void>)[] = [() => engine.stop()];
  const stop = async () => {
    for (let step = cleanup.pop(); step !== undefined; step = cleanup.pop()) await step();
  };
  try {
    const assembly = readAssembly(directory);
    const tables = readTables(assembly.resources);
    const isNew = await makeTables(engine.endpoint, tables);
    const controlPlane = new ControlPlane(gatewayKeysFile(options.dataDirectory));
    const controlServer = await startControlPlane(controlPlane);
    cleanup.push(() => controlServer.stop());
    const functions = new LocalFunctions({
      assembly,
      endpoint: engine.endpoint,
      logFile: options.logFile,
      environment: { GATEWAY_CONTROL_ENDPOINT: controlServer.endpoint, ...options.environment },
      onFailure: (name, result) =>
        log(result.kind === 'returned' ? 'The function failed' : result.message, { function: name }),
    });
    cleanup.push(() => functions.stop());
    const api = readApi(assembly.resources, functions);
    controlPlane.attach(api.usagePlans);
    const gateway = new Gateway({
      api,
      ...(options.now && { now: options.now }),
      onError: (error) =>
        log('The gateway failed', { error: error instanceof Error ? error.stack : String(error) }),
    });
    const server = await startServer(gateway, options.port ?? 0);
    cleanup.push(() => server.stop());
    if (options.jobs !== false) {
      const jobs = await startJobs({
        resources: assembly.resources,
        functions,
        endpoint: engine.endpoint,
        log,
        ...(options.dataDirectory !== undefined && { dataDirectory: options.dataDirectory }),
      });
      cleanup.push(() => jobs.stop());
    }
    const baseUrl = `http://${LOOPBACK}:${server.port}/${api.stage}`;
    const tableName = tables[0]?.physicalId ?? '';
    const dynamodbEndpoint = engine.endpoint;
    return { baseUrl, dynamodbEndpoint, tableName, isNew, api, functions, engine, server, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
