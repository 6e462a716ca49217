import { Construct } from 'constructs';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { mcpRoute } from '../../../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../../../shared/service/contract/unknown-path.ts';
import { MCP_TOOLS } from '../../../shared/service/mcp/tools.ts';
import { AUTHORIZER_ENTRY_POINT } from '../../bundle.ts';
import type { FunctionFactory } from '../functions/functions.ts';
import { buildRateLimiterStatements } from '../functions/grants.ts';
import type { PlatformFunction } from '../functions/platform-function.ts';
import { makeAuthorizer } from './authorizer.ts';
import { InvocationRole } from './invocation-role.ts';

export interface EndpointFunctionsProps {
  readonly routes: readonly Route[];
  readonly hasMcp: boolean;
  readonly functions: FunctionFactory;
  /** Value of the gateway key that all accounts without their own gateway key share. */
  readonly overflowKey: string;
}

const most = (values: readonly (number | undefined)[]) => Math.max(0, ...values.map((value) => value ?? 0));

/**
 * The MCP server's function runs the endpoints of all tools. Therefore it needs the largest memory and timeout of these
 * endpoints, and all their settings.
 */
const MCP_FUNCTION_ROUTE: Route = {
  ...mcpRoute,
  lambda: {
    memoryMb: most(MCP_TOOLS.map(({ route }) => route.lambda?.memoryMb)),
    timeoutSeconds: most(MCP_TOOLS.map(({ route }) => route.lambda?.timeoutSeconds)),
    settings: [...new Set(MCP_TOOLS.flatMap(({ route }) => route.lambda?.settings ?? []))],
  },
};

/**
 * All Lambda functions that API Gateway invokes: one for each route record, one for the MCP server, one for
 * unknown paths, and the authorizer.
 */
export class EndpointFunctions extends Construct {
  readonly invocation: InvocationRole;
  readonly #lambdas = new Map<string, PlatformFunction>();

  constructor(
    scope: Construct,
    id: string,
    { routes, hasMcp, functions, overflowKey }: EndpointFunctionsProps,
  ) {
    super(scope, id);
    this.#lambdas.set(AUTHORIZER_ENTRY_POINT.id, makeAuthorizer(this, functions, overflowKey));
    for (const route of [...routes, ...(hasMcp ? [MCP_FUNCTION_ROUTE] : []), unknownPathRoute]) {
      this.#lambdas.set(route.id, this.#make(route, functions));
    }
    const lambdas = [...this.#lambdas.values()].map(({ lambda }) => lambda);
    this.invocation = new InvocationRole(this, 'Invocation', lambdas);
  }

  /** Returns the URI by which API Gateway invokes the function of a route, or the authorizer. */
  invocationUri(id: string): string {
    const lambda = this.#lambdas.get(id);
    if (lambda === undefined) throw new Error(`There is no function of ${id}`);
    return this.invocation.uriOf(lambda.lambda);
  }

  #make(route: Route, functionFactory: FunctionFactory): PlatformFunction {
    return functionFactory.make(this, {
      id: route.id,
      description: `${route.method} ${route.path}: ${route.summary}`,
      access: route.table,
      writes: route.writes,
      checksCaller: route.checksCaller,
      memoryMb: route.lambda?.memoryMb,
      timeoutSeconds: route.lambda?.timeoutSeconds,
      settings: route.lambda?.settings,
      statements: buildRateLimiterStatements(functionFactory.table, route),
    });
  }
}
