import { describeError } from '../platform/log.ts';
import type { Passage, Step } from './context.ts';

/** What was asked, by whom, how it ended and how long it took. */
function describe({ event: exchange, response }: Passage) {
  return {
    route: exchange.route.id,
    status: response?.statusCode,
    duration_ms: Math.round((performance.now() - exchange.startedAtMs) * 1000) / 1000,
    user_id: exchange.principal?.userId,
    credential_id: exchange.principal?.credentialId,
    source_ip: exchange.event.requestContext?.identity?.sourceIp,
  };
}

function served(passage: Passage): void {
  passage.event.log.info('request', describe(passage));
}

function refused(passage: Passage): void {
  const { event: exchange, response, error } = passage;
  const fields = { ...describe(passage), ...describeError(error) };
  if ((response?.statusCode ?? 500) >= 500) exchange.log.error('request failed', fields);
  else exchange.log.info('request refused', { ...fields, stack: undefined });
}

/** One line per request. It logs the response as it leaves, so it has to be registered outside everything that shapes it. */
export function accessLog(): Step {
  return { name: 'access-log', after: served, onError: refused };
}
