import type { LocalFunction } from '../lambda/function.ts';
import type { LocalFunctions } from '../lambda/functions.ts';
import { TemplateError } from '../template/intrinsics.ts';
import { generatedId } from '../template/physical.ts';
import { type ParsedResource, type Resource, resourcesOfType } from '../template/stacks.ts';
import * as properties from './api-properties.ts';
import { RequestAuthorizer } from './authorizer.ts';
import type { EventTarget } from './event.ts';
import { GatewayResponses } from './gateway-response.ts';
import { type IdentitySource, identitySources } from './identity.ts';
import { addChild, type RouteNode, routeNode } from './router.ts';
import type { Throttle } from './token-bucket.ts';
import { readUsagePlans } from './usage-plan-resources.ts';
import type { UsagePlans } from './usage-plans.ts';

export interface MethodAuthorizer {
  function: LocalFunction;
  sources: readonly IdentitySource[];
  authorizer: RequestAuthorizer;
}

export type Integration =
  | { kind: 'lambda'; function: LocalFunction; timeoutMs: number }
  | { kind: 'mock'; statusCode: number; headers: [name: string, value: string][] };

/** One method of a resource with everything that a request to it needs. */
export interface ApiMethod {
  target: EventTarget;
  operationName: string | undefined;
  /** `/strategies/GET`, as usage plans name a method. */
  path: string;
  apiKeyRequired: boolean;
  authorizer: MethodAuthorizer | undefined;
  integration: Integration;
  /** The stage's own throttle of this method. */
  throttle: Throttle | undefined;
}

/** A REST API's stage as the template describes it. */
export interface Api {
  id: string;
  stage: string;
  apiKeySource: 'HEADER' | 'AUTHORIZER';
  /** Answers from this size on are compressed for clients that accept it. */
  minimumCompressionBytes: number | undefined;
  binaryMediaTypes: readonly string[];
  root: RouteNode<ApiMethod>;
  responses: GatewayResponses;
  usagePlans: UsagePlans;
}

function only<T>(found: readonly T[], what: string): T {
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new TemplateError(`The template has ${found.length} ${what}; exactly one can be served.`);
  }
  return first;
}

type ResourceProperties = ParsedResource<{ ParentId: string; PathPart: string }>;

