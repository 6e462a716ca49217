import type * as z from 'zod';
import type { LocalFunctions } from '../../lambda/functions.ts';
import { TemplateError } from '../../template/intrinsics.ts';
import { deriveId } from '../../template/physical.ts';
import { type ResolvedResource, resourcesOfType } from '../../template/stacks.ts';
import type { Api, ApiMethod, Integration, MethodAuthorizer } from '../api.ts';
import { RequestAuthorizer } from '../authorizer.ts';
import { GatewayResponses } from '../gateway-response.ts';
import { parseIdentitySources } from '../identity.ts';
import { compileMockResponse } from '../mock.ts';
import { addChild, createRouteNode, type RouteNode } from '../router.ts';
import type { ApiBody, Operation } from './body.ts';
import { readStageThrottle, type StageProperties } from './method-settings.ts';
import * as properties from './properties.ts';
import { readUsagePlans } from './usage-plan-resources.ts';

function requireSingleResource<T>(resources: readonly T[], resourceName: string): T {
  const [first] = resources;
  if (first === undefined || resources.length > 1) {
    throw new TemplateError(
      `The template has ${resources.length} ${resourceName}. The local gateway can serve exactly one.`,
    );
  }
  return first;
}

interface ApiSettings {
  apiId: string;
  stage: StageProperties;
  authorizers: ReadonlyMap<string, MethodAuthorizer>;
  /** Names of the security schemes that require a usage plan's key. */
  keySchemes: ReadonlySet<string>;
  functions: LocalFunctions;
}

function readAuthorizers(
  { components: { securitySchemes } }: ApiBody,
  stage: StageProperties,
  localFunctions: LocalFunctions,
): Pick<ApiSettings, 'authorizers' | 'keySchemes'> {
  const authorizers = new Map<string, MethodAuthorizer>();
  const apiKeySchemes = new Set<string>();
  for (const [name, securityScheme] of Object.entries(securitySchemes)) {
    const authorizerSettings = securityScheme['x-amazon-apigateway-authorizer'];
    if (authorizerSettings !== undefined) {
      authorizers.set(name, {
        function: localFunctions.byArn(authorizerSettings.authorizerUri),
        sources: parseIdentitySources(authorizerSettings.identitySource, stage.Variables ?? null),
        authorizer: new RequestAuthorizer(authorizerSettings.authorizerResultTtlInSeconds),
      });
    } else if (securityScheme.name.toLowerCase() === 'x-api-key') apiKeySchemes.add(name);
    else
      throw new TemplateError(`The local gateway does not support the security scheme ${name} of the API.`);
  }
  return { authorizers, keySchemes: apiKeySchemes };
}

function readIntegration(operation: Operation, localFunctions: LocalFunctions): Integration {
  const integrationSettings = operation['x-amazon-apigateway-integration'];
  if (integrationSettings.type === 'aws_proxy') {
    return {
      kind: 'lambda',
      function: localFunctions.byArn(integrationSettings.uri),
      timeoutMs: integrationSettings.timeoutInMillis,
    };
  }
  const { statusCode, responseParameters, responseTemplates } = integrationSettings.responses.default;
  const template = responseTemplates['application/json'] ?? '';
  return { kind: 'mock', answer: compileMockResponse({ statusCode, responseParameters, template }) };
}

function readMethod(
  node: RouteNode<ApiMethod>,
  httpMethod: string,
  operation: Operation,
  settings: ApiSettings,
): ApiMethod {
  const { stage } = settings;
  const securitySchemeNames = operation.security.flatMap((requirement) => Object.keys(requirement));
  const unknownSchemeName = securitySchemeNames.find(
    (name) => !settings.authorizers.has(name) && !settings.keySchemes.has(name),
  );
  if (unknownSchemeName !== undefined) {
    throw new TemplateError(
      `${httpMethod} ${node.path} names the security scheme ${unknownSchemeName}, which the template does not define.`,
    );
  }
  const [authorizer] = securitySchemeNames.flatMap((name) => settings.authorizers.get(name) ?? []);
  return {
    target: {
      apiId: settings.apiId,
      stage: stage.StageName,
      deploymentId: stage.DeploymentId,
      stageVariables: stage.Variables ?? null,
      resourceId: node.resourceId,
      resourcePath: node.path,
    },
    operationName: operation.operationId,
    path: `${node.path}/${httpMethod}`,
    apiKeyRequired: securitySchemeNames.some((name) => settings.keySchemes.has(name)),
    authorizer,
    integration: readIntegration(operation, settings.functions),
    throttle: readStageThrottle(stage, node.path, httpMethod),
  };
}

/** Returns the resource node of a path, and creates it and its ancestors when they do not exist. */
function ensureRouteNode(
  routeNodesByPath: Map<string, RouteNode<ApiMethod>>,
  apiId: string,
  path: string,
): RouteNode<ApiMethod> {
  const existingNode = routeNodesByPath.get(path);
  if (existingNode !== undefined) return existingNode;
  const node = createRouteNode<ApiMethod>(deriveId(`${apiId}${path}`, path === '/' ? 10 : 6), path);
  routeNodesByPath.set(path, node);
  if (path === '/') return node;
  const cut = path.lastIndexOf('/');
  addChild(ensureRouteNode(routeNodesByPath, apiId, path.slice(0, cut) || '/'), path.slice(cut + 1), node);
  return node;
}

function readGatewayResponses(body: ApiBody): GatewayResponses {
  const gatewayResponses = Object.entries(body['x-amazon-apigateway-gateway-responses']);
  return new GatewayResponses(
    gatewayResponses.map(([responseType, own]) => ({
      responseType,
      parameters: own.responseParameters,
      templates: own.responseTemplates,
      ...(own.statusCode === undefined ? {} : { statusCode: own.statusCode }),
    })),
  );
}

/**
 * Reads the template's only REST API: its OpenAPI document, stage and usage plans.
 *
 * @throws TemplateError when the template has no REST API, several of them, or uses an unsupported feature
 */
export function readApiFromTemplate(
  resources: readonly ResolvedResource[],
  localFunctions: LocalFunctions,
): Api {
  const findResources = <T>(type: string, schema: z.ZodType<T>) => resourcesOfType(resources, type, schema);
  const { physicalId: apiId, properties: own } = requireSingleResource(
    findResources('AWS::ApiGateway::RestApi', properties.restApiSchema),
    'REST APIs',
  );
  const stage = requireSingleResource(
    findResources('AWS::ApiGateway::Stage', properties.stageSchema),
    'stages',
  ).properties;
  const body = own.Body;
  const settings: ApiSettings = {
    apiId,
    stage,
    functions: localFunctions,
    ...readAuthorizers(body, stage, localFunctions),
  };
  const routeNodesByPath = new Map<string, RouteNode<ApiMethod>>();
  const root = ensureRouteNode(routeNodesByPath, apiId, '/');
  for (const [path, operations] of Object.entries(body.paths)) {
    const node = ensureRouteNode(routeNodesByPath, apiId, path);
    for (const [name, operation] of Object.entries(operations)) {
      const httpMethod = name === 'x-amazon-apigateway-any-method' ? 'ANY' : name.toUpperCase();
      node.methods.set(httpMethod, readMethod(node, httpMethod, operation, settings));
    }
  }
  return {
    id: apiId,
    stage: stage.StageName,
    apiKeySource: body['x-amazon-apigateway-api-key-source'],
    minimumCompressionBytes: own.MinimumCompressionSize,
    binaryMediaTypes: own.BinaryMediaTypes,
    root,
    responses: readGatewayResponses(body),
    usagePlans: readUsagePlans(resources, apiId, stage.StageName),
  };
}
