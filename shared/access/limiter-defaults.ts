import { randomBytes } from 'node:crypto';
import { config } from '../platform/config.ts';

/**
 * Maximum total time of all store calls for one request. It lets a deployed function respond within three
 * seconds.
 */
export const STORE_TIMEOUT_MILLIS = 2.5 * config.DYNAMODB_TIMEOUT_MS;

const REQUEST_ID_BYTES = 9;
/** Number of ids for which random bytes are created in one call. A call per request would be slow. */
const REQUEST_IDS_PER_REFILL = 256;
let randomByteBuffer = Buffer.alloc(0);
let usedRandomBytes = 0;

export function createRandomId(): string {
  if (usedRandomBytes === randomByteBuffer.length) {
    randomByteBuffer = randomBytes(REQUEST_ID_BYTES * REQUEST_IDS_PER_REFILL);
    usedRandomBytes = 0;
  }
  usedRandomBytes += REQUEST_ID_BYTES;
  return randomByteBuffer.toString('base64url', usedRandomBytes - REQUEST_ID_BYTES, usedRandomBytes);
}
