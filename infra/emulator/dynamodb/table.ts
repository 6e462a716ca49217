import { createClient, type Table } from '../../../shared/platform/dynamodb/client.ts';

/** Endpoint and name of a table. */
export interface TableAddress {
  dynamodbEndpoint: string;
  tableName: string;
}

/**
 * Opens a table client for an operator's command, runs `use` and closes the client. The client has longer
 * timeouts and more retries than the client of a request.
 */
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
