import { createDictionary } from './http/headers.ts';

/** A node of the API's resource tree: a literal path segment, a `{name}` or a greedy `{name+}`. */
export interface RouteNode<M> {
  resourceId: string;
  /** Path of the resource as declared, such as `/strategies/{id}`. */
  path: string;
  literals: Map<string, RouteNode<M>>;
  parameter?: { name: string; node: RouteNode<M> };
  greedy?: { name: string; node: RouteNode<M> };
  methods: Map<string, M>;
}

export interface RouteMatch<M> {
  node: RouteNode<M>;
  method: M;
  /** Values of the path parameters, not percent-decoded; null when the resource has no parameters. */
  pathParameters: Record<string, string> | null;
}

export function createRouteNode<M>(resourceId: string, path: string): RouteNode<M> {
  return { resourceId, path, literals: new Map(), methods: new Map() };
}

export function addChild<M>(parentNode: RouteNode<M>, pathPart: string, child: RouteNode<M>): void {
  const name = /^\{(.+?)(\+?)\}$/.exec(pathPart);
  if (name === null) parentNode.literals.set(pathPart, child);
  else if (name[2] === '+') parentNode.greedy = { name: name[1] ?? '', node: child };
  else parentNode.parameter = { name: name[1] ?? '', node: child };
}

type CapturedParameters = readonly (readonly [name: string, value: string])[];
type FoundRoute<M> = { node: RouteNode<M>; method: M; captured: CapturedParameters };

function find<M>(
  node: RouteNode<M>,
  pathSegments: readonly string[],
  segmentIndex: number,
  httpMethod: string,
  capturedParameters: CapturedParameters,
): FoundRoute<M> | undefined {
  const segment = pathSegments[segmentIndex];
  if (segment === undefined) {
    const method = node.methods.get(httpMethod) ?? node.methods.get('ANY');
    return method === undefined ? undefined : { node, method, captured: capturedParameters };
  }
  const literalChild = node.literals.get(segment);
  if (literalChild !== undefined) {
    const match = find(literalChild, pathSegments, segmentIndex + 1, httpMethod, capturedParameters);
    if (match !== undefined) return match;
    // If `/strategies/performance` does not support the HTTP method, do not treat `performance` as an id in
    // `/strategies/{id}`.
    if (segmentIndex + 1 === pathSegments.length) return undefined;
  }
  if (node.parameter !== undefined && segment !== '') {
    const { name, node: child } = node.parameter;
    const match = find(child, pathSegments, segmentIndex + 1, httpMethod, [
      ...capturedParameters,
      [name, segment],
    ]);
    if (match !== undefined) return match;
  }
  if (node.greedy !== undefined && segment !== '') {
    const remainingPath = pathSegments.slice(segmentIndex).join('/');
    return find(node.greedy.node, pathSegments, pathSegments.length, httpMethod, [
      ...capturedParameters,
      [node.greedy.name, remainingPath],
    ]);
  }
  return undefined;
}

/**
 * Returns the resource and method for a path without the stage. A literal segment has priority over a
 * parameter, and a trailing slash is ignored.
 */
export function matchRoute<M>(
  root: RouteNode<M>,
  httpMethod: string,
  path: string,
): RouteMatch<M> | undefined {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  const pathSegments = end <= 1 ? [] : path.slice(1, end).split('/');
  const match = find(root, pathSegments, 0, httpMethod, []);
  if (match === undefined) return undefined;
  if (match.captured.length === 0) return { node: match.node, method: match.method, pathParameters: null };
  const pathParameters = createDictionary<string>();
  for (const [name, value] of match.captured) pathParameters[name] = value;
  return { node: match.node, method: match.method, pathParameters };
}
