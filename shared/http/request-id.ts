import { FIXED_HEADERS, REQUEST_ID_HEADER } from '../platform/contract/headers.ts';
import type { Step } from './context.ts';

/** Puts the request id and the fixed headers on the response. */
export function requestId(): Step {
  return {
    name: 'request-id',
    before: ({ event: exchange }) => {
      Object.assign(exchange.headers, FIXED_HEADERS);
      exchange.headers[REQUEST_ID_HEADER] = exchange.requestId;
    },
  };
}
