import { routeIdOf } from '../constructs/api/body/methods.ts';
import type { ApiMethod } from './gateway/api.ts';
import type { RouteNode } from './gateway/router.ts';
import type { LocalFunction } from './lambda/function.ts';

/** Returns the function of each route, by route id. */
export function mapRouteFunctions(root: RouteNode<ApiMethod>): Map<string, LocalFunction> {
  const functionsByRoute = new Map<string, LocalFunction>();
  const visitNode = (node: RouteNode<ApiMethod>) => {
    for (const { operationName, integration } of node.methods.values()) {
      if (operationName !== undefined && integration.kind === 'lambda') {
        functionsByRoute.set(routeIdOf(operationName), integration.function);
      }
    }
    for (const child of node.literals.values()) visitNode(child);
    for (const child of [node.parameter, node.greedy]) if (child !== undefined) visitNode(child.node);
  };
  visitNode(root);
  return functionsByRoute;
}
