import { AUTHORIZER_CACHE_SECONDS } from '../../../../shared/access/gateway.ts';
import { CREDENTIAL_HEADER } from '../../../../shared/platform/contract/headers.ts';
import type { Route } from '../../../../shared/platform/contract/route.ts';
import type { ApiVersion } from '../../../../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../../../../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../../../../shared/service/contract/unknown-path.ts';
import { AUTHORIZER_ENTRY_POINT } from '../../../bundle.ts';

type Json = Readonly<Record<string, unknown>>;

export interface MethodProps {
  /**
   * Returns the URI with which API Gateway invokes a function. `functionId` is the id of a route or of the authorizer.
   */
  readonly invocationUri: (functionId: string) => string;
  /** ARN of the IAM role with which API Gateway invokes functions. */
  readonly invocationRole: string;
}

/** OpenAPI security schemes of routes that are not public: the caller's credential, and the account's gateway key. */
export const SECURITY_SCHEMES = { credential: 'Credential', gatewayKey: 'GatewayKey' } as const;

/** Returns the operation id of a route, such as `v1.strategies.list`, which is different in each version. */
function buildOperationId(version: ApiVersion, route: Pick<Route, 'id'>): string {
  return `${version.id}.${route.id}`;
}

export function routeIdOf(operationName: string): string {
  return operationName.slice(operationName.indexOf('.') + 1);
}

export function buildSecuritySchemes({ invocationUri, invocationRole }: MethodProps): Json {
  return {
    [SECURITY_SCHEMES.credential]: {
      type: 'apiKey',
      name: CREDENTIAL_HEADER,
      in: 'header',
      'x-amazon-apigateway-authtype': 'custom',
      'x-amazon-apigateway-authorizer': {
        type: 'request',
        identitySource: `method.request.header.${CREDENTIAL_HEADER}`,
        authorizerUri: invocationUri(AUTHORIZER_ENTRY_POINT.id),
        authorizerCredentials: invocationRole,
        authorizerResultTtlInSeconds: AUTHORIZER_CACHE_SECONDS,
      },
    },
    // API Gateway recognizes this exact scheme and then requires a usage plan's key. The authorizer returns this key.
    [SECURITY_SCHEMES.gatewayKey]: { type: 'apiKey', name: 'x-api-key', in: 'header' },
  };
}

export function buildMethod(version: ApiVersion, route: Route, method: string, props: MethodProps): Json {
  const parameterNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    // The HEAD method of a route gets no operation id, because operation ids must be unique.
    ...(method === route.method ? { operationId: buildOperationId(version, route) } : {}),
    ...(parameterNames.length === 0
      ? {}
      : {
          parameters: parameterNames.map((name) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
        }),
    security:
      route.access === 'public'
        ? []
        : [{ [SECURITY_SCHEMES.credential]: [] }, { [SECURITY_SCHEMES.gatewayKey]: [] }],
    ...buildProxyIntegration(route, props),
  };
}

function buildProxyIntegration(
  { id }: Pick<Route, 'id'>,
  { invocationUri, invocationRole }: MethodProps,
): Json {
  return {
    responses: { default: { description: '' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: invocationUri(id),
      credentials: invocationRole,
    },
  };
}

/**
 * HTTP methods of the Model Context Protocol's transport. POST carries messages. GET and DELETE are rejected,
 * as the protocol requires.
 */
const MCP_HTTP_METHODS = ['post', 'get', 'delete'] as const;

/**
 * The MCP methods have no authorizer, because MCP clients send the credential in either of two headers, and an
 * authorizer reads only one. The function checks the credential instead.
 */
export function buildMcpMethods(props: MethodProps): Record<string, Json> {
  return Object.fromEntries(
    MCP_HTTP_METHODS.map((method) => [
      method,
      { operationId: `${method}.${mcpRoute.id}`, security: [], ...buildProxyIntegration(mcpRoute, props) },
    ]),
  );
}

/** Name of API Gateway's OpenAPI extension for all HTTP methods of a path that have no definition of their own. */
export const ANY_METHOD = 'x-amazon-apigateway-any-method';

/**
 * Returns the method for unknown paths. It has no authorizer, because a request to an unknown path must get 404 even
 * without a credential.
 */
export function buildUnknownPathMethod(props: MethodProps): Json {
  return { security: [], ...buildProxyIntegration(unknownPathRoute, props) };
}
