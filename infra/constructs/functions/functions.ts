import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { TableAccess } from '../../../shared/platform/contract/route.ts';
import type { Bundle } from '../../bundling/output.ts';
import type { Settings } from '../../context.ts';
import type { PlatformTable } from '../table.ts';
import { buildTableStatements } from './grants.ts';
import type { ItemNamesByFunction } from './items.ts';
import { PlatformFunction } from './platform-function.ts';

export interface FunctionOptions {
  /** Id of the function's bundle. */
  readonly id: string;
  readonly description: string;
  readonly access: TableAccess;
  /** Kinds of DynamoDB items that the function may write; undefined for all kinds that its code uses. */
  readonly writes?: readonly string[] | undefined;
  /** Whether the function's DynamoDB transactions check that the caller's credential is active. */
  readonly checksCaller?: boolean | undefined;
  readonly memoryMb?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  /**
   * Names of environment variables that the function needs. Values that are not in `provided` come from the stage's
   * settings.
   */
  readonly settings?: readonly string[] | undefined;
  readonly provided?: Readonly<Record<string, string>> | undefined;
  readonly statements?: readonly PolicyStatement[];
  /** Which value of the setting `reservedConcurrency` the function gets; undefined for no reserved concurrency. */
  readonly reserved?: 'authorizer' | 'job';
}

export class FunctionFactory {
  readonly table: PlatformTable;
  readonly #bundles: ReadonlyMap<string, Bundle>;
  readonly #settings: Settings;
  readonly #items: ItemNamesByFunction;

  constructor(
    bundles: ReadonlyMap<string, Bundle>,
    table: PlatformTable,
    settings: Settings,
    items: ItemNamesByFunction,
  ) {
    this.#items = items;
    this.#bundles = bundles;
    this.table = table;
    this.#settings = settings;
  }

  jobConcurrency(jobConcurrencyMax: number): number {
    return Math.min(jobConcurrencyMax, this.#settings.reservedConcurrency?.job ?? jobConcurrencyMax);
  }

  make(scope: Construct, request: FunctionOptions): PlatformFunction {
    const bundle = this.#bundles.get(request.id);
    if (bundle === undefined) throw new Error(`There is no bundle of ${request.id}`);
    const { access, writes, checksCaller } = request;
    const items = this.#items[request.id];
    if (items === undefined) throw new Error(`The items of ${request.id} are not known`);
    return new PlatformFunction(scope, {
      bundle,
      description: request.description,
      memoryMb: request.memoryMb,
      timeoutSeconds: request.timeoutSeconds,
      tracing: this.#settings.tracing,
      logRetentionDays: this.#settings.logRetentionDays,
      reservedConcurrency: request.reserved && this.#settings.reservedConcurrency?.[request.reserved],
      environment: this.#environment(request),
      statements: [
        ...buildTableStatements(this.table, { access, items, writes, checksCaller }),
        ...(request.statements ?? []),
      ],
    });
  }

  #environment({ settings = [], provided = {} }: FunctionOptions): Record<string, string> {
    const environmentVariables: Record<string, string> = {
      TABLE_NAME: this.table.table.tableName,
      STAGE_KIND: this.#settings.environment,
      LOG_LEVEL: this.#settings.logLevel,
      CORS_ORIGINS: this.#settings.corsOrigins.join(','),
    };
    const { domain, variable } = this.#settings;
    for (const name of domain === undefined ? [] : ['ORIGIN_SECRET', 'ORIGIN_SECRET_PREVIOUS']) {
      const originSecret = variable(name);
      if (originSecret !== undefined) environmentVariables[name] = originSecret;
    }
    for (const name of settings) {
      const value = provided[name] ?? this.#settings.variable(name);
      if (value !== undefined) environmentVariables[name] = value;
    }
    return environmentVariables;
  }
}
