import { type ForwardedRequest, isOriginSecretAccepted } from '../access/domain/caller-address.ts';
import { config } from '../platform/config.ts';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from '../platform/contract/headers.ts';

type Headers = Readonly<Record<string, string | undefined>> | null | undefined;

/** Ignores the letter case of the header's name, because the names may not be normalized yet. */
function headerValueOf(headers: Headers, headerName: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === headerName.toLowerCase())?.[1];
}

/**
 * Returns the secrets that the CloudFront distribution may send. There are two during a rotation, and none
 * without a distribution.
 */
export function readAcceptedSecrets(): readonly string[] {
  return [config.ORIGIN_SECRET, config.ORIGIN_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
}

export function toForwardedRequest(sourceIp: string, headers: Headers): ForwardedRequest {
  return {
    sourceIp,
    viewerAddress: headerValueOf(headers, VIEWER_ADDRESS_HEADER),
    presentedSecret: headerValueOf(headers, ORIGIN_SECRET_HEADER),
  };
}

/**
 * Returns whether a request came through the CloudFront distribution. Always true if the stage has no distribution.
 */
export function isFromCloudFront(headers: Headers): boolean {
  return isOriginSecretAccepted(headerValueOf(headers, ORIGIN_SECRET_HEADER), readAcceptedSecrets());
}
