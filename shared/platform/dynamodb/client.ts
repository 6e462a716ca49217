import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { config } from '../config.ts';

export interface DynamoDbClientOptions {
  /** Time limit of one attempt in milliseconds. The default is DYNAMODB_TIMEOUT_MS. */
  readonly requestTimeoutMs?: number;
  /** Maximum number of attempts. The first attempt is included. */
  readonly maxAttempts?: number;
  readonly endpoint?: string;
  readonly region?: string;
}

/**
 * Creates a document client with short timeouts. By default it makes two attempts of DYNAMODB_TIMEOUT_MS each,
 * because callers of the API prefer a fast status 500 to a long wait. Jobs set longer limits.
 */
export function createDynamoDbClient(options: DynamoDbClientOptions = {}): DynamoDBDocumentClient {
  const endpoint = options.endpoint ?? config.DYNAMODB_ENDPOINT;
  const timeoutMs = options.requestTimeoutMs ?? config.DYNAMODB_TIMEOUT_MS;
  const client = new DynamoDBClient({
    region: options.region ?? config.AWS_REGION,
    maxAttempts: options.maxAttempts ?? 2,
    requestHandler: {
      // The connection timeout also limits the wait for a free socket, so it must not be shorter than the request
      // timeout.
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
  // This middleware copies each request and response for a logger. The client has no logger, and the middleware
  // takes a fifth of a call's time. Therefore it is removed.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
}

let sharedClient: DynamoDBDocumentClient | undefined;

function getDocumentClient(): DynamoDBDocumentClient {
  sharedClient ??= createDynamoDbClient();
  return sharedClient;
}

/**
 * The DynamoDB table and its client. All functions that access the table have it as a parameter, so that
 * tests can use their own table.
 */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

export function defaultTable(): Table {
  return { client: getDocumentClient(), name: config.TABLE_NAME };
}
