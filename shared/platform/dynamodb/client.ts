import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { config } from '../config.ts';

export interface DynamoDbClientOptions {
  /** Time limit of one attempt in milliseconds. */
  readonly requestTimeoutMs?: number;
  /** Number of attempts, including the first. */
  readonly maxAttempts?: number;
  readonly endpoint?: string;
  readonly region?: string;
}

/**
 * A document client with short timeouts. By default it makes two attempts of DYNAMODB_TIMEOUT_MS each,
 * because an API caller is better served by a fast 500 than by a long wait. Jobs pass longer limits.
 */
export function createClient(options: DynamoDbClientOptions = {}): DynamoDBDocumentClient {
  const endpoint = options.endpoint ?? config.DYNAMODB_ENDPOINT;
  const timeoutMs = options.requestTimeoutMs ?? config.DYNAMODB_TIMEOUT_MS;
  const client = new DynamoDBClient({
    region: options.region ?? config.AWS_REGION,
    maxAttempts: options.maxAttempts ?? 2,
    requestHandler: {
      // The connection time includes the wait for a free socket, so the limit is no shorter than that of the
      // request.
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
    ...(endpoint === undefined
      ? {}
      : {
          endpoint,
          credentials: { accessKeyId: config.DYNAMODB_ACCESS_KEY_ID, secretAccessKey: 'local' },
        }),
  });
  // This middleware copies each request and answer for a logger, and there is none. It takes a fifth of a call's time.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
}

let sharedClient: DynamoDBDocumentClient | undefined;

/** The client of this Lambda instance, created at first use. */
function documentClient(): DynamoDBDocumentClient {
  sharedClient ??= createClient();
  return sharedClient;
}

/** The DynamoDB table and its client. A parameter of all stores, so that tests can pass their own. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

/** The deployed table, named by the environment variables. */
export function defaultTable(): Table {
  return { client: documentClient(), name: config.TABLE_NAME };
}
