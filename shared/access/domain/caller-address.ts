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

/**
 * The caller's own address. A forwarded one is believed only beside the secret that the distribution alone knows:
 * otherwise anybody could choose whom a request is counted against.
 *
 * @param secret what the distribution sends; without one nothing stands in front of the API
 */
export function callerAddress(request: ForwardedRequest, secret: string | undefined): string {
  const { sourceIp, viewerAddress, presentedSecret } = request;
  if (secret === undefined || presentedSecret === undefined || viewerAddress === undefined) return sourceIp;
  if (!timingSafeEqual(digest(presentedSecret), digest(secret))) return sourceIp;
  const port = viewerAddress.lastIndexOf(':');
  return port > 0 ? viewerAddress.slice(0, port) : sourceIp;
}
