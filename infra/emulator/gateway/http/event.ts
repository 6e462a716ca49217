import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ACCOUNT_ID, REGION } from '../../template/physical.ts';
import type { GatewayRequest } from '../request.ts';
import type { GatewayKey } from '../usage/usage-plans.ts';

/** Event fields that are equal for all requests of one method. */
export interface MethodEventFields {
  apiId: string;
  stage: string;
  deploymentId: string;
  stageVariables: Record<string, string> | null;
  resourceId: string;
  /** Path of the resource as declared, such as `/strategies/{id}`. */
  resourcePath: string;
}

export interface RoutedRequest {
  request: GatewayRequest;
  target: MethodEventFields;
  /** Path without the stage. */
  path: string;
  pathParameters: Record<string, string> | null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

let lastFormattedSecond = Number.NaN;
let lastFormattedTime = '';

/** Formats epoch milliseconds as `09/Apr/2015:12:34:56 +0000`. */
export function formatRequestTime(timeMs: number): string {
  const epochSeconds = Math.floor(timeMs / 1000);
  if (epochSeconds === lastFormattedSecond) return lastFormattedTime;
  const date = new Date(timeMs);
  const day = String(date.getUTCDate()).padStart(2, '0');
  lastFormattedSecond = epochSeconds;
  lastFormattedTime = `${day}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
  return lastFormattedTime;
}

type RequestIdentity = APIGatewayProxyEvent['requestContext']['identity'];

function buildIdentity(request: GatewayRequest, apiKey: GatewayKey | undefined): RequestIdentity {
  const identity: RequestIdentity = {
    cognitoIdentityPoolId: null,
    accountId: null,
    cognitoIdentityId: null,
    caller: null,
    sourceIp: request.sourceIp,
    principalOrgId: null,
    accessKey: null,
    cognitoAuthenticationType: null,
    cognitoAuthenticationProvider: null,
    userArn: null,
    userAgent: request.userAgent,
    user: null,
    apiKey: apiKey?.value ?? null,
    apiKeyId: apiKey?.id ?? null,
    clientCert: null,
  };
  return identity;
}

/** Builds `requestContext` without the authorizer's context. */
function buildRequestContext({ request, target }: RoutedRequest, apiKey: GatewayKey | undefined) {
  const dot = request.domainName.search(/[.:]/);
  return {
    resourceId: target.resourceId,
    resourcePath: target.resourcePath,
    httpMethod: request.httpMethod,
    extendedRequestId: request.extendedRequestId,
    requestTime: formatRequestTime(request.timeMs),
    path: request.fullPath,
    accountId: ACCOUNT_ID,
    protocol: request.protocol,
    stage: target.stage,
    domainPrefix: dot < 0 ? request.domainName : request.domainName.slice(0, dot),
    requestTimeEpoch: request.timeMs,
    requestId: request.requestId,
    identity: buildIdentity(request, apiKey),
    domainName: request.domainName,
    deploymentId: target.deploymentId,
    apiId: target.apiId,
  };
}

/** Builds the fields that the proxy event and the authorizer's event share. */
function buildCommonFields({ request, target, path, pathParameters }: RoutedRequest) {
  return {
    resource: target.resourcePath,
    path,
    httpMethod: request.httpMethod,
    headers: request.headers,
    multiValueHeaders: request.multiValueHeaders,
    queryStringParameters: request.queryStringParameters,
    multiValueQueryStringParameters: request.multiValueQueryStringParameters,
    pathParameters,
    stageVariables: target.stageVariables,
  };
}

/**
 * Builds the Lambda proxy event of a REST API.
 *
 * @param authorizer the authorizer's context; undefined for a method without an authorizer
 */
export function buildProxyEvent(
  routedRequest: RoutedRequest,
  authorizer: Readonly<Record<string, string | number>> | undefined,
  apiKey: GatewayKey | undefined,
): APIGatewayProxyEvent {
  const context = buildRequestContext(routedRequest, apiKey);
  return {
    ...buildCommonFields(routedRequest),
    // AWS omits `authorizer` for a method without an authorizer, but the published type requires the field.
    requestContext:
      authorizer === undefined ? { ...context, authorizer: undefined } : { ...context, authorizer },
    body: routedRequest.request.body,
    isBase64Encoded: routedRequest.request.isBase64Encoded,
  };
}

/** Returns the ARN of a method call, which authorizer policies refer to. */
export function buildMethodArn({ request, target, path }: RoutedRequest): string {
  const call = `${target.apiId}/${target.stage}/${request.httpMethod}${path}`;
  return `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${call}`;
}

/** Builds the event of a REQUEST authorizer: the request without its body. */
export function buildAuthorizerEvent(routedRequest: RoutedRequest): APIGatewayRequestAuthorizerEvent {
  const context = buildRequestContext(routedRequest, undefined);
  return {
    type: 'REQUEST',
    methodArn: buildMethodArn(routedRequest),
    ...buildCommonFields(routedRequest),
    requestContext: { ...context, authorizer: undefined },
  };
}
