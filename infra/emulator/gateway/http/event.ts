import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ACCOUNT_ID, REGION } from '../../template/physical.ts';
import type { GatewayRequest } from '../request.ts';
import type { ApiKey } from '../usage/usage-plans.ts';

/** What is the same in every event of one method. */
export interface EventTarget {
  apiId: string;
  stage: string;
  deploymentId: string;
  stageVariables: Record<string, string> | null;
  resourceId: string;
  /** The resource as declared, `/strategies/{id}`. */
  resourcePath: string;
}

/** What is known about a request once its method is found. */
export interface RoutedRequest {
  request: GatewayRequest;
  target: EventTarget;
  /** Path below the stage. */
  path: string;
  pathParameters: Record<string, string> | null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

let formattedSecond = Number.NaN;
let formatted = '';

/** Epoch milliseconds as `09/Apr/2015:12:34:56 +0000`; formatted once for all requests of a second. */
export function requestTime(timeMs: number): string {
  const second = Math.floor(timeMs / 1000);
  if (second === formattedSecond) return formatted;
  const date = new Date(timeMs);
  const day = String(date.getUTCDate()).padStart(2, '0');
  formattedSecond = second;
  formatted = `${day}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
  return formatted;
}

type Identity = APIGatewayProxyEvent['requestContext']['identity'];

function identityOf(request: GatewayRequest, apiKey: ApiKey | undefined): Identity {
  const identity: Identity = {
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

/** `requestContext` without the authorizer's part. */
function contextOf({ request, target }: RoutedRequest, apiKey: ApiKey | undefined) {
  const dot = request.domainName.search(/[.:]/);
  return {
    resourceId: target.resourceId,
    resourcePath: target.resourcePath,
    httpMethod: request.httpMethod,
    extendedRequestId: request.extendedRequestId,
    requestTime: requestTime(request.timeMs),
    path: request.fullPath,
    accountId: ACCOUNT_ID,
    protocol: request.protocol,
    stage: target.stage,
    domainPrefix: dot < 0 ? request.domainName : request.domainName.slice(0, dot),
    requestTimeEpoch: request.timeMs,
    requestId: request.requestId,
    identity: identityOf(request, apiKey),
    domainName: request.domainName,
    deploymentId: target.deploymentId,
    apiId: target.apiId,
  };
}

/** The parts that the proxy event and the authorizer's event share. */
function commonParts({ request, target, path, pathParameters }: RoutedRequest) {
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
 * The event of a REST API's Lambda proxy integration.
 *
 * @param authorizer what the authorizer passed on; absent for a method without one
 */
export function proxyEvent(
  routed: RoutedRequest,
  authorizer: Readonly<Record<string, string | number>> | undefined,
  apiKey: ApiKey | undefined,
): APIGatewayProxyEvent {
  const context = contextOf(routed, apiKey);
  return {
    ...commonParts(routed),
    // Without an authorizer AWS leaves the member out; its published type has it always.
    requestContext:
      authorizer === undefined ? { ...context, authorizer: undefined } : { ...context, authorizer },
    body: routed.request.body,
    isBase64Encoded: routed.request.isBase64Encoded,
  };
}

/** The ARN by which a policy names one call of a method. */
export function methodArn({ request, target, path }: RoutedRequest): string {
  const call = `${target.apiId}/${target.stage}/${request.httpMethod}${path}`;
  return `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${call}`;
}

/** The event of a REQUEST authorizer: the request without its body. */
export function authorizerEvent(routed: RoutedRequest): APIGatewayRequestAuthorizerEvent {
  const context = contextOf(routed, undefined);
  return {
    type: 'REQUEST',
    methodArn: methodArn(routed),
    ...commonParts(routed),
    requestContext: { ...context, authorizer: undefined },
  };
}
