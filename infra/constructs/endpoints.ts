import { Validations } from 'aws-cdk-lib';
import {
  AuthorizationType,
  type IAuthorizer,
  LambdaIntegration,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Functions } from './functions.ts';
import { limiterStatement } from './grants.ts';

export interface EndpointsProps {
  readonly restApi: RestApi;
  readonly routes: readonly Route[];
  readonly functions: Functions;
  /** Guards every route but the public ones. */
  readonly authorizer: IAuthorizer;
}

/** Static segments before `{parameter}` at every level, as API Gateway itself prefers them. */
export function inMatchingOrder(routes: readonly Route[]): readonly Route[] {
  const key = ({ path, method }: Route) => `${path.replaceAll('{', '\uffff')} ${method}`;
  return routes.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** One Lambda and one method per route record. */
export class Endpoints extends Construct {
  constructor(scope: Construct, id: string, props: EndpointsProps) {
    super(scope, id);
    for (const route of inMatchingOrder(props.routes)) this.#add(route, props);
  }

  #add(route: Route, { restApi, functions, authorizer }: EndpointsProps): void {
    const { lambda } = functions.make(this, {
      id: route.id,
      description: `${route.method} ${route.path}: ${route.summary}`,
      access: route.table,
      memoryMb: route.lambda?.memoryMb,
      timeoutSeconds: route.lambda?.timeoutSeconds,
      settings: route.lambda?.settings,
      statements: [limiterStatement(functions.table, route.access)],
    });
    const isPublic = route.access === 'public';
    const method = restApi.root
      .resourceForPath(route.path)
      .addMethod(route.method, new LambdaIntegration(lambda, { allowTestInvoke: false }), {
        operationName: route.id,
        ...(isPublic
          ? { authorizationType: AuthorizationType.NONE, apiKeyRequired: false }
          : { authorizationType: AuthorizationType.CUSTOM, authorizer, apiKeyRequired: true }),
      });
    if (isPublic) {
      Validations.of(method).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'The route is public by its record; it is limited per source address.',
      });
    }
  }
}
