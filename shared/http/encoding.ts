/**
 * Maximum size of a Lambda function's answer as JSON text, in bytes: the quota for synchronous
 * calls.
 */
export const LAMBDA_ANSWER_BYTES_MAX = 6 * 1024 * 1024;
/** Bytes that are reserved for the parts of an answer besides its body. */
const HEADER_BYTES = 64 * 1024;

/**
 * Returns whether a caller accepts gzip, by its Accept-Encoding (RFC 9110, 12.5.3). Without the
 * header, it does not.
 */
export function acceptsGzip(acceptHeader: string | undefined): boolean {
  const weights = new Map(
    (acceptHeader ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Returns whether a body fits into a function's answer without compression. */
export function fitsUncompressed(body: string): boolean {
  const most = LAMBDA_ANSWER_BYTES_MAX - HEADER_BYTES;
  return body.length <= most && Buffer.byteLength(JSON.stringify(body)) <= most;
}
