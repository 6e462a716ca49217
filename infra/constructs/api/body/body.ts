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
import { gatewayResponses } from './gateway-responses.ts';
import {
  ANY_METHOD,
  type MethodProps,
  mcpMethods,
  methodOf,
  securitySchemes,
  unknownMethod,
} from './methods.ts';
import { preflight } from './preflight.ts';
import { SECURITY_TXT_PATH, securityTxt } from './security-txt.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ApiBodyProps extends MethodProps {
  readonly title: string;
  readonly routes: readonly Route[];
  readonly versions: readonly ApiVersion[];
  readonly hasMcp: boolean;
  /** Origins whose pages may read the answers; `*` stands for every one. */
  readonly corsOrigins: readonly string[];
  /** A URI for reports of weaknesses; without one there is no security.txt. */
  readonly securityContact: string | undefined;
}

/** The paths above these: resources of the API that have no endpoint, such as `/v1/user`. */
function parentsOf(paths: readonly string[]): string[] {
  const parents = paths.flatMap((path) => {
    const segments = path.split('/').slice(1);
    return segments.map((_, length) => `/${segments.slice(0, length).join('/')}`);
  });
  return [...new Set(parents)];
}

/**
 * The whole REST API as one OpenAPI 3.0 document with API Gateway's extensions: every route in every version that has
 * it, a preflight for every path, a 404 for every other path and method, and the answers of the gateway itself. As it is one property of one
 * resource, a route that changes always makes a new deployment.
 */
export function apiBody(props: ApiBodyProps): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const version of props.versions) {
    for (const route of props.routes) {
      if (!isServedIn(route, version)) continue;
      const path = versionedPath(version, route);
      const methods = paths.get(path) ?? {};
      for (const method of routeMethods(route)) {
        methods[method.toLowerCase()] = methodOf(version, route, method, props);
      }
      paths.set(path, methods);
    }
  }
  if (props.hasMcp) paths.set(mcpRoute.path, mcpMethods(props));
  if (props.securityContact !== undefined) {
    paths.set(SECURITY_TXT_PATH, { get: securityTxt(props.securityContact, new Date()) });
  }
  for (const [path, methods] of paths) {
    const announced = versionHeaders(versionOfPath(props.versions, path));
    methods.options = preflight(Object.keys(methods), props.corsOrigins, announced);
    methods[ANY_METHOD] = unknownMethod(props);
  }
  for (const path of [...parentsOf([...paths.keys()]), UNKNOWN_PATH]) {
    if (!paths.has(path)) paths.set(path, { [ANY_METHOD]: unknownMethod(props) });
  }
  return {
    openapi: '3.0.1',
    info: { title: props.title, version: props.versions.map(({ id }) => id).join(',') },
    paths: Object.fromEntries(paths),
    components: { securitySchemes: securitySchemes(props) },
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  };
}
