import { createHash, timingSafeEqual } from 'node:crypto';

/** What the distribution in front of the API says of a request, beside a secret that shows that it says so. */
export interface ForwardedRequest {
  /** Who opened the connection to API Gateway: the caller, or the distribution. */
  readonly sourceIp: string;
  /** `203.0.113.5:46532`, or an IPv6 address in the place of the first part. */
  readonly viewerAddress: string | undefined;
  readonly presentedSecret: string | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request shows one of the accepted secrets. Without any, callers reach the API directly. */
export function isKnownOrigin(presented: string | undefined, accepted: readonly string[]): boolean {
  if (accepted.length === 0) return true;
  if (presented === undefined) return false;
  const shown = digest(presented);
  return accepted.some((secret) => timingSafeEqual(shown, digest(secret)));
}

/**
 * The caller's own address. A forwarded one is accepted only with a secret that the distribution alone knows. Otherwise
 * anybody could choose the address that a request counts against.
 *
 * @param accepted secrets that the distribution may send; without any, callers reach the API directly
 */
export function callerAddress(request: ForwardedRequest, accepted: readonly string[]): string {
  const { sourceIp, viewerAddress, presentedSecret } = request;
  if (accepted.length === 0 || viewerAddress === undefined) return sourceIp;
  if (!isKnownOrigin(presentedSecret, accepted)) return sourceIp;
  const port = viewerAddress.lastIndexOf(':');
  return port > 0 ? viewerAddress.slice(0, port) : sourceIp;
}
