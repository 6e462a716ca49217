import type { Route, RouteAccess } from '../../platform/contract/route.ts';
import { CURRENT_VERSION } from '../../platform/contract/versions/version-table.ts';
import { versionedPath } from '../../platform/contract/versions/versions.ts';
import type { ToolName } from './tools.ts';

/**
 * The parts of a route that a tool call needs. They are plain data, so that the bundler can include them as
 * JSON.
 */
export interface CallableRoute {
  readonly id: string;
  readonly method: string;
  /** Path of the route. It includes the current API version. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly params: readonly string[];
  readonly hasBody: boolean;
  readonly isIdempotent: boolean;
}

export interface CallableTool {
  readonly name: ToolName;
  readonly route: CallableRoute;
  /**
   * Names of fields that are removed from the response at any depth, because the language model does not need
   * them.
   */
  readonly omitted: readonly string[];
}

export function buildCallableRoute(route: Route): CallableRoute {
  return {
    id: route.id,
    method: route.method,
    path: versionedPath(CURRENT_VERSION, route),
    access: route.access,
    params: Object.keys(route.params?.shape ?? {}),
    hasBody: route.body !== undefined,
    isIdempotent: route.idempotent === true,
  };
}
