import { TemplateError } from '../../template/intrinsics.ts';
import { generatedId } from '../../template/physical.ts';
import type { ParsedResource } from '../../template/stacks.ts';
import { addChild, type RouteNode, routeNode } from '../router.ts';
import type { ApiMethod } from './api.ts';

type ResourceProperties = ParsedResource<{ ParentId: string; PathPart: string }>;

/** Nodes of the resource tree by their ids; parents may stand after their children in the template. */
export function resourceTree(
  apiId: string,
  resources: readonly ResourceProperties[],
): Map<string, RouteNode<ApiMethod>> {
  const rootId = generatedId(`${apiId}/`, 10);
  const nodes = new Map([[rootId, routeNode<ApiMethod>(rootId, '/')]]);
  let waiting = [...resources];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ properties: { ParentId } }) => nodes.has(ParentId));
    if (ready.length === 0) throw new TemplateError('The template has API resources without a parent.');
    for (const {
      physicalId,
      properties: { ParentId, PathPart },
    } of ready) {
      const parent = nodes.get(ParentId);
      if (parent === undefined) continue;
      const node = routeNode<ApiMethod>(physicalId, `${parent.path === '/' ? '' : parent.path}/${PathPart}`);
      addChild(parent, PathPart, node);
      nodes.set(physicalId, node);
    }
    waiting = waiting.filter((resource) => !ready.includes(resource));
  }
  return nodes;
}
