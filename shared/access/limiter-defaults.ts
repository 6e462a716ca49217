import { randomBytes } from 'node:crypto';
import { config } from '../platform/config.ts';

/**
 * Maximum time for all calls of one request, in milliseconds: two and a half attempts of the
 * client. A deployed function then answers within three seconds.
 */
export const PATIENCE_MILLIS = 2.5 * config.DYNAMODB_TIMEOUT_MS;

const REQUEST_ID_BYTES = 9;
/** Number of ids per call for random bytes, because a call for each request would be slow. */
const IDS_PER_REFILL = 256;
let randomPool = Buffer.alloc(0);
let used = 0;

/** Returns a text that no other request has. */
export function newRequestId(): string {
  if (used === randomPool.length) {
    randomPool = randomBytes(REQUEST_ID_BYTES * IDS_PER_REFILL);
    used = 0;
  }
  used += REQUEST_ID_BYTES;
  return randomPool.toString('base64url', used - REQUEST_ID_BYTES, used);
}
