import { ACCOUNT_ID } from '../template/physical.ts';
import type { ApiMethod } from './api.ts';
import type { Authorization } from './authorizer.ts';
import { formatRequestTime } from './http/event.ts';
import { findHeader } from './http/headers.ts';
import type { GatewayRequest } from './request.ts';
import type { VariableLookup } from './substitution.ts';

/**
 * Values of a request to which gateway responses can refer. The optional fields are set while the request is
 * processed.
 */
export interface RequestState {
  request: GatewayRequest;
  apiId: string;
  stage: string;
  method?: ApiMethod;
  pathParameters?: Record<string, string> | null;
  authorization?: Authorization;
}

const CONTEXT_READERS: Readonly<Record<string, (requestState: RequestState) => string | null | undefined>> = {
  'context.accountId': () => ACCOUNT_ID,
  'context.apiId': ({ apiId }) => apiId,
  'context.deploymentId': ({ method }) => method?.target.deploymentId,
  'context.domainName': ({ request }) => request.domainName,
  'context.extendedRequestId': ({ request }) => request.extendedRequestId,
  'context.httpMethod': ({ request }) => request.httpMethod,
  'context.identity.sourceIp': ({ request }) => request.sourceIp,
  'context.identity.userAgent': ({ request }) => request.userAgent,
  'context.path': ({ request }) => request.fullPath,
  'context.protocol': ({ request }) => request.protocol,
  'context.requestId': ({ request }) => request.requestId,
  'context.requestTime': ({ request }) => formatRequestTime(request.timeMs),
  'context.requestTimeEpoch': ({ request }) => String(request.timeMs),
  'context.resourceId': ({ method }) => method?.target.resourceId,
  'context.resourcePath': ({ method }) => method?.target.resourcePath,
  'context.stage': ({ stage }) => stage,
};

const READERS_BY_PREFIX: Readonly<
  Record<string, (requestState: RequestState, name: string) => string | undefined>
> = {
  'context.authorizer.': ({ authorization }, name) => authorization?.context[name],
  'method.request.header.': ({ request }, name) => findHeader(request.headers, name),
  'method.request.querystring.': ({ request }, name) => request.queryStringParameters?.[name],
  'method.request.path.': ({ pathParameters }, name) => pathParameters?.[name],
  'stageVariables.': ({ method }, name) => method?.target.stageVariables?.[name],
};

/** Returns a function that reads a value of the request by its name, such as `context.requestId`. */
export function createContextLookup(requestState: RequestState): VariableLookup {
  return (variableName) => {
    const contextReader = CONTEXT_READERS[variableName];
    if (contextReader !== undefined) return contextReader(requestState) ?? undefined;
    for (const [prefix, read] of Object.entries(READERS_BY_PREFIX)) {
      if (variableName.startsWith(prefix)) return read(requestState, variableName.slice(prefix.length));
    }
    return undefined;
  };
}
