import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/platform/dynamodb/client.ts';

/** What can go wrong with a call on its way to the database and back while its caller lives on. */
export const CALL_FAULTS = [
  /** It is lost on its way there. */
  'lost',
  /** It is carried out, and the answer is lost. */
  'answer-lost',
  /** The caller has given up on it when it is carried out, some calls later. */
  'late',
  /** It is carried out twice. */
  'twice',
  'throttled',
  'conflict',
  /** A condition is said not to hold. */
  'refused',
  'server-error',
] as const;

/** Everything that can happen to a call. */
export const FAULTS = [
  'none',
  ...CALL_FAULTS,
  /** The process ends before the call, or after it: nothing of it ever runs on. */
  'killed-before',
  'killed-after',
] as const;
export type Fault = (typeof FAULTS)[number];

function timeout(): Error {
  const error = new Error('The connection timed out');
  error.name = 'TimeoutError';
  return error;
}

function cancelled(code: string): Error {
  return new TransactionCanceledException({
    message: `Transaction cancelled: ${code}`,
    $metadata: {},
    CancellationReasons: [{ Code: code }],
  });
}

const never = () => new Promise<never>(() => undefined);

/** The network between processes and the database: it holds back what is late until somebody else calls. */
export class FaultyNetwork {
  #late: { inCalls: number; run: () => Promise<unknown> }[] = [];
  /** Calls that were hit by a fault, by its name. */
  readonly hits = new Map<Fault, number>();

  /** Carries out what is due; all of it when `all`. */
  async deliverLate(all = false): Promise<void> {
    const due = this.#late.filter((call) => all || call.inCalls <= 0);
    this.#late = this.#late.filter((call) => !due.includes(call));
    for (const call of this.#late) call.inCalls -= 1;
    for (const { run } of due) await run();
  }

  /** A process with its own connection: its calls meet the faults of the script in turn, then no more. */
  process(table: Table, script: readonly Fault[]): { table: Table; killed: Promise<'killed'> } {
    const faults = [...script];
    let kill: () => void = () => undefined;
    const killed = new Promise<'killed'>((resolve) => {
      kill = () => resolve('killed');
    });
    const client: DynamoDBDocumentClient = Object.create(table.client, {
      send: {
        value: async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
          const fault = faults.shift() ?? 'none';
          this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
          await this.deliverLate();
          return this.#meet(fault, () => table.client.send(command), kill);
        },
      },
    });
    return { table: { client, name: table.name }, killed };
  }

  async #meet(fault: Fault, send: () => Promise<unknown>, kill: () => void): Promise<unknown> {
    switch (fault) {
      case 'none':
        return send();
      case 'lost':
        throw timeout();
      case 'answer-lost':
        await send().catch(() => undefined);
        throw timeout();
      case 'late':
        // A refusal of a late call reaches nobody.
        this.#late.push({ inCalls: 3, run: () => send().catch(() => undefined) });
        throw timeout();
      case 'twice': {
        const answers = await Promise.allSettled([send(), send()]);
        const first = answers.find(({ status }) => status === 'fulfilled') ?? answers[0];
        if (first?.status === 'fulfilled') return first.value;
        throw first?.reason;
      }
      case 'throttled':
        throw new ProvisionedThroughputExceededException({ message: 'Slow down', $metadata: {} });
      case 'conflict':
        throw cancelled('TransactionConflict');
      case 'refused':
        throw cancelled('ConditionalCheckFailed');
      case 'server-error':
        throw new InternalServerError({ message: 'Internal', $metadata: {} });
      case 'killed-before':
        kill();
        return never();
      case 'killed-after':
        await send().catch(() => undefined);
        kill();
        return never();
    }
  }
}
