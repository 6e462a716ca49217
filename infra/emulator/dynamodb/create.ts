import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { REGION } from '../template/physical.ts';
import type { TableResource } from './resources.ts';

/** Placeholder credentials for a local engine. AWS would reject them. */
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export function createLocalDatabaseClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
}

/**
 * Builds the CreateTable request for a table of the template, with its indexes and on-demand billing. The
 * stream is enabled later (see `enableStream`).
 */
function buildCreateTableInput({ physicalId, properties }: TableResource): CreateTableCommandInput {
  const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = properties;
  const toIndexDefinition = ({
    IndexName,
    KeySchema,
    Projection,
  }: (typeof GlobalSecondaryIndexes)[number]) => {
    const { ProjectionType, NonKeyAttributes } = Projection;
    return {
      IndexName,
      KeySchema,
      Projection: { ProjectionType, ...(NonKeyAttributes && { NonKeyAttributes }) },
    };
  };
  return {
    TableName: physicalId,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    ...(GlobalSecondaryIndexes.length > 0 && {
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(toIndexDefinition),
    }),
    ...(LocalSecondaryIndexes.length > 0 && {
      LocalSecondaryIndexes: LocalSecondaryIndexes.map(toIndexDefinition),
    }),
  };
}

async function describeTable(client: DynamoDBClient, name: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Creates the table unless it exists already. Resolves to whether it was created. */
export async function ensureTable(client: DynamoDBClient, table: TableResource): Promise<boolean> {
  if ((await describeTable(client, table.physicalId)) !== undefined) return false;
  await client.send(new CreateTableCommand(buildCreateTableInput(table)));
  const ttl = table.properties.TimeToLiveSpecification;
  if (ttl?.Enabled === true) {
    const TimeToLiveSpecification = { AttributeName: ttl.AttributeName, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName: table.physicalId, TimeToLiveSpecification }));
  }
  return true;
}

/** Enables the table's stream when the template has one. Resolves to whether this call enabled it. */
export async function enableStream(client: DynamoDBClient, table: TableResource): Promise<boolean> {
  const streamSpecification = table.properties.StreamSpecification;
  const TableName = table.physicalId;
  if (streamSpecification === undefined) return false;
  if ((await describeTable(client, TableName))?.StreamSpecification?.StreamEnabled === true) return false;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: streamSpecification.StreamViewType };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  return true;
}
