import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { REGION } from '../template/physical.ts';
import type { TableResource } from './resources.ts';

/** Credentials that a local engine accepts; AWS never would. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export function localClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
}

/** The request that makes the template's table, with all indexes and the stream, paid per request. */
export function createTableInput({ physicalId, properties }: TableResource): CreateTableCommandInput {
  const { GlobalSecondaryIndexes, LocalSecondaryIndexes, StreamSpecification } = properties;
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
    ...(StreamSpecification && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: StreamSpecification.StreamViewType },
    }),
  };
}

async function exists(client: DynamoDBClient, name: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/** Makes the table unless it is there from an earlier run. Resolves to whether it was made. */
export async function ensureTable(client: DynamoDBClient, table: TableResource): Promise<boolean> {
  if (await exists(client, table.physicalId)) return false;
  await client.send(new CreateTableCommand(createTableInput(table)));
  const ttl = table.properties.TimeToLiveSpecification;
  if (ttl?.Enabled === true) {
    const TimeToLiveSpecification = { AttributeName: ttl.AttributeName, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName: table.physicalId, TimeToLiveSpecification }));
  }
  return true;
}
