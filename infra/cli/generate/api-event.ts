import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { API_VERSIONS } from '../../../shared/platform/contract/versions/version-table.ts';
import {
  isServedIn,
  newestVersionOf,
  versionedPath,
} from '../../../shared/platform/contract/versions/versions.ts';

export interface EventOptions {
  readonly params?: Readonly<Record<string, string>>;
  /** Query parameters. An array contains the values of a parameter that occurs more than once. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Request body. A string is sent as it is; any other value is serialized as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
  readonly requestId?: string;
}

function toValueLists(
  values: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? [value] : [...value]]),
  );
}

function takeLastValues(values: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));
}

function toBodyText(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Identity fields that API Gateway leaves null for callers without IAM or Cognito. */
const ANONYMOUS_IDENTITY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
};

/** Builds the API Gateway event of a route, for handler tests and the committed sample events. */
export function buildApiEvent(route: Route, options: EventOptions = {}): APIGatewayProxyEvent {
  const version = newestVersionOf(API_VERSIONS.filter((each) => isServedIn(route, each)));
  const pathTemplate = versionedPath(version, route);
  const path = pathTemplate.replace(/\{(\w+)\}/g, (_, name: string) => options.params?.[name] ?? '');
  const query = options.query === undefined ? null : toValueLists(options.query);
  const body = toBodyText(options.body);
  const headers = { ...(body === null ? {} : { 'Content-Type': 'application/json' }), ...options.headers };
  return {
    resource: pathTemplate,
    path,
    httpMethod: route.method,
    headers,
    multiValueHeaders: toValueLists(headers),
    queryStringParameters: query === null ? null : takeLastValues(query),
    multiValueQueryStringParameters: query,
    pathParameters: options.params === undefined ? null : { ...options.params },
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      authorizer:
        route.access === 'public' ? null : { principalId: 'usr_4fTq8ZkW2sVbN7pX/key_4fTq8ZkW2sVbN7pX' },
      httpMethod: route.method,
      identity: {
        ...ANONYMOUS_IDENTITY,
        sourceIp: options.sourceIp ?? '192.0.2.1',
        user: null,
        userAgent: 'test',
        userArn: null,
      },
      path,
      protocol: 'HTTP/1.1',
      requestId: options.requestId ?? 'request-1',
      requestTimeEpoch: 0,
      resourceId: 'resource',
      resourcePath: pathTemplate,
      stage: 'api',
    },
  };
}
