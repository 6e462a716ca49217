/** Maximum size in bytes of a Lambda function's response as JSON text. It is an AWS quota. */
export const LAMBDA_RESPONSE_MAX_BYTES = 6 * 1024 * 1024;
/** Number of bytes that are reserved for the parts of a response other than its body. */
const RESERVED_HEADER_BYTES = 64 * 1024;

/**
 * Returns whether a caller accepts gzip, according to its Accept-Encoding header (RFC 9110, 12.5.3). Returns
 * false if the header is missing.
 */
export function acceptsGzip(acceptHeader: string | undefined): boolean {
  const weightByCoding = new Map(
    (acceptHeader ?? '').split(',').map((part) => {
      const [contentCoding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [contentCoding, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weightByCoding.get('gzip') ?? weightByCoding.get('*') ?? 0) > 0;
}

export function fitsUncompressed(body: string): boolean {
  const maxBytes = LAMBDA_RESPONSE_MAX_BYTES - RESERVED_HEADER_BYTES;
  return body.length <= maxBytes && Buffer.byteLength(JSON.stringify(body)) <= maxBytes;
}
