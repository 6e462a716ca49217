import type { IncomingMessage } from 'node:http';

/** API Gateway's quota for the request body, in bytes. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** If an upload exceeds this size in bytes, the gateway closes the connection instead of reading the rest. */
const DRAIN_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Reads the whole body of a request; undefined for a request without a body. A body above BODY_LIMIT_BYTES is read up
 * to DRAIN_LIMIT_BYTES, so that the client gets the response and not a reset connection.
 */
export function readBody(message: IncomingMessage): Promise<Buffer | 'too_large'> | undefined {
  const contentLength = message.headers['content-length'];
  if (
    message.headers['transfer-encoding'] === undefined &&
    (contentLength === undefined || contentLength === '0')
  )
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
