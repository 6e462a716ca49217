import { ACCOUNT_ID } from '../template/physical.ts';
import type { ApiMethod } from './api.ts';
import type { Authorization } from './authorizer.ts';
import { requestTime } from './http/event.ts';
import { headerValue } from './http/headers.ts';
import type { GatewayRequest } from './request.ts';
import type { Lookup } from './substitution.ts';

/** What is known about a request when the gateway answers it itself. Later stages know more. */
export interface Progress {
  request: GatewayRequest;
  apiId: string;
  stage: string;
  method?: ApiMethod;
  pathParameters?: Record<string, string> | null;
  authorization?: Authorization;
}

const CONTEXT: Readonly<Record<string, (progress: Progress) => string | null | undefined>> = {
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
  'context.requestTime': ({ request }) => requestTime(request.timeMs),
  'context.requestTimeEpoch': ({ request }) => String(request.timeMs),
  'context.resourceId': ({ method }) => method?.target.resourceId,
  'context.resourcePath': ({ method }) => method?.target.resourcePath,
  'context.stage': ({ stage }) => stage,
};

const FAMILIES: Readonly<Record<string, (progress: Progress, name: string) => string | undefined>> = {
  'context.authorizer.': ({ authorization }, name) => authorization?.context[name],
  'method.request.header.': ({ request }, name) => headerValue(request.headers, name),
  'method.request.querystring.': ({ request }, name) => request.queryStringParameters?.[name],
  'method.request.path.': ({ pathParameters }, name) => pathParameters?.[name],
  'stageVariables.': ({ method }, name) => method?.target.stageVariables?.[name],
};

/** Resolves the references of gateway responses against one request. */
export function contextLookup(progress: Progress): Lookup {
  return (reference) => {
    const known = CONTEXT[reference];
    if (known !== undefined) return known(progress) ?? undefined;
    for (const [prefix, read] of Object.entries(FAMILIES)) {
      if (reference.startsWith(prefix)) return read(progress, reference.slice(prefix.length));
    }
    return undefined;
  };
}
