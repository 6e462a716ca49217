import { randomUUID } from 'node:crypto';
import { callerAddress } from '../access/domain/caller-address.ts';
import { config } from '../platform/config.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { createLogger, describeError } from '../platform/log.ts';
import { METRICS, metricFields } from '../platform/metrics.ts';
import { isResponse, type Middleware, type Request } from './middleware.ts';
import { acceptedSecrets, forwardedRequest } from './origin.ts';

/** A header in whatever case it came: this runs before they are made alike. */
function headerOf(headers: Request['event']['headers'], wanted: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}

/** The caller's address: of the connection, or the one that the distribution in front of the API vouches for. */
function sourceIpOf({ requestContext, headers }: Request['event']): string | undefined {
  const sourceIp = requestContext?.identity?.sourceIp;
  if (sourceIp === undefined) return sourceIp;
  return callerAddress(forwardedRequest(sourceIp, headers), acceptedSecrets());
}

const USER_AGENT_MAX = 200;

/** What the caller's program calls itself: a part that can be shown, never logged. */
function userAgentOf({ headers }: Request['event']): string | undefined {
  const text = headerOf(headers, 'user-agent')?.replace(/[^\x20-\x7E]/g, '');
  return text === undefined || text === '' ? undefined : text.slice(0, USER_AGENT_MAX);
}

/** Gives the request its id, its clock and its log. */
function begin({ event, context, internal }: Request): void {
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

/** The request, its caller, its status and its duration. */
function describe({ context, internal, response }: Request) {
  return {
    route: internal.route.id,
    status: isResponse(response) ? response.statusCode : undefined,
    duration_ms: Math.round((performance.now() - internal.start) * 1000) / 1000,
    user_id: context.principal?.userId,
    credential_id: context.principal?.credentialId,
    source_ip: context.sourceIp,
  };
}

function served(request: Request): void {
  request.internal.log.info('request', describe(request));
}

/** An error is logged by its code, because its message may quote what the caller wrote, which must not be logged. */
function failed(request: Request): void {
  const { log, thrown } = request.internal;
  const fields = describe(request);
  if (thrown instanceof ApiError && thrown.status < 500) {
    const counted = metricFields(METRICS.refusals, 1, config.TABLE_NAME, Date.now(), ['code']);
    log.info('request refused', { ...fields, code: thrown.code, issues: thrown.issueCount, ...counted });
  } else log.error('request failed', { ...fields, ...describeError(thrown) });
}

/** One line per request, about the response as it leaves: it is registered outside everything that shapes it. */
export function accessLog(): Middleware {
  return { name: 'access-log', before: begin, after: served, onError: failed };
}
