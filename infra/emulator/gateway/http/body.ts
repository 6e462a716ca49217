import type { IncomingMessage } from 'node:http';

/** API Gateway's quota for the request body, in bytes. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** Maximum size in bytes up to which an oversized upload is read to its end. A larger upload is aborted. */
const DRAIN_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Reads the whole body. Resolves to 'too_large' for a body above the quota. Returns undefined for a request
 * without a body.
 *
 * A body above the quota is still read and discarded, because a client that is still sending would otherwise
 * get a reset connection instead of the response.
 */
export function readBody(message: IncomingMessage): Promise<Buffer | 'too_large'> | undefined {
  const length = message.headers['content-length'];
  if (message.headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > DRAIN_LIMIT_BYTES) message.destroy();
    });
    message.once('end', () => resolve(bytes > BODY_LIMIT_BYTES ? 'too_large' : Buffer.concat(chunks)));
    message.once('error', reject);
    message.once('close', () => reject(new Error('The client closed the connection.')));
  });
}
