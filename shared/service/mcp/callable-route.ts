import type { Access, Route } from '../../platform/contract/route.ts';
import { CURRENT_VERSION } from '../../platform/contract/versions/version-table.ts';
import { versionedPath } from '../../platform/contract/versions/versions.ts';
import type { ToolName } from './tools.ts';

/** What a request to an endpoint is made from: plain data, so that it can be finished before a function is deployed. */
export interface CallableRoute {
  readonly id: string;
  readonly method: string;
  /** With the version that is called. */
  readonly path: string;
  readonly access: Access;
  /** Names of what stands in the path. */
  readonly params: readonly string[];
  readonly hasBody: boolean;
  /** Whether it takes a key by which a repeated call repeats the answer. */
  readonly isIdempotent: boolean;
}

/** A tool as it is called. */
export interface Callable {
  readonly name: ToolName;
  readonly route: CallableRoute;
  /** Fields of the answer that a model can do without, wherever they stand in it. */
  readonly omitted: readonly string[];
}

export function callableRoute(route: Route): CallableRoute {
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
