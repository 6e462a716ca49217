import { randomUUID } from 'node:crypto';
import { ApiError } from '../platform/contract/errors.ts';
import { createLogger, describeError } from '../platform/log.ts';
import { isResponse, type Middleware, type Request } from './middleware.ts';

/** Gives the request its id, its clock and its log. */
function begin({ event, context, internal }: Request): void {
  internal.start = performance.now();
  const requestId = event.requestContext?.requestId ?? randomUUID();
  const log = createLogger({ request_id: requestId });
  internal.log = log;
  context.requestId = requestId;
  context.now = new Date();
  context.sourceIp = event.requestContext?.identity?.sourceIp;
  context.log = log;
}

/** What was asked, by whom, how it ended and how long it took. */
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

/** A refusal is told by its code: its message may quote what the caller wrote, which has no place in a log. */
function failed(request: Request): void {
  const { log, thrown } = request.internal;
  const fields = describe(request);
  if (thrown instanceof ApiError && thrown.status < 500) {
    log.info('request refused', { ...fields, code: thrown.code, issues: thrown.issueCount });
  } else log.error('request failed', { ...fields, ...describeError(thrown) });
}

/** One line per request, about the response as it leaves: it is registered outside everything that shapes it. */
export function accessLog(): Middleware {
  return { name: 'access-log', before: begin, after: served, onError: failed };
}
