import { createHash, timingSafeEqual } from 'node:crypto';

/** The values from which the caller's IP address is determined. */
export interface ForwardedRequest {
  /**
   * IP address that connected to API Gateway. It belongs to the caller, or to CloudFront if the request came through
   * the distribution.
   */
  readonly sourceIp: string;
  /** The caller's IP address and port from CloudFront, such as `203.0.113.5:46532`. The address may be IPv6. */
  readonly viewerAddress: string | undefined;
  readonly presentedSecret: string | undefined;
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns whether a request contains one of the accepted secrets. If there are no accepted secrets, callers
 * use the API directly, and the function returns true for every request.
 */
export function isOriginSecretAccepted(
  presentedSecret: string | undefined,
  acceptedSecrets: readonly string[],
): boolean {
  if (acceptedSecrets.length === 0) return true;
  if (presentedSecret === undefined) return false;
  const presentedDigest = sha256Of(presentedSecret);
  return acceptedSecrets.some((secret) => timingSafeEqual(presentedDigest, sha256Of(secret)));
}

/**
 * Returns the caller's IP address. Uses the address in CloudFront's header only if the request contains CloudFront's
 * secret, because a caller could forge the header.
 * @param acceptedSecrets secrets of the CloudFront distribution; empty if callers use the API directly
 */
export function callerAddressOf(request: ForwardedRequest, acceptedSecrets: readonly string[]): string {
  const { sourceIp, viewerAddress, presentedSecret } = request;
  if (acceptedSecrets.length === 0 || viewerAddress === undefined) return sourceIp;
  if (!isOriginSecretAccepted(presentedSecret, acceptedSecrets)) return sourceIp;
  const port = viewerAddress.lastIndexOf(':');
  return port > 0 ? viewerAddress.slice(0, port) : sourceIp;
}
