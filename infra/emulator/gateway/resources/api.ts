import type * as z from 'zod';
import type { LocalFunction } from '../../lambda/function.ts';
import type { LocalFunctions } from '../../lambda/functions.ts';
import { TemplateError } from '../../template/intrinsics.ts';
import { type ParsedResource, type Resource, resourcesOfType } from '../../template/stacks.ts';
import { RequestAuthorizer } from '../authorizer.ts';
import { GatewayResponses } from '../gateway-response.ts';
import type { EventTarget } from '../http/event.ts';
import { type IdentitySource, identitySources } from '../identity.ts';
import type { RouteNode } from '../router.ts';
import type { Throttle } from '../usage/token-bucket.ts';
import type { UsagePlans } from '../usage/usage-plans.ts';
import * as properties from './api-properties.ts';
import { readIntegration, type StageProperties, stageThrottle } from './method-settings.ts';
import { resourceTree } from './resource-tree.ts';
import { readUsagePlans } from './usage-plan-resources.ts';

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

type MethodResource = ParsedResource<ReturnType<typeof properties.method.parse>>;

interface MethodSurroundings {
  apiId: string;
  stage: StageProperties;
  nodes: ReadonlyMap<string, RouteNode<ApiMethod>>;
  authorizers: ReadonlyMap<string, MethodAuthorizer>;
  functions: LocalFunctions;
}

/** Hangs a method on its resource. */
function addMethod({ logicalId, properties: own }: MethodResource, around: MethodSurroundings): void {
  const { apiId, stage } = around;
  const node = around.nodes.get(own.ResourceId);
  if (node === undefined) throw new TemplateError(`${logicalId} belongs to no resource of the API.`);
  const guarded = own.AuthorizationType === 'CUSTOM';
  const authorizer = guarded ? around.authorizers.get(own.AuthorizerId ?? '') : undefined;
  if (guarded && authorizer === undefined) throw new TemplateError(`${logicalId} has no authorizer.`);
  node.methods.set(own.HttpMethod, {
    target: {
      apiId,
      stage: stage.StageName,
      deploymentId: stage.DeploymentId,
      stageVariables: stage.Variables ?? null,
      resourceId: node.resourceId,
      resourcePath: node.path,
    },
    operationName: own.OperationName,
    path: `${node.path}/${own.HttpMethod}`,
    apiKeyRequired: own.ApiKeyRequired,
    authorizer,
    integration: readIntegration(own, around.functions),
    throttle: stageThrottle(stage, node.path, own.HttpMethod),
  });
}

function readResponses(resources: readonly Resource[]): GatewayResponses {
  const found = resourcesOfType(resources, 'AWS::ApiGateway::GatewayResponse', properties.gatewayResponse);
  return new GatewayResponses(
    found.map(({ properties: own }) => ({
      responseType: own.ResponseType,
      parameters: own.ResponseParameters,
      templates: own.ResponseTemplates,
      ...(own.StatusCode === undefined ? {} : { statusCode: own.StatusCode }),
    })),
  );
}

/**
 * The template's one REST API, ready to be served.
 *
 * @throws TemplateError where it has none or several, or uses what is not supported here
 */
export function readApi(resources: readonly Resource[], functions: LocalFunctions): Api {
  const ofType = <T>(type: string, schema: z.ZodType<T>) => resourcesOfType(resources, type, schema);
  const restApi = only(ofType('AWS::ApiGateway::RestApi', properties.restApi), 'REST APIs');
  const stage = only(ofType('AWS::ApiGateway::Stage', properties.stage), 'stages').properties;
  const apiId = restApi.physicalId;
  const nodes = resourceTree(apiId, ofType('AWS::ApiGateway::Resource', properties.resource));
  const root = nodes.values().next().value;
  if (root === undefined) throw new TemplateError('The API has no root resource.');
  const authorizers = readAuthorizers(resources, stage, functions);
  for (const method of ofType('AWS::ApiGateway::Method', properties.method)) {
    addMethod(method, { apiId, stage, nodes, authorizers, functions });
  }
  return {
    id: apiId,
    stage: stage.StageName,
    apiKeySource: restApi.properties.ApiKeySourceType,
    minimumCompressionBytes: restApi.properties.MinimumCompressionSize,
    binaryMediaTypes: restApi.properties.BinaryMediaTypes,
    root,
    responses: readResponses(resources),
    usagePlans: readUsagePlans(resources, apiId, stage.StageName),
  };
}
