import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { createDynamoDbClient } from '../../../shared/platform/dynamodb/client.ts';
import { findRunningServers, RUNNING_SERVERS_FOLDER } from '../../emulator/running-server.ts';
import { UsageError } from '../usage-error.ts';
import { findPhysicalId } from './stack-resource.ts';

export interface TargetOptions {
  readonly table: string | undefined;
  readonly stack: string | undefined;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface TableTarget extends Omit<Accounts, 'cause'> {
  /** Description of the table. The operator sees it in the question before a change. */
  readonly description: string;
  /** Value of CHAIN_SETTINGS in the shell, or else of the local server; undefined when both are absent. */
  readonly chainSettings: string | undefined;
  close(): void;
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const NO_TABLE_MESSAGE =
  'The command does not know which DynamoDB table to use, because no local server is running. For a deployed stack, give --stack NAME. ' +
  'For a local server, run npm start first. For another table, give --table NAME. If this table is not on AWS, also give --endpoint URL.';

function isLoopbackUrl(endpoint: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(endpoint).hostname);
}

/**
 * Returns the region of the operator's AWS configuration.
 *
 * @throws UsageError when no region is set
 */
export async function readAwsRegion(): Promise<string> {
  const client = new DynamoDBClient({});
  try {
    return await client.config.region();
  } catch {
    // Replace the message of the AWS SDK, because it does not say what the operator must do.
    throw new UsageError(
      'No AWS region is set. Give --region REGION, or set the environment variable AWS_REGION',
    );
  } finally {
    client.destroy();
  }
}

/** An open table. `endpoint` is undefined for a table on AWS. */
type TableConnection = Omit<TableTarget, 'chainSettings'> & { readonly endpoint: string | undefined };

function openTableClient(
  databaseEndpoint: string | undefined,
  name: string,
  region: string | undefined,
): TableConnection {
  const client = createDynamoDbClient({
    requestTimeoutMs: 10_000,
    maxAttempts: 5,
    ...(databaseEndpoint === undefined ? {} : { endpoint: databaseEndpoint }),
    ...(region === undefined ? {} : { region }),
  });
  // The command cannot detect whether a deployed stage is `live` or `test`, so it assumes `live`.
  const environment = databaseEndpoint !== undefined && isLoopbackUrl(databaseEndpoint) ? 'test' : 'live';
  const description =
    databaseEndpoint === undefined ? `table ${name} on AWS` : `table ${name} at ${databaseEndpoint}`;
  return {
    table: { client, name },
    endpoint: databaseEndpoint,
    environment,
    description,
    close: () => client.destroy(),
  };
}

/**
 * Opens the table that the options select. Without options, it is the table in the variables TABLE_NAME and
 * DYNAMODB_ENDPOINT. Without these variables, it is the table of the running local server.
 */
export async function openTargetTable(
  options: TargetOptions,
  environmentVariables: EnvironmentVariables,
  serversFolder = RUNNING_SERVERS_FOLDER,
): Promise<TableTarget> {
  const { endpoint, ...target } = await openTable(options, environmentVariables, serversFolder);
  const runningServer = findRunningServers(serversFolder).find(
    ({ dynamodb_endpoint, table_name }) =>
      endpoint !== undefined && dynamodb_endpoint === endpoint && table_name === target.table.name,
  );
  return { ...target, chainSettings: environmentVariables.CHAIN_SETTINGS ?? runningServer?.chain_settings };
}

async function openTable(
  options: TargetOptions,
  environmentVariables: EnvironmentVariables,
  serversFolder: string,
): Promise<TableConnection> {
  const { stack } = options;
  const databaseEndpoint = options.endpoint ?? environmentVariables.DYNAMODB_ENDPOINT;
  const table = options.table ?? environmentVariables.TABLE_NAME;
  if (stack !== undefined) {
    if (databaseEndpoint !== undefined)
      throw new UsageError(
        '--stack works only on AWS. Do not set --endpoint or the environment variable DYNAMODB_ENDPOINT',
      );
    const region = options.region ?? (await readAwsRegion());
    return openTableClient(undefined, await findPhysicalId(stack, 'Table', region), region);
  }
  if (table !== undefined) {
    const region = options.region ?? (databaseEndpoint === undefined ? await readAwsRegion() : undefined);
    return openTableClient(databaseEndpoint, table, region);
  }
  if (databaseEndpoint !== undefined) throw new UsageError(NO_TABLE_MESSAGE);
  const localTable = findLocalTable(serversFolder);
  return openTableClient(localTable.endpoint, localTable.table, options.region);
}

/** Returns the table of the only running local server. */
function findLocalTable(serversFolder: string) {
  const [first, ...otherServers] = findRunningServers(serversFolder).flatMap((server) => {
    const { dynamodb_endpoint: endpoint, table_name: table, base_url: baseUrl } = server;
    return endpoint === undefined || table === undefined ? [] : [{ endpoint, table, baseUrl }];
  });
  if (first === undefined) throw new UsageError(NO_TABLE_MESSAGE);
  if (otherServers.length === 0) return first;
  const serverOptionLines = [first, ...otherServers].map(
    ({ endpoint, table, baseUrl }) => `  --endpoint ${endpoint} --table ${table}   (${baseUrl})`,
  );
  throw new UsageError(`Several local servers are running. Choose one:\n${serverOptionLines.join('\n')}\n`);
}
