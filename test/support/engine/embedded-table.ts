import { randomUUID } from 'node:crypto';
import { CreateTableCommand, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import type { DatabaseEngine } from '../../../infra/emulator/dynamodb/engine.ts';
import { createDynamoDbClient, type Table } from '../../../shared/platform/dynamodb/client.ts';
import { TABLE } from '../../../shared/platform/dynamodb/table.ts';
import { openEngine, settle } from './engine.ts';

export interface EmbeddedTable extends Table {
  readonly endpoint: string;
  /** Resolves once eventually consistent reads see everything that was written. */
  settle(): Promise<void>;
  /** Creates another empty table of the same database, with its own name. */
  another(): Promise<EmbeddedTable>;
  stop(): Promise<void>;
}

const attributes = [TABLE.partitionKey, TABLE.sortKey];

/**
 * Creates a table like the deployed one. If the table exists, an earlier attempt of this call created it, because each
 * test uses unique names.
 */
export async function createTable({ client, name }: Table): Promise<void> {
  const creation = new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: TABLE.partitionKey, KeyType: 'HASH' },
      { AttributeName: TABLE.sortKey, KeyType: 'RANGE' },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.stream },
  });
  try {
    await client.send(creation);
  } catch (error) {
    // On a busy machine, the response may be late, and the client then repeats the call. The second attempt finds the
    // table that the first attempt created.
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

/** Creates an empty table like the deployed one, with a name of its own. */
export async function startTable(open: () => Promise<DatabaseEngine> = openEngine): Promise<EmbeddedTable> {
  const engine = await open();
  const name = `test-${randomUUID()}`;
  const client = createDynamoDbClient({ endpoint: engine.endpoint, requestTimeoutMs: 20_000 });
  await createTable({ client, name });
  const stop = async () => {
    client.destroy();
    await engine.stop();
  };
  const { endpoint } = engine;
  let others = 0;
  const another = async (): Promise<EmbeddedTable> => {
    others += 1;
    const other = { ...table, name: `${name}-${others}` };
    await createTable(other);
    return other;
  };
  const table = { client, name, endpoint, settle: () => settle(endpoint), another, stop };
  return table;
}
