import type { ApiMethod } from './gateway/resources/api.ts';
import type { RouteNode } from './gateway/router.ts';
import type { LocalFunction } from './lambda/function.ts';

/** The functions of an API's methods by their operation names, which are the route ids. */
export function routeFunctions(root: RouteNode<ApiMethod>): Map<string, LocalFunction> {
  const found = new Map<string, LocalFunction>();
  const visit = (node: RouteNode<ApiMethod>) => {
    for (const { operationName, integration } of node.methods.values()) {
      if (operationName !== undefined && integration.kind === 'lambda') {
        found.set(operationName, integration.function);
      }
    }
    for (const child of node.literals.values()) visit(child);
    for (const child of [node.parameter, node.greedy]) if (child !== undefined) visit(child.node);
  };
  visit(root);
  return found;
}
