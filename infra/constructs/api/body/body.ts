import { type Route, routeMethods } from '../../../../shared/platform/contract/route.ts';
import {
  type ApiVersion,
  deprecationHeadersOf,
  isServedIn,
  versionedPath,
  versionOfPath,
} from '../../../../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../../../../shared/service/contract/mcp.ts';
import { UNKNOWN_PATH } from '../../../../shared/service/contract/unknown-path.ts';
import { buildGatewayResponses } from './gateway-responses.ts';
import {
  ANY_METHOD,
  buildMcpMethods,
  buildMethod,
  buildSecuritySchemes,
  buildUnknownPathMethod,
  type MethodProps,
} from './methods.ts';
import { buildPreflightMethod } from './preflight.ts';
import { buildSecurityTxtMethod, SECURITY_TXT_PATH } from './security-txt.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ApiBodyProps extends MethodProps {
  readonly title: string;
  readonly routes: readonly Route[];
  readonly versions: readonly ApiVersion[];
  readonly hasMcp: boolean;
  /** Origins whose pages may read responses; `*` allows every origin. */
  readonly corsOrigins: readonly string[];
  /** URI for security reports. Without it, security.txt is not served. */
  readonly securityContact: string | undefined;
}

/**
 * Returns all parent paths of the given paths, such as `/v1/user`. API Gateway also creates resources for parent
 * paths without an endpoint.
 */
function findParentPaths(paths: readonly string[]): string[] {
  const parentPaths = paths.flatMap((path) => {
    const pathSegments = path.split('/').slice(1);
    return pathSegments.map((_, segmentCount) => `/${pathSegments.slice(0, segmentCount).join('/')}`);
  });
  return [...new Set(parentPaths)];
}

/** Builds the REST API as one OpenAPI 3.0 document with API Gateway's extensions. */
export function buildApiBody(props: ApiBodyProps): Json {
  const methodsByPath = new Map<string, Record<string, Json>>();
  for (const version of props.versions) {
    for (const route of props.routes) {
      if (!isServedIn(route, version)) continue;
      const path = versionedPath(version, route);
      const methodsByName = methodsByPath.get(path) ?? {};
      for (const method of routeMethods(route)) {
        methodsByName[method.toLowerCase()] = buildMethod(version, route, method, props);
      }
      methodsByPath.set(path, methodsByName);
    }
  }
  if (props.hasMcp) methodsByPath.set(mcpRoute.path, buildMcpMethods(props));
  if (props.securityContact !== undefined) {
    methodsByPath.set(SECURITY_TXT_PATH, { get: buildSecurityTxtMethod(props.securityContact, new Date()) });
  }
  for (const [path, methodsByName] of methodsByPath) {
    const deprecationHeaders = deprecationHeadersOf(versionOfPath(props.versions, path));
    methodsByName.options = buildPreflightMethod(
      Object.keys(methodsByName),
      props.corsOrigins,
      deprecationHeaders,
    );
    methodsByName[ANY_METHOD] = buildUnknownPathMethod(props);
  }
  for (const path of [...findParentPaths([...methodsByPath.keys()]), UNKNOWN_PATH]) {
    if (!methodsByPath.has(path)) methodsByPath.set(path, { [ANY_METHOD]: buildUnknownPathMethod(props) });
  }
  return {
    openapi: '3.0.1',
    info: { title: props.title, version: props.versions.map(({ id }) => id).join(',') },
    paths: Object.fromEntries(methodsByPath),
    components: { securitySchemes: buildSecuritySchemes(props) },
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    'x-amazon-apigateway-gateway-responses': buildGatewayResponses(),
  };
}
