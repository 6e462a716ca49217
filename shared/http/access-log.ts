import { randomUUID } from 'node:crypto';
import { callerAddressOf } from '../access/domain/caller-address.ts';
import { config } from '../platform/config.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { createLogger, describeError } from '../platform/log.ts';
import { buildMetricFields, METRICS } from '../platform/metrics.ts';
import { isResponse, type Middleware, type Request } from './middleware.ts';
import { readAcceptedSecrets, toForwardedRequest } from './origin.ts';

/** Ignores the letter case of the header's name, because this middleware runs before the names are normalized. */
function headerValueOf(headers: Request['event']['headers'], headerName: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === headerName.toLowerCase())?.[1];
}

/**
 * Returns the caller's IP address. Behind CloudFront, this is the address that CloudFront sends. Otherwise, it is the
 * address of the connection.
 */
function sourceIpOf({ requestContext, headers }: Request['event']): string | undefined {
  const sourceIp = requestContext?.identity?.sourceIp;
  if (sourceIp === undefined) return sourceIp;
  return callerAddressOf(toForwardedRequest(sourceIp, headers), readAcceptedSecrets());
}

const USER_AGENT_LENGTH_MAX = 200;

/** Returns the shortened User-Agent header. Do not log it, because it may contain personal data. */
function userAgentOf({ headers }: Request['event']): string | undefined {
  const text = headerValueOf(headers, 'user-agent')?.replace(/[^\x20-\x7E]/g, '');
  return text === undefined || text === '' ? undefined : text.slice(0, USER_AGENT_LENGTH_MAX);
}

function prepareRequestContext({ event, context, internal }: Request): void {
  internal.start = performance.now();
  const requestId = event.requestContext?.requestId ?? randomUUID();
  const log = createLogger({ request_id: requestId });
  internal.log = log;
  context.requestId = requestId;
  context.now = new Date();
  context.sourceIp = sourceIpOf(event);
  context.userAgent = userAgentOf(event);
  context.log = log;
}

function describeRequest({ context, internal, response }: Request) {
  return {
    route: internal.route.id,
    status: isResponse(response) ? response.statusCode : undefined,
    duration_ms: Math.round((performance.now() - internal.start) * 1000) / 1000,
    user_id: context.principal?.userId,
    credential_id: context.principal?.credentialId,
    source_ip: context.sourceIp,
  };
}

function logSuccess(request: Request): void {
  request.internal.log.info('request', describeRequest(request));
}

/**
 * Logs a failed request. If the status is below 500, it logs only the code of the error. The message must not
 * be logged, because it may quote the caller's input.
 */
function logFailure(request: Request): void {
  const { log, originalError } = request.internal;
  const fields = describeRequest(request);
  if (originalError instanceof ApiError && originalError.status < 500) {
    const rejectionMetricFields = buildMetricFields(METRICS.refusals, 1, config.TABLE_NAME, Date.now(), [
      'code',
    ]);
    log.info('request refused', {
      ...fields,
      code: originalError.code,
      issues: originalError.issueCount,
      ...rejectionMetricFields,
    });
  } else log.error('request failed', { ...fields, ...describeError(originalError) });
}

/** Writes one log line per request. This middleware is registered first, so that it logs the final response. */
export function accessLog(): Middleware {
  return { name: 'access-log', before: prepareRequestContext, after: logSuccess, onError: logFailure };
}
