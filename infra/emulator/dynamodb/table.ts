import { createDynamoDbClient, type Table } from '../../../shared/platform/dynamodb/client.ts';

export interface TableAddress {
  dynamodbEndpoint: string;
  tableName: string;
}

/**
 * Runs `use` with a table client for operators, which has longer timeouts and more retries than the client of a
 * request.
 */
export async function withTable<T>(address: TableAddress, use: (table: Table) => Promise<T>): Promise<T> {
  const client = createDynamoDbClient({
    endpoint: address.dynamodbEndpoint,
    requestTimeoutMs: 20_000,
    maxAttempts: 5,
  });
  try {
    return await use({ client, name: address.tableName });
  } finally {
    client.destroy();
  }
}
