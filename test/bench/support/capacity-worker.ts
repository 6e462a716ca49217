import { parentPort, workerData } from 'node:worker_threads';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../../functions/strategies/list.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { call } from '../../support/event.ts';

export interface CapacityTask {
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly requests: number;
}

export interface CapacityResult {
  /** Total number of matching strategies, from the pagination of the response. */
  readonly total: number;
  /** Read units of the first request, which loads the catalog. */
  readonly firstRequestReadUnits: number;
  /** Read units of all other requests together. */
  readonly restUnits: number;
}

let units = 0;

/** Makes every read of every client report its units, and sums them. */
function startCountingReadUnits(): void {
  const { send } = DynamoDBDocumentClient.prototype;
  Object.defineProperty(DynamoDBDocumentClient.prototype, 'send', {
    async value(command: { input: object; constructor: { name: string } }) {
      Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer: { ConsumedCapacity?: { CapacityUnits?: number } } = await Reflect.apply(send, this, [
        command,
      ]);
      const isRead = /^(Get|Query|Scan)Command$/.test(command.constructor.name);
      if (isRead) units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
      return answer;
    },
  });
}

const { key, query, requests }: CapacityTask = workerData;
startCountingReadUnits();
const ask = () => call(handler, strategies.list, { query, headers: { 'X-API-KEY': key } });
const first = await ask();
if (first.status !== 200) throw new Error(`The handler answered ${first.status}`);
const firstRequestReadUnits = units;
for (let request = 1; request < requests; request += 1) await ask();
const { total } = first.meta.pagination;
parentPort?.postMessage({
  total,
  firstRequestReadUnits,
  restUnits: units - firstRequestReadUnits,
} satisfies CapacityResult);
