import { randomBytes } from 'node:crypto';
import { config } from '../platform/config.ts';

/** Two attempts of the client and half a one: an answer within three seconds with the time-out of a deployed function. */
export const PATIENCE_MILLIS = 2.5 * config.DYNAMODB_TIMEOUT_MS;

const REQUEST_ID_BYTES = 9;
/** Ids whose bytes are drawn at once: to ask the system for each would take longer than anything else in a request. */
const IDS_DRAWN = 256;
let drawn = Buffer.alloc(0);
let used = 0;

/** A text that no other request has. */
export function newRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(REQUEST_ID_BYTES * IDS_DRAWN);
    used = 0;
  }
  used += REQUEST_ID_BYTES;
  return drawn.toString('base64url', used - REQUEST_ID_BYTES, used);
}
