import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { createClient } from '../../../shared/platform/dynamodb/client.ts';
import { findServers, SERVERS_FOLDER } from '../../emulator/running-server.ts';
import { UsageError } from '../usage-error.ts';
import { physicalIdOf } from './stack-resource.ts';

export interface TargetOptions {
  readonly table: string | undefined;
  readonly stack: string | undefined;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface Target extends Omit<Accounts, 'cause'> {
  /** Where the command works, for the operator. */
  readonly description: string;
  /** The chains of its vaults: CHAIN_SETTINGS of the shell, or else those of the local server. */
  readonly chainSettings: string | undefined;
  close(): void;
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const NOWHERE =
  'No table is given and no local server is running. For AWS, give --stack NAME or --table NAME. ' +
  'For a local server, run npm start first. For another DynamoDB, give --endpoint URL and --table NAME.';

function isLoopback(endpoint: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(endpoint).hostname);
}

/** The region of the operator's AWS configuration. */
export async function sdkRegion(): Promise<string> {
  const client = new DynamoDBClient({});
  try {
    return await client.config.region();
  } catch {
    // The SDK's own message would mention its constructor.
    throw new UsageError('No AWS region set. Give --region REGION or set AWS_REGION');
  } finally {
    client.destroy();
  }
}

/** A target, and the address of its database where that is none of AWS's. */
type OpenTable = Omit<Target, 'chainSettings'> & { readonly endpoint: string | undefined };

function open(endpoint: string | undefined, name: string, region: string | undefined): OpenTable {
  const client = createClient({
    requestTimeoutMs: 10_000,
    maxAttempts: 5,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  });
  // Every stage accepts `live` credentials, and this command does not know the kind of a deployed stage.
  const environment = endpoint !== undefined && isLoopback(endpoint) ? 'test' : 'live';
  const description = endpoint === undefined ? `table ${name} on AWS` : `table ${name} at ${endpoint}`;
  return { table: { client, name }, endpoint, environment, description, close: () => client.destroy() };
}

/**
 * Chooses the table: from the options, or else from the environment (DYNAMODB_ENDPOINT, TABLE_NAME), or else the server
 * that `npm start` runs.
 */
export async function openTarget(
  options: TargetOptions,
  environment: Environment,
  serversFolder = SERVERS_FOLDER,
): Promise<Target> {
  const { endpoint, ...target } = await openTable(options, environment, serversFolder);
  const server = findServers(serversFolder).find(
    ({ dynamodb_endpoint, table_name }) =>
      endpoint !== undefined && dynamodb_endpoint === endpoint && table_name === target.table.name,
  );
  return { ...target, chainSettings: environment.CHAIN_SETTINGS ?? server?.chain_settings };
}

async function openTable(
  options: TargetOptions,
  environment: Environment,
  serversFolder: string,
): Promise<OpenTable> {
  const { stack } = options;
  const endpoint = options.endpoint ?? environment.DYNAMODB_ENDPOINT;
  const table = options.table ?? environment.TABLE_NAME;
  if (stack !== undefined) {
    if (endpoint !== undefined)
      throw new UsageError(
        '--stack works only on AWS. Remove --endpoint, and unset the environment variable DYNAMODB_ENDPOINT',
      );
    const region = options.region ?? (await sdkRegion());
    return open(undefined, await physicalIdOf(stack, 'Table', region), region);
  }
  if (table !== undefined) {
    const region = options.region ?? (endpoint === undefined ? await sdkRegion() : undefined);
    return open(endpoint, table, region);
  }
  if (endpoint !== undefined) throw new UsageError(NOWHERE);
  const local = localTable(serversFolder);
  return open(local.endpoint, local.table, options.region);
}

/** The table of the one server that `npm start` runs here. */
function localTable(serversFolder: string) {
  const [first, ...others] = findServers(serversFolder).flatMap((server) => {
    const { dynamodb_endpoint: endpoint, table_name: table, base_url: baseUrl } = server;
    return endpoint === undefined || table === undefined ? [] : [{ endpoint, table, baseUrl }];
  });
  if (first === undefined) throw new UsageError(NOWHERE);
  if (others.length === 0) return first;
  const choices = [first, ...others].map(
    ({ endpoint, table, baseUrl }) => `  --endpoint ${endpoint} --table ${table}   (${baseUrl})`,
  );
  throw new UsageError(`Several local servers are running. Choose one:\n${choices.join('\n')}\n`);
}
