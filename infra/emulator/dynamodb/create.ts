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

/** Credentials that a local engine accepts; AWS never would. */
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export function localClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
}

/** The request that makes the template's table, with all indexes and without the stream, paid per request. */
function createTableInput({ physicalId, properties }: TableResource): CreateTableCommandInput {
  const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = properties;
  const index = ({ IndexName, KeySchema, Projection }: (typeof GlobalSecondaryIndexes)[number]) => {
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
    ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(index) }),
    ...(LocalSecondaryIndexes.length > 0 && { LocalSecondaryIndexes: LocalSecondaryIndexes.map(index) }),
  };
}

async function describe(client: DynamoDBClient, name: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Makes the table unless it is there from an earlier run. Resolves to whether it was made. */
export async function ensureTable(client: DynamoDBClient, table: TableResource): Promise<boolean> {
  if ((await describe(client, table.physicalId)) !== undefined) return false;
  await client.send(new CreateTableCommand(createTableInput(table)));
  const ttl = table.properties.TimeToLiveSpecification;
  if (ttl?.Enabled === true) {
    const TimeToLiveSpecification = { AttributeName: ttl.AttributeName, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName: table.physicalId, TimeToLiveSpecification }));
  }
  return true;
}

/** Begins the table's stream, where the template has one and it has not begun. Resolves to whether it did now. */
export async function enableStream(client: DynamoDBClient, table: TableResource): Promise<boolean> {
  const wanted = table.properties.StreamSpecification;
  const TableName = table.physicalId;
  if (wanted === undefined) return false;
  if ((await describe(client, TableName))?.StreamSpecification?.StreamEnabled === true) return false;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: wanted.StreamViewType };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  return true;
}
