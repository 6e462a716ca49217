import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { splitWithheldElements } from './batches.ts';
import { Conflicts } from './consistency/conflicts.ts';
import type { EngineClient } from './engine-client.ts';
import { Throughput } from './limits/throughput.ts';
import { capacityUnitsOf, divideUnits } from './limits/units.ts';
import type { Namespace } from './namespaces.ts';
import { arnOfPart, isReadOperation, itemName, mayBeStale, type Part } from './parts.ts';
import type { Report } from './report.ts';
import {
  type Answer,
  type Body,
  buildTransactionCanceledAnswer,
  type DataOperation,
  errorName,
  throttled,
  transactionConflictAnswer,
  transactionInProgressAnswer,
} from './wire.ts';

/** How DynamoDB differs from an engine on one machine. */
export interface Rules {
  /** Minimum duration of a transaction in milliseconds, during which it locks its items. */
  readonly transactionMs: number;
  /** Delay of eventually consistent reads in milliseconds. */
  readonly lagMs: number;
  /** Units that one partition key may consume in a second. */
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface DataCall {
  readonly namespace: Namespace;
  readonly caller: string;
  readonly operation: DataOperation;
  readonly input: Body;
  readonly parts: readonly Part[];
}

export interface DataPlaneOptions {
  readonly engine: EngineClient;
  readonly report: Report;
  readonly rules: Rules;
  readonly nowMs: () => number;
}

const token = z.looseObject({ ClientRequestToken: z.string().optional() });

const isBatch = (operation: DataOperation) => operation === 'BatchGetItem' || operation === 'BatchWriteItem';

/** Answers calls on items as DynamoDB does for concurrent callers. */
export class DataPlane {
  readonly #options: DataPlaneOptions;
  readonly #conflicts = new Conflicts();
  readonly #reads: Throughput;
  readonly #writes: Throughput;

  constructor(options: DataPlaneOptions) {
    this.#options = options;
    this.#reads = new Throughput(options.rules.readUnits, options.nowMs);
    this.#writes = new Throughput(options.rules.writeUnits, options.nowMs);
  }

  async answer(call: DataCall): Promise<Answer> {
    const { operation, parts } = call;
    const throughput = this.#throughput(operation);
    const over = parts.map((part) => !throughput.admits(partitionName(call, part)));
    if (!over.includes(true)) return this.#isolated(call);
    this.#each(call, over, (part) => this.#options.report.throttled(call.caller, part));
    if (operation === 'TransactWriteItems' || operation === 'TransactGetItems')
      return buildTransactionCanceledAnswer('ThrottlingError', over);
    if (isBatch(operation) && over.includes(false)) {
      return this.#withhold(call, over, (rest) => this.#isolated(rest));
    }
    const [first] = parts;
    return throttled(
      isReadOperation(operation) ? 'Read' : 'Write',
      first === undefined ? '' : arnOfPart(first),
    );
  }

  forget(namespace: Namespace): void {
    for (const throughput of [this.#reads, this.#writes]) throughput.forget(`${namespace.name} `);
  }

  #throughput(operation: DataOperation): Throughput {
    return isReadOperation(operation) ? this.#reads : this.#writes;
  }

  #each(call: DataCall, marked: readonly boolean[], tell: (part: Part) => void): void {
    for (const [position, part] of call.parts.entries()) if (marked[position] === true) tell(part);
  }

  #isolated(call: DataCall): Promise<Answer> {
    switch (call.operation) {
      case 'TransactWriteItems':
        return this.#transact(call);
      case 'TransactGetItems':
        return this.#readTransaction(call);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
      case 'BatchWriteItem':
        return this.#write(call);
      default:
        return this.#forward(call);
    }
  }

