/** What a function may answer with, as JSON text: AWS Lambda's quota for synchronous calls. */
export const LAMBDA_ANSWER_BYTES_MAX = 6 * 1024 * 1024;
/** Left for what an answer has besides its body. */
const HEADER_BYTES = 64 * 1024;

/** Whether a caller understands gzip, by its Accept-Encoding (RFC 9110, 12.5.3); one that does not say is not sure to. */
export function acceptsGzip(accepted: string | undefined): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Whether a function may answer with a body as it is. */
export function fitsUncompressed(body: string): boolean {
  const most = LAMBDA_ANSWER_BYTES_MAX - HEADER_BYTES;
  return body.length <= most && Buffer.byteLength(JSON.stringify(body)) <= most;
}
