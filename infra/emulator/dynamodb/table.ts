import { createClient, type Table } from '../../../shared/platform/dynamodb/client.ts';

/** Where a table is. */
export interface TableAddress {
  dynamodbEndpoint: string;
  tableName: string;
}

/** Uses a table as an operator's tool does: with more patience than a request has. */
export async function withTable<T>(address: TableAddress, use: (table: Table) => Promise<T>): Promise<T> {
  const client = createClient({
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