/** Nodes of the resource tree by their ids; parents may stand after their children in the template. */
function resourceTree(
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

type MethodProperties = ReturnType<typeof properties.method.parse>;
type StageProperties = ReturnType<typeof properties.stage.parse>;

function readIntegration({ Integration }: MethodProperties, functions: LocalFunctions): Integration {
  if (Integration.Type === 'AWS_PROXY') {
    return {
      kind: 'lambda',
      function: functions.byArn(Integration.Uri),
      timeoutMs: Integration.TimeoutInMillis,
    };
  }
  const [response] = Integration.IntegrationResponses;
  const headers = Object.entries(response?.ResponseParameters ?? {}).map(
    ([name, value]): [string, string] => [
      name.replace('method.response.header.', ''),
      value.replace(/^'(.*)'$/s, '$1'),
    ],
  );
  return { kind: 'mock', statusCode: Number(response?.StatusCode ?? 200), headers };
}

/** A stage's throttle of a method; one for the method itself comes before one for all (`/*` and `*`). */
function stageThrottle(stage: StageProperties, path: string, httpMethod: string): Throttle | undefined {
  const unescaped = (text: string | undefined) => (text ?? '').replaceAll('~1', '/').replace(/^\/\/+/, '/');
  const settings = stage.MethodSettings;
  const own = settings.find((s) => unescaped(s.ResourcePath) === path && s.HttpMethod === httpMethod);
  const chosen = own ?? settings.find((s) => unescaped(s.ResourcePath) === '/*' && s.HttpMethod === '*');
  if (chosen?.ThrottlingRateLimit === undefined || chosen.ThrottlingBurstLimit === undefined)
    return undefined;
  // -1 stands for the account's limit.
  if (chosen.ThrottlingRateLimit < 0) return undefined;
  return { ratePerSecond: chosen.ThrottlingRateLimit, burst: chosen.ThrottlingBurstLimit };
}

function readAuthorizers(resources: readonly Resource[], stage: StageProperties, functions: LocalFunctions) {
  const found = resourcesOfType(resources, 'AWS::ApiGateway::Authorizer', properties.authorizer);
  return new Map(
    found.map(
      ({ physicalId, properties: { AuthorizerUri, IdentitySource, AuthorizerResultTtlInSeconds } }) => {
        const authorizer: MethodAuthorizer = {
          function: functions.byArn(AuthorizerUri),
          sources: identitySources(IdentitySource, stage.Variables ?? null),
          authorizer: new RequestAuthorizer(AuthorizerResultTtlInSeconds),
        };
        return [physicalId, authorizer];
      },
    ),
  );
}

/**
 * The template's one REST API, ready to be served.
 *
 * @throws TemplateError where it has none or several, or uses what is not supported here
 */
export function readApi(resources: readonly Resource[], functions: LocalFunctions): Api {
  const restApi = only(
    resourcesOfType(resources, 'AWS::ApiGateway::RestApi', properties.restApi),
    'REST APIs',
  );
  const stage = only(
    resourcesOfType(resources, 'AWS::ApiGateway::Stage', properties.stage),
    'stages',
  ).properties;
  const nodes = resourceTree(
    restApi.physicalId,
    resourcesOfType(resources, 'AWS::ApiGateway::Resource', properties.resource),
  );
  const root = nodes.values().next().value;
  if (root === undefined) throw new TemplateError('The API has no root resource.');
  const authorizers = readAuthorizers(resources, stage, functions);
  for (const { logicalId, properties: own } of resourcesOfType(
    resources,
    'AWS::ApiGateway::Method',
    properties.method,
  )) {
    const node = nodes.get(own.ResourceId);
    if (node === undefined) throw new TemplateError(`${logicalId} belongs to no resource of the API.`);
    const authorizer = authorizers.get(own.AuthorizerId ?? '');
    if (own.AuthorizationType === 'CUSTOM' && authorizer === undefined) {
      throw new TemplateError(`${logicalId} has no authorizer.`);
    }
    node.methods.set(own.HttpMethod, {
      target: {
        apiId: restApi.physicalId,
        stage: stage.StageName,
        deploymentId: stage.DeploymentId,
        stageVariables: stage.Variables ?? null,
        resourceId: node.resourceId,
        resourcePath: node.path,
      },
      operationName: own.OperationName,
      path: `${node.path}/${own.HttpMethod}`,
      apiKeyRequired: own.ApiKeyRequired,
      authorizer: own.AuthorizationType === 'CUSTOM' ? authorizer : undefined,
      integration: readIntegration(own, functions),
      throttle: stageThrottle(stage, node.path, own.HttpMethod),
    });
  }
  const definitions = resourcesOfType(
    resources,
    'AWS::ApiGateway::GatewayResponse',
    properties.gatewayResponse,
  );
  return {
    id: restApi.physicalId,
    stage: stage.StageName,
    apiKeySource: restApi.properties.ApiKeySourceType,
    minimumCompressionBytes: restApi.properties.MinimumCompressionSize,
    binaryMediaTypes: restApi.properties.BinaryMediaTypes,
    root,
    responses: new GatewayResponses(
      definitions.map(({ properties: own }) => ({
        responseType: own.ResponseType,
        parameters: own.ResponseParameters,
        templates: own.ResponseTemplates,
        ...(own.StatusCode === undefined ? {} : { statusCode: own.StatusCode }),
      })),
    ),
    usagePlans: readUsagePlans(resources, restApi.physicalId, stage.StageName),
  };
}
