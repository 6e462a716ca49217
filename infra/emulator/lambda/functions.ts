import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Assembly } from '../template/assembly.ts';
import { TemplateError } from '../template/intrinsics.ts';
import { REGION } from '../template/physical.ts';
import { type ParsedResource, resourcesOfType } from '../template/stacks.ts';
import { type InvocationResult, LocalFunction } from './function.ts';
import { SharedThread } from './runtime-thread.ts';

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const functionPropertiesSchema = z.looseObject({
  Handler: z.string().default('index.handler'),
  Runtime: z.string().optional(),
  /** Timeout in seconds. */
  Timeout: z.coerce.number().default(3),
  /** Memory in megabytes. */
  MemorySize: z.coerce.number().default(128),
  Code: z.looseObject({ S3Key: z.string().optional() }),
  Environment: z
    .object({ Variables: z.record(z.string(), scalarSchema).default({}) })
    .default({ Variables: {} }),
});

type FunctionResource = ParsedResource<z.output<typeof functionPropertiesSchema>>;

export interface FunctionsOptions {
  assembly: Assembly;
  /** Endpoint of the DynamoDB that the functions use. */
  endpoint: string;
  /** Environment variables in addition to the template's, for settings that differ from AWS. */
  environment?: Readonly<Record<string, string>>;
  /**
   * Whether each function sends its name in its DynamoDB requests, as the access key id. A DynamoDB engine that
   * evaluates IAM roles needs the name.
   */
  sendsFunctionName?: boolean;
  logFile: string;
  /** Whether all functions share one thread. By default, each function has its own thread. */
  sharesThread?: boolean | undefined;
  onFailure?: (functionName: string, result: InvocationResult) => void;
}

/**
 * Timeout of a database request in milliseconds. All timeouts are longer than on AWS, because a busy local machine must
 * not cause errors.
 */
const DATABASE_TIMEOUT_MS = 20_000;
const LOCAL_TIMEOUT_FACTOR = 3;
/** Time in milliseconds for which the gateway waits for a function. */
const GATEWAY_TIMEOUT_MS = 29_000;

function buildRuntimeEnvironment({ physicalId, properties }: FunctionResource, databaseEndpoint: string) {
  return {
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime ?? 'nodejs24.x'}`,
    AWS_LAMBDA_FUNCTION_NAME: physicalId,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${physicalId}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    _HANDLER: properties.Handler,
    TZ: ':UTC',
    DYNAMODB_ENDPOINT: databaseEndpoint,
    DYNAMODB_TIMEOUT_MS: String(DATABASE_TIMEOUT_MS),
    // With this value, the functions allow webhook URLs on this machine and use a default sign-in page.
    DEPLOYMENT: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: databaseEndpoint,
  };
}

/**
 * Returns the file and the export of a function's handler. For example, `index.handler` is the export `handler` of
 * the module `index`.
 */
function findEntryPoint(resource: FunctionResource, assembly: Assembly): { file: string; handler: string } {
  const { Code, Handler } = resource.properties;
  const folder = assembly.assetPath(Code.S3Key ?? '');
  if (folder === undefined)
    throw new TemplateError(
      `The output of npm run synth does not contain the code of ${resource.logicalId}.`,
    );
  const dot = Handler.lastIndexOf('.');
  const candidatePaths = ['.mjs', '.js', '.cjs'].map((extension) =>
    join(folder, Handler.slice(0, dot) + extension),
  );
  const file = candidatePaths.find((candidate) => existsSync(candidate));
  if (file === undefined)
    throw new TemplateError(`${resource.logicalId} has no module for ${Handler} in ${folder}.`);
  return { file, handler: Handler.slice(dot + 1) };
}

/** All Node.js functions of the template, by ARN and by logical id. */
export class LocalFunctions {
  readonly #byArn = new Map<string, LocalFunction>();
  readonly #byLogicalId = new Map<string, LocalFunction>();
  /** Whether each function sends its name as the access key id of its DynamoDB requests. */
  readonly isNamed: boolean;
  readonly #thread: SharedThread | undefined;

  constructor(options: FunctionsOptions) {
    this.#thread = options.sharesThread === true ? new SharedThread(options.logFile) : undefined;
    this.isNamed = options.sendsFunctionName === true;
    const resources = resourcesOfType(
      options.assembly.resources,
      'AWS::Lambda::Function',
      functionPropertiesSchema,
    );
    for (const resource of resources) {
      if (resource.properties.Runtime?.startsWith('nodejs') === false) continue;
      const { Timeout, MemorySize, Environment } = resource.properties;
      const timeoutMs = Timeout * 1000 * LOCAL_TIMEOUT_FACTOR;
      const localFunction = new LocalFunction({
        ...findEntryPoint(resource, options.assembly),
        functionName: resource.physicalId,
        functionArn: resource.arn,
        memoryMb: MemorySize,
        timeoutMs,
        reportedTimeoutMs: Math.min(timeoutMs, Math.max(Timeout * 1000, GATEWAY_TIMEOUT_MS)),
        logFile: options.logFile,
        thread: this.#thread,
        environment: {
          ...buildRuntimeEnvironment(resource, options.endpoint),
          ...(options.sendsFunctionName && { DYNAMODB_ACCESS_KEY_ID: resource.physicalId }),
          ...Environment.Variables,
          ...options.environment,
        },
        onFailure: (result) => options.onFailure?.(resource.physicalId, result),
      });
      this.#byArn.set(resource.arn, localFunction);
      this.#byLogicalId.set(resource.logicalId, localFunction);
    }
  }

  /**
   * Returns the function with this ARN, which may end in a version or alias.
   *
   * @throws TemplateError for an unknown ARN
   */
  byArn(arn: string): LocalFunction {
    const unqualifiedArn = arn.split(':').slice(0, 7).join(':');
    const localFunction = this.#byArn.get(unqualifiedArn);
    if (localFunction === undefined)
      throw new TemplateError(`The template refers to ${arn}, but contains no such function.`);
    return localFunction;
  }

  byLogicalId(logicalId: string): LocalFunction | undefined {
    return this.#byLogicalId.get(logicalId);
  }

  logicalIds(): string[] {
    return [...this.#byLogicalId.keys()];
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#byArn.values()].map((localFunction) => localFunction.stop()));
    await this.#thread?.stop();
  }
}
