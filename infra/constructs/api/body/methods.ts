import { AUTHORIZER_CACHE_SECONDS } from '../../../../shared/access/gateway.ts';
import { CREDENTIAL_HEADER } from '../../../../shared/platform/contract/headers.ts';
import type { Route } from '../../../../shared/platform/contract/route.ts';
import type { ApiVersion } from '../../../../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../../../../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../../../../shared/service/contract/unknown-path.ts';
import { AUTHORIZER } from '../../../bundle.ts';

type Json = Readonly<Record<string, unknown>>;

export interface MethodProps {
  /** The address by which API Gateway invokes the function of an entry in the bundles. */
  readonly invocationUri: (functionId: string) => string;
  /** ARN of the role with which it does. */
  readonly invocationRole: string;
}

/** The two security schemes of a route that is not public: a credential, and the gateway key that belongs to it. */
export const SECURITY = { credential: 'Credential', gatewayKey: 'GatewayKey' } as const;

/** `v1.strategies.list`: a route's name in the API, where each version has its own. */
function operationId(version: ApiVersion, route: Pick<Route, 'id'>): string {
  return `${version.id}.${route.id}`;
}

/** The route's id in an operation's. */
export function routeIdOf(operation: string): string {
  return operation.slice(operation.indexOf('.') + 1);
}

export function securitySchemes({ invocationUri, invocationRole }: MethodProps): Json {
  return {
    [SECURITY.credential]: {
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
    // API Gateway knows a method that needs a key of a usage plan by this very scheme; the authorizer names the key.
    [SECURITY.gatewayKey]: { type: 'apiKey', name: 'x-api-key', in: 'header' },
  };
}

/** One method of one path: a route in a version, handed to its Lambda as it came. */
export function methodOf(version: ApiVersion, route: Route, method: string, props: MethodProps): Json {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    // An operation id must be unique.
    ...(method === route.method ? { operationId: operationId(version, route) } : {}),
    ...(names.length === 0
      ? {}
      : {
          parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        }),
    security: route.access === 'public' ? [] : [{ [SECURITY.credential]: [] }, { [SECURITY.gatewayKey]: [] }],
    ...handedOn(route, props),
  };
}

/** The integration that passes a request unchanged to the function of a route. */
function handedOn({ id }: Pick<Route, 'id'>, { invocationUri, invocationRole }: MethodProps): Json {
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
 * HTTP methods of the protocol's transport. POST carries messages; the others are rejected, as the protocol requires.
 */
const MCP_METHODS = ['post', 'get', 'delete'] as const;

/**
 * The methods of the MCP server. They have no authorizer, because it reads one header only and clients send the
 * credential in either of two. The function checks it instead. The stage throttles these methods like public ones.
 */
export function mcpMethods(props: MethodProps): Record<string, Json> {
  return Object.fromEntries(
    MCP_METHODS.map((method) => [
      method,
      { operationId: `${method}.${mcpRoute.id}`, security: [], ...handedOn(mcpRoute, props) },
    ]),
  );
}

/** The name of the method that answers every method without one of its own. */
export const ANY_METHOD = 'x-amazon-apigateway-any-method';

/**
 * Routes requests that no endpoint answers to the function for unknown paths. It has no authorizer, because that would
 * reject requests without a credential, and these must get 404 as well.
 */
export function unknownMethod(props: MethodProps): Json {
  return { security: [], ...handedOn(unknownPathRoute, props) };
}