  async #transact(call: DataCall): Promise<Answer> {
    const { nowMs, rules } = this.#options;
    const startedMs = nowMs();
    const { ClientRequestToken } = token.parse(call.input);
    const begun = this.#conflicts.beginTransaction(listItemNames(call), ClientRequestToken);
    if (begun.kind === 'in-progress') return transactionInProgressAnswer();
    if (begun.kind === 'conflict') return this.#cancelled(call, begun.marked);
    try {
      const answer = await this.#forward(call);
      const remainingMs = rules.transactionMs - (nowMs() - startedMs);
      if (remainingMs > 0) await delay(remainingMs);
      return answer;
    } finally {
      begun.release();
    }
  }

  async #readTransaction(call: DataCall): Promise<Answer> {
    const marked = this.#conflicts.readTransaction(listItemNames(call));
    return marked.includes(true) ? this.#cancelled(call, marked) : this.#forward(call);
  }

  #cancelled(call: DataCall, marked: readonly boolean[]): Answer {
    this.#each(call, marked, (part) => this.#options.report.conflicted(call.caller, part));
    return buildTransactionCanceledAnswer('TransactionConflict', marked);
  }

  async #write(call: DataCall): Promise<Answer> {
    const { marked, release } = this.#conflicts.beginWrites(listItemNames(call));
    try {
      if (!marked.includes(true)) return await this.#forward(call);
      this.#each(call, marked, (part) => this.#options.report.conflicted(call.caller, part));
      if (!isBatch(call.operation)) return transactionConflictAnswer();
      return await this.#withhold(call, marked, (rest) => this.#forward(rest));
    } finally {
      release();
    }
  }

  /** Sends the parts of a batch for which `marked` is false. Returns the other parts as unprocessed. */
  async #withhold(
    call: DataCall,
    marked: readonly boolean[],
    go: (rest: DataCall) => Promise<Answer>,
  ): Promise<Answer> {
    const { operation } = call;
    const name = operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
    const { rest, withheld } = splitWithheldElements(
      operation === 'BatchGetItem' ? 'BatchGetItem' : 'BatchWriteItem',
      call.input,
      marked,
    );
    const parts = call.parts.filter((_, position) => marked[position] !== true);
    if (parts.length === 0) return { status: 200, body: { [name]: withheld } };
    const answer = await go({ ...call, input: rest, parts });
    // Replaces the unprocessed parts in the engine's response with the withheld parts.
    return errorName(answer) === undefined
      ? { ...answer, body: { ...answer.body, [name]: withheld } }
      : answer;
  }

  async #forward(call: DataCall): Promise<Answer> {
    const { namespace, operation, input, parts, caller } = call;
    const { engine, report, rules } = this.#options;
    const mayReadLaggingCopy = rules.lagMs > 0 && mayBeStale(operation, input);
    if (mayReadLaggingCopy)
      await Promise.all(tablesOf(parts).map((table) => namespace.getLaggingCopy(table).caughtUp()));
    const measured = { ...namespace.toEngine(input, mayReadLaggingCopy), ReturnConsumedCapacity: 'TOTAL' };
    const answer = await engine.call(`DynamoDB_20120810.${operation}`, measured);
    const units = capacityUnitsOf(operation, parts, answer);
    const kind = isReadOperation(operation) ? 'read' : 'write';
    report.called(caller, operation, { read: 0, write: 0, [kind]: units }, errorName(answer));
    for (const [position, part] of parts.entries()) {
      this.#throughput(operation).spend(partitionName(call, part), divideUnits(parts, units)[position] ?? 0);
      if (kind === 'write' && rules.lagMs > 0 && part.key !== undefined)
        namespace.getLaggingCopy(part.table).touch(part.key);
    }
    const { ConsumedCapacity, ...body } = answer.body;
    if (input.ReturnConsumedCapacity === undefined || ConsumedCapacity === undefined)
      return { ...answer, body };
    // The engine reports wrong units for a transaction. Replace them by the computed units of the whole transaction, in
    // one entry.
    const consumedCapacity =
      operation === 'TransactWriteItems'
        ? [{ TableName: parts[0]?.table ?? '', CapacityUnits: units }]
        : ConsumedCapacity;
    return { ...answer, body: { ...body, ConsumedCapacity: consumedCapacity } };
  }
}

function partitionName({ namespace }: DataCall, { table, partition }: Part): string {
  return `${namespace.name} ${table} ${partition ?? ''}`;
}

function listItemNames({ namespace, parts }: DataCall): string[] {
  return parts.map((part) => `${namespace.name} ${itemName(part)}`);
}

function tablesOf(parts: readonly Part[]): string[] {
  return [...new Set(parts.map(({ table }) => table))];
}
