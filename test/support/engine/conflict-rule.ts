import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { Conflicts } from '../../aws/proxy/consistency/conflicts.ts';
import { at } from '../at.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** Milliseconds for which a transaction locks its items, as is usual in DynamoDB. */
const TRANSACTION_LOCK_MS = 10;
/** Duration in milliseconds of a call that is not a transaction. */
const CALL_DURATION_MS = 4;

export interface CallDelays {
  /** Waits for the duration of a transaction, which locks its items meanwhile. */
  readonly transaction: () => Promise<void>;
  /** Waits for the duration of a call that is not a transaction. */
  readonly call: () => Promise<void>;
  /** Runs a function that sends a call. If undefined, the call is sent directly. */
  readonly send?: <T>(send: () => Promise<T>) => Promise<T>;
}

const REAL_CALL_DURATIONS: CallDelays = {
  transaction: () => new Promise((resolve) => setTimeout(resolve, TRANSACTION_LOCK_MS)),
  call: async () => {},
};

/** Returns functions that wait for the usual durations of DynamoDB calls, in virtual time. */
export function createVirtualCallDurations(time: VirtualTime): CallDelays {
  return {
    transaction: () => time.sleep(TRANSACTION_LOCK_MS),
    call: () => time.sleep(CALL_DURATION_MS),
    send: (send) => time.work(send),
  };
}

function itemKeyTextsOf(write: unknown): string[] {
  const item = at(write, 'Key') ?? at(write, 'Item');
  const key = at(item, 'pk');
  return key === undefined ? [] : [`${key} ${at(item, 'sk')}`];
}

/** The items that a write names; empty for reads. */
function itemsOf(kind: string, input: object): string[] {
  if (kind === 'TransactWriteCommand' && 'TransactItems' in input && Array.isArray(input.TransactItems)) {
    return input.TransactItems.flatMap((part) => Object.values(Object(part)).flatMap(itemKeyTextsOf));
  }
  return ['PutCommand', 'UpdateCommand', 'DeleteCommand'].includes(kind) ? itemKeyTextsOf(input) : [];
}

/**
 * Returns the error of DynamoDB when another transaction locks the items.
 *
 * @param attempts how often the client has sent the request
 */
export function conflict(attempts = 1) {
  return new TransactionCanceledException({
    message: 'Transaction is ongoing for the item',
    $metadata: { attempts },
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}

const error = { message: 'Transaction is ongoing for the item', $metadata: { attempts: 1 } };

/**
 * Returns the same table with DynamoDB's conflict rule. A transaction is cancelled if another call is writing one of
 * its items. A single write fails if its item is part of a running transaction.
 */
export function withConflictRule(table: Table, passing: CallDelays = REAL_CALL_DURATIONS) {
  const { send: dispatch = (send) => send() } = passing;
  const conflicts = new Conflicts();
  const counts = { transactions: 0, conflicts: 0 };
  const transact = async (items: readonly string[], send: () => Promise<unknown>) => {
    counts.transactions += 1;
    const begun = conflicts.beginTransaction(items);
    if (begun.kind !== 'begun') {
      counts.conflicts += 1;
      await passing.call();
      const marked = begun.kind === 'conflict' ? begun.marked : [];
      const CancellationReasons = marked.map((isBusy) => ({ Code: isBusy ? 'TransactionConflict' : 'None' }));
      throw new TransactionCanceledException({ ...error, CancellationReasons });
    }
    // The items stay locked for a fixed time, so conflicts do not depend on the speed of the machine. The embedded
    // engine then runs the transactions one after another.
    await passing.transaction().finally(begun.release);
    return dispatch(send);
  };
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    const kind = command.constructor.name;
    const items = itemsOf(kind, command.input);
    const sendToEngine = () => table.client.send(command);
    if (kind === 'TransactWriteCommand') return transact(items, sendToEngine);
    const { marked, release } = conflicts.beginWrites(items);
    try {
      await passing.call();
      if (!marked.includes(true)) return await dispatch(sendToEngine);
      counts.conflicts += 1;
      throw new TransactionConflictException(error);
    } finally {
      release();
    }
  };
  const client: DynamoDBDocumentClient = Object.create(table.client, { send: { value: send } });
  return { table: { client, name: table.name }, counts };
}
