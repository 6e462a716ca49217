import { type Route, routeMethods } from '../../../../shared/platform/contract/route.ts';
import {
  type ApiVersion,
  isServedIn,
  versionedPath,
  versionHeaders,
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
    const segments = path.split('/').slice(1);
    return segments.map((_, segmentCount) => `/${segments.slice(0, segmentCount).join('/')}`);
  });
  return [...new Set(parentPaths)];
}

/** Builds the REST API as one OpenAPI 3.0 document with API Gateway's extensions. */
export function buildApiBody(props: ApiBodyProps): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const version of props.versions) {
    for (const route of props.routes) {
      if (!isServedIn(route, version)) continue;
      const path = versionedPath(version, route);
      const methods = paths.get(path) ?? {};
      for (const method of routeMethods(route)) {
        methods[method.toLowerCase()] = buildMethod(version, route, method, props);
      }
      paths.set(path, methods);
    }
  }
  if (props.hasMcp) paths.set(mcpRoute.path, buildMcpMethods(props));
  if (props.securityContact !== undefined) {
    paths.set(SECURITY_TXT_PATH, { get: buildSecurityTxtMethod(props.securityContact, new Date()) });
  }
  for (const [path, methods] of paths) {
    const endAnnouncementHeaders = versionHeaders(versionOfPath(props.versions, path));
    methods.options = buildPreflightMethod(Object.keys(methods), props.corsOrigins, endAnnouncementHeaders);
    methods[ANY_METHOD] = buildUnknownPathMethod(props);
  }
  for (const path of [...findParentPaths([...paths.keys()]), UNKNOWN_PATH]) {
    if (!paths.has(path)) paths.set(path, { [ANY_METHOD]: buildUnknownPathMethod(props) });
  }
  return {
    openapi: '3.0.1',
    info: { title: props.title, version: props.versions.map(({ id }) => id).join(',') },
    paths: Object.fromEntries(paths),
    components: { securitySchemes: buildSecuritySchemes(props) },
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    'x-amazon-apigateway-gateway-responses': buildGatewayResponses(),
  };
}
