/** Runs the watcher once in its own process, which is killed before or right after its n-th write. */

import { type DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readChains } from '../../../shared/chain/networks.ts';
import { watchChain } from '../../../shared/investments/watcher/watcher.ts';
import { createDynamoDbClient } from '../../../shared/platform/dynamodb/client.ts';

/** The task from the test. */
const task = z.object({
  endpoint: z.string(),
  table: z.string(),
  settings: z.string(),
  write: z.number(),
  moment: z.enum(['before', 'after']),
});
const { endpoint, table, settings, write, moment } = task.parse(JSON.parse(process.argv[2] ?? '{}'));
const inner = createDynamoDbClient({ endpoint, requestTimeoutMs: 20_000 });
let writes = 0;
const client: DynamoDBDocumentClient = Object.create(inner, {
  send: {
    value: async (command: Parameters<DynamoDBDocumentClient['send']>[0], ...rest: []) => {
      const isWrite = command instanceof PutCommand || command instanceof TransactWriteCommand;
      if (isWrite) writes += 1;
      const isLast = isWrite && writes === write;
      if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL');
      const answer = await inner.send(command, ...rest);
      if (isLast) process.kill(process.pid, 'SIGKILL');
      return answer;
    },
  },
});
const chain = readChains(settings).find(({ chain: name }) => name === 'base');
if (chain === undefined) throw new Error('There is no chain');
const log = { info: () => undefined, warn: console.warn, error: console.error };
await watchChain(
  { table: { client, name: table }, clock: Date.now, log, priceUsd: async () => undefined },
  chain,
);
