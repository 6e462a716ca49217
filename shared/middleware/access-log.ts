import type { Passage, Step } from './context.ts';
import { describeError } from './log.ts';

/** One line per request: what was asked, by whom, how it ended and how long it took. */
function line({ event: exchange, response, error }: Passage): void {
  const fields = {
    route: exchange.route.id,
    status: response?.statusCode,
    duration_ms: Math.round((performance.now() - exchange.startedAtMs) * 1000) / 1000,
    user_id: exchange.principal?.userId,
    credential_id: exchange.principal?.credentialId,
    source_ip: exchange.event.requestContext?.identity?.sourceIp,
  };
  if (error === null || error === undefined) exchange.log.info('request', fields);
  else if ((response?.statusCode ?? 500) >= 500) {
    exchange.log.error('request failed', { ...fields, ...describeError(error) });
  } else exchange.log.info('request refused', { ...fields, reason: error.message });
}

/** Logs the response as it leaves, so it has to be registered outside everything that shapes it. */
export function accessLog(): Step {
  return { name: 'access-log', after: line, onError: line };
}
