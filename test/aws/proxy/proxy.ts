import { DataPlane, type Rules } from './data-plane.ts';
import type { EngineClient } from './engine-client.ts';
import { Namespace } from './namespaces.ts';
import { arnOfPart, listTouchedParts, type Part } from './parts.ts';
import type { Report } from './report.ts';
import { isAllowed, type Statement } from './roles/policy.ts';
import {
  type Answer,
  type Body,
  buildAccessDeniedAnswer,
  buildUnknownCallerAnswer,
  isDataOperation,
} from './wire.ts';

/** The caller name of tests and operators, who have no role. */
const OPERATOR = 'local';

export const DYNAMODB_RULES: Rules = {
  transactionMs: 10,
  readUnits: 3_000,
  writeUnits: 1_000,
  lagMs: 200,
};

export interface ProxyOptions {
  readonly engine: EngineClient;
  /** Policy statements of the role of each function, by function name. */
  readonly roles: ReadonlyMap<string, readonly Statement[]>;
  readonly report: Report;
  readonly rules?: Rules;
  /** Returns the milliseconds of a clock. The clock may start at any time, because only differences are used. */
  readonly nowMs?: () => number;
}

export interface Call {
  readonly namespace: string;
  /** The id of the access key. */
  readonly caller: string;
  /** The operation, such as `DynamoDB_20120810.GetItem`. */
  readonly target: string;
  readonly input: Body;
}

/**
 * Operations that create, change or delete a table. They also run on the copy of the table for eventually consistent
 * reads.
 */
const TABLE_MANAGEMENT_OPERATIONS: readonly string[] = ['CreateTable', 'DeleteTable', 'UpdateTimeToLive'];

/**
 * A proxy that applies the rules of DynamoDB to the calls of one database engine. Each namespace has its own tables.
 */
export class ServiceProxy {
  readonly #options: ProxyOptions;
  readonly #rules: Rules;
  readonly #nowMs: () => number;
  readonly #dataPlane: DataPlane;
  readonly #namespaces = new Map<string, Namespace>();

  constructor(options: ProxyOptions) {
    const { engine, report, rules = DYNAMODB_RULES, nowMs = () => performance.now() } = options;
    this.#options = options;
    this.#rules = rules;
    this.#nowMs = nowMs;
    this.#dataPlane = new DataPlane({ engine, report, rules, nowMs });
  }

  /** Resolves to the status and the JSON text of the response. */
  async answer(call: Call): Promise<{ status: number; text: string }> {
    const namespace = this.#namespace(call.namespace);
    const { status, body } = await this.#answer(call, namespace);
    return { status, text: namespace.fromEngine(JSON.stringify(body)) };
  }

  /** Makes all writes in a namespace visible to eventually consistent reads. */
  settle(name: string): Promise<void> {
    return this.#namespace(name).settle();
  }

  async drop(name: string): Promise<void> {
    const namespace = this.#namespace(name);
    this.#namespaces.delete(name);
    this.#dataPlane.forget(namespace);
    await namespace.drop();
  }

  #namespace(name: string): Namespace {
    const { lagMs } = this.#rules;
    const found =
      this.#namespaces.get(name) ?? new Namespace(this.#options.engine, name, { lagMs, nowMs: this.#nowMs });
    this.#namespaces.set(name, found);
    return found;
  }

  async #answer({ caller, target, input }: Call, namespace: Namespace): Promise<Answer> {
    const [service, operation = ''] = target.split('.');
    // The ARN of a stream names its table.
    if (service?.startsWith('DynamoDBStreams')) {
      return (
        this.#refusal(caller, [buildStreamPart(operation, input)]) ?? this.#options.engine.call(target, input)
      );
    }
    const parts = isDataOperation(operation)
      ? listTouchedParts(operation, input)
      : buildTableOperationParts(operation, input);
    const refused = this.#refusal(caller, parts);
    if (refused !== undefined) return refused;
    if (isDataOperation(operation))
      return this.#dataPlane.answer({ namespace, caller, operation, input, parts });
    if (operation === 'ListTables') return { status: 200, body: { TableNames: await namespace.tables() } };
    const answer = await this.#options.engine.call(target, namespace.toEngine(input));
    if (answer.status === 200 && TABLE_MANAGEMENT_OPERATIONS.includes(operation)) {
      const { StreamSpecification: _, ...ofCopy } = input;
      await this.#options.engine.call(target, namespace.toEngine(ofCopy, true));
    }
    return answer;
  }

  /** Returns an error if the caller's role rejects any part of the call. Otherwise returns undefined. */
  #refusal(caller: string, parts: readonly Part[]): Answer | undefined {
    if (caller === OPERATOR) return undefined;
    const statements = this.#options.roles.get(caller);
    if (statements === undefined) return buildUnknownCallerAnswer();
    // IAM evaluates all partition keys of an action on a table together. Therefore one policy statement must allow all
    // these keys.
    const together = Map.groupBy(parts, (part) => `${part.action} ${arnOfPart(part)}`);
    const [denied] =
      [...together.values()].find((group) => {
        const leadingKeys = group.flatMap(({ partition }) => (partition === undefined ? [] : [partition]));
        return group
          .slice(0, 1)
          .some(
            (part) => !isAllowed(statements, { action: part.action, resource: arnOfPart(part), leadingKeys }),
          );
      }) ?? [];
    if (denied === undefined) return undefined;
    this.#options.report.denied(caller, denied);
    return buildAccessDeniedAnswer(caller, denied.action, arnOfPart(denied));
  }
}

/**
 * Returns the `Part` of a call on a stream. Reads the table's name from the stream's ARN, which is in the input or in
 * the iterator of an earlier call.
 */
function buildStreamPart(operation: string, { StreamArn, ShardIterator }: Body): Part {
  const [, table = '*'] =
    /:table\/t-[a-z0-9]+\.([\w.-]+)\/stream\//.exec(String(StreamArn ?? ShardIterator)) ?? [];
  return { action: `dynamodb:${operation}`, table, isStream: true, weight: 0 };
}

function buildTableOperationParts(operation: string, { TableName }: Body): Part[] {
  const table = typeof TableName === 'string' ? TableName : '*';
  return [{ action: `dynamodb:${operation}`, table, weight: 0 }];
}
