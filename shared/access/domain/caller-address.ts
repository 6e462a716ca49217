import { createHash, timingSafeEqual } from 'node:crypto';

/** What the CDN distribution in front of the API sends with a request. */
export interface ForwardedRequest {
  /** Address that opened the connection to API Gateway: the caller or the distribution. */
  readonly sourceIp: string;
  /** The caller's address and port, such as `203.0.113.5:46532`. The address may be IPv6. */
  readonly viewerAddress: string | undefined;
  readonly presentedSecret: string | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns whether a request has one of the accepted secrets. Without accepted secrets, callers
 * reach the API directly, and every request passes.
 */
export function isKnownOrigin(
  presentedSecret: string | undefined,
  acceptedSecrets: readonly string[],
): boolean {
  if (acceptedSecrets.length === 0) return true;
  if (presentedSecret === undefined) return false;
  const presentedDigest = digest(presentedSecret);
  return acceptedSecrets.some((secret) => timingSafeEqual(presentedDigest, digest(secret)));
}

/**
 * Returns the caller's IP address. A forwarded address counts only with the distribution's secret.
 * Otherwise callers could choose the address whose limit they use.
 * @param acceptedSecrets secrets of the distribution; empty if callers reach the API directly
 */
export function callerAddress(request: ForwardedRequest, acceptedSecrets: readonly string[]): string {
  const { sourceIp, viewerAddress, presentedSecret } = request;
  if (acceptedSecrets.length === 0 || viewerAddress === undefined) return sourceIp;
  if (!isKnownOrigin(presentedSecret, acceptedSecrets)) return sourceIp;
  const port = viewerAddress.lastIndexOf(':');
  return port > 0 ? viewerAddress.slice(0, port) : sourceIp;
}
