import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { Conflicts } from '../../aws/proxy/consistency/conflicts.ts';
import type { CallDelays } from './conflict-rule.ts';
import { type Answer, type Handler, makeAnswer, type Request, writesOf } from './requests.ts';

/** Faults of one attempt of a call. The caller keeps running. */
export const CALL_FAULTS = [
  /** The request is lost. */
  'lost',
  /** The call is carried out, and its answer is lost. */
  'answer-lost',
  /** The caller receives a timeout. The database executes the call only later, after some other calls. */
  'late',
  /** The call is carried out twice. */
  'twice',
  'throttled',
  'conflict',
  /** The database answers that a condition of the write failed. */
  'refused',
  'server-error',
] as const;

/** All faults of an attempt. */
export const FAULTS = [
  'none',
  ...CALL_FAULTS,
  /** The process ends before or after the attempt, and does not continue. */
  'killed-before',
  'killed-after',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Maximum number of attempts that the client makes for one call, as in a deployed function. */
const MAX_ATTEMPTS = 2;

function timeout(): Error {
  const error = new Error('The connection timed out');
  error.name = 'TimeoutError';
  return error;
}

const cancelled = (...codes: string[]) => makeAnswer(400, 'TransactionCanceledException', codes);
const never = () => new Promise<never>(() => undefined);

/** Retries immediately where the SDK would pause. */
function createImmediateRetryStrategy(): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  const token = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => 0 });
  return Object.assign(Object.create(null), {
    mode: 'standard',
    acquireInitialRetryToken: async () => token(0),
    refreshRetryTokenForRetry: async (
      used: { getRetryCount(): number },
      { errorType }: { errorType: string },
    ) => {
      if (used.getRetryCount() + 1 >= MAX_ATTEMPTS || !['THROTTLING', 'TRANSIENT'].includes(errorType)) {
        throw new Error('Not to be repeated');
      }
      return token(used.getRetryCount() + 1);
    },
    recordSuccess: () => undefined,
  });
}

const NO_DELAYS: CallDelays = { transaction: async () => {}, call: async () => {} };

/**
 * A simulated network between processes and the database. A fault affects one attempt of a call, because each retry by
 * the client is a separate attempt. A late request reaches the database after some other requests. As in DynamoDB, an
 * item can be part of only one transaction at a time.
 */
export class FaultyNetwork {
  #late: { inCalls: number; run: () => Promise<unknown> }[] = [];
  readonly #conflicts = new Conflicts();
  readonly #passing: CallDelays;
  /** Number of attempts by injected fault. Attempts without a fault are counted under `none`. */
  readonly hits = new Map<Fault, number>();
  /** Number of writes that were rejected because a transaction held one of their items. */
  conflicts = 0;

  /** @param passing durations to add to each call; by default, a call takes only the time of the database */
  constructor(passing: CallDelays = NO_DELAYS) {
    this.#passing = passing;
  }

  /** Carries out the delayed calls that are due. If `all` is true, carries out all delayed calls. */
  async deliverLate(all = false): Promise<void> {
    const due = this.#late.filter((call) => all || call.inCalls <= 0);
    this.#late = this.#late.filter((call) => !due.includes(call));
    for (const call of this.#late) call.inCalls -= 1;
    for (const { run } of due) await run();
  }

  /**
   * Returns the same table with a separate connection, as another process would use it. Fault number n of `script`
   * applies to attempt number n of this connection.
   */
  process(table: Table, script: readonly Fault[]): { table: Table; killed: Promise<'killed'> } {
    const faults = [...script];
    let kill: () => void = () => undefined;
    const killed = new Promise<'killed'>((resolve) => {
      kill = () => resolve('killed');
    });
    const { requestHandler, endpoint, region, credentials } = table.client.config;
    const client = new DynamoDBClient({
      ...(endpoint !== undefined && { endpoint }),
      region,
      credentials,
      maxAttempts: MAX_ATTEMPTS,
      retryStrategy: createImmediateRetryStrategy(),
      requestHandler: {
        handle: async (request: Request) => {
          const fault = faults.shift() ?? 'none';
          this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
          await this.deliverLate();
          return this.#meet(fault, () => this.#carryOut(requestHandler, request), kill);
        },
      },
    });
    const marshallOptions = { removeUndefinedValues: true };
    return {
      table: { client: DynamoDBDocumentClient.from(client, { marshallOptions }), name: table.name },
      killed,
    };
  }

  async #carryOut(handler: Handler, request: Request): Promise<Answer> {
    const { transaction, call, send: dispatch = (sending) => sending() } = this.#passing;
    const send = () => dispatch(() => handler.handle(request));
    const { isTransaction = false, items = [], token } = writesOf(request) ?? {};
    if (isTransaction) {
      const begun = this.#conflicts.beginTransaction(items, token);
      if (begun.kind === 'begun') return transaction().then(send).finally(begun.release);
      await call();
      if (begun.kind === 'in-progress') return makeAnswer(400, 'TransactionInProgressException');
      this.conflicts += 1;
      return cancelled(...begun.marked.map((isBusy) => (isBusy ? 'TransactionConflict' : 'None')));
    }
    const { marked, release } = this.#conflicts.beginWrites(items);
    try {
      await call();
      if (!marked.includes(true)) return await send();
      this.conflicts += 1;
      return makeAnswer(400, 'TransactionConflictException');
    } finally {
      release();
    }
  }

  async #meet(fault: Fault, send: () => Promise<Answer>, kill: () => void): Promise<Answer> {
    // Reads an unused response to its end, so that its connection can be reused.
    const discardAnswer = () =>
      send().then(
        ({ response }) => response.body?.resume?.(),
        () => undefined,
      );
    switch (fault) {
      case 'none':
        return send();
      case 'lost':
        throw timeout();
      case 'answer-lost':
        await discardAnswer();
        throw timeout();
      case 'late':
        this.#late.push({ inCalls: 3, run: discardAnswer });
        throw timeout();
      case 'twice':
        await discardAnswer();
        return send();
      case 'throttled':
        return makeAnswer(400, 'ProvisionedThroughputExceededException');
      case 'conflict':
        return cancelled('TransactionConflict');
      case 'refused':
        return cancelled('ConditionalCheckFailed');
      case 'server-error':
        return makeAnswer(500, 'InternalServerError');
      case 'killed-before':
        kill();
        return never();
      case 'killed-after':
        await discardAnswer();
        kill();
        return never();
    }
  }
}
