import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { config } from '../config.ts';

export interface ClientOptions {
  /** How long one attempt may take before it is given up. */
  readonly requestTimeoutMs?: number;
  /** Attempts in all, the first included. */
  readonly maxAttempts?: number;
  readonly endpoint?: string;
  readonly region?: string;
}

/**
 * A document client that gives up early: an API caller is better served by a prompt 500 than by a hanging request,
 * and two attempts of a second each (DYNAMODB_TIMEOUT_MS) leave room for an answer within three. Jobs pass longer limits.
 */
export function createClient(options: ClientOptions = {}): DynamoDBDocumentClient {
  const endpoint = options.endpoint ?? config.DYNAMODB_ENDPOINT;
  const timeoutMs = options.requestTimeoutMs ?? config.DYNAMODB_TIMEOUT_MS;
  const client = new DynamoDBClient({
    region: options.region ?? config.AWS_REGION,
    maxAttempts: options.maxAttempts ?? 2,
    requestHandler: {
      // A connection's time includes the wait for a free socket, so it is no shorter than the request's.
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
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
}

let shared: DynamoDBDocumentClient | undefined;

/** The client that all requests of one Lambda instance share, made at the first use. */
function documentClient(): DynamoDBDocumentClient {
  shared ??= createClient();
  return shared;
}

/** What a repository needs to reach the table: passed in, so that tests bring their own. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

/** The deployed table as the environment names it. */
export function defaultTable(): Table {
  return { client: documentClient(), name: config.TABLE_NAME };
}
