import { AUTHORIZER_CACHE_SECONDS } from '../../../../shared/access/gateway.ts';
import { CREDENTIAL_HEADER } from '../../../../shared/platform/contract/headers.ts';
import type { Route } from '../../../../shared/platform/contract/route.ts';
import type { ApiVersion } from '../../../../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../../../../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../../../../shared/service/contract/unknown-path.ts';
import { AUTHORIZER } from '../../../bundle.ts';

type Json = Readonly<Record<string, unknown>>;

export interface MethodProps {
  /** Returns the URI with which API Gateway invokes the function of a bundle id. */
  readonly invocationUri: (functionId: string) => string;
  /** ARN of the IAM role with which API Gateway invokes functions. */
  readonly invocationRole: string;
}

/**
 * Names of the two OpenAPI security schemes of routes that are not public: the credential that the caller
 * sends, and the gateway key of the caller's account.
 */
export const SECURITY_SCHEMES = { credential: 'Credential', gatewayKey: 'GatewayKey' } as const;

/**
 * Returns the operation id of a route in one version, such as `v1.strategies.list`. A route has a different
 * operation id in each version.
 */
function buildOperationId(version: ApiVersion, route: Pick<Route, 'id'>): string {
  return `${version.id}.${route.id}`;
}

/** Returns the route id of an operation id. */
export function routeIdOf(operation: string): string {
  return operation.slice(operation.indexOf('.') + 1);
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
        authorizerUri: invocationUri(AUTHORIZER.id),
        authorizerCredentials: invocationRole,
        authorizerResultTtlInSeconds: AUTHORIZER_CACHE_SECONDS,
      },
    },
    // API Gateway requires the key of a usage plan for a method with exactly this security scheme. It takes the key
    // from the authorizer's result.
    [SECURITY_SCHEMES.gatewayKey]: { type: 'apiKey', name: 'x-api-key', in: 'header' },
  };
}

/**
 * Builds one method of a path for a route in one API version. Its integration passes requests unchanged to
 * the route's Lambda function.
 */
export function buildMethod(version: ApiVersion, route: Route, method: string, props: MethodProps): Json {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    // Only the route's own method gets an operation id, because operation ids must be unique.
    ...(method === route.method ? { operationId: buildOperationId(version, route) } : {}),
    ...(names.length === 0
      ? {}
      : {
          parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        }),
    security:
      route.access === 'public'
        ? []
        : [{ [SECURITY_SCHEMES.credential]: [] }, { [SECURITY_SCHEMES.gatewayKey]: [] }],
    ...buildProxyIntegration(route, props),
  };
}

/** Builds the integration that passes a request unchanged to the function of a route. */
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
const MCP_METHODS = ['post', 'get', 'delete'] as const;

/**
 * Builds the methods of the MCP server. They have no authorizer, because an authorizer reads only one header
 * and MCP clients send the credential in either of two headers. The function checks the credential instead. The
 * setting `stageThrottle` limits these methods, and `publicThrottle` does not.
 */
export function buildMcpMethods(props: MethodProps): Record<string, Json> {
  return Object.fromEntries(
    MCP_METHODS.map((method) => [
      method,
      { operationId: `${method}.${mcpRoute.id}`, security: [], ...buildProxyIntegration(mcpRoute, props) },
    ]),
  );
}

/** Name of API Gateway's OpenAPI extension for all HTTP methods of a path that have no definition of their own. */
export const ANY_METHOD = 'x-amazon-apigateway-any-method';

/**
 * Routes requests without a matching endpoint to the function for unknown paths. The method has no authorizer,
 * because an authorizer would reject requests without a credential, and these requests must get 404 too.
 */
export function buildUnknownMethod(props: MethodProps): Json {
  return { security: [], ...buildProxyIntegration(unknownPathRoute, props) };
}
