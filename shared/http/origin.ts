import { type ForwardedRequest, isKnownOrigin } from '../access/domain/caller-address.ts';
import { config } from '../platform/config.ts';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from '../platform/contract/headers.ts';

type Headers = Readonly<Record<string, string | undefined>> | null | undefined;

/** A header, whatever its case: this may run before the names are made alike. */
function headerOf(headers: Headers, wanted: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}

/** The secrets that the distribution may send. Two during a rotation, none without a distribution. */
export function acceptedSecrets(): readonly string[] {
  return [config.ORIGIN_SECRET, config.ORIGIN_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
}

/** What the distribution says of a request. */
export function forwardedRequest(sourceIp: string, headers: Headers): ForwardedRequest {
  return {
    sourceIp,
    viewerAddress: headerOf(headers, VIEWER_ADDRESS_HEADER),
    presentedSecret: headerOf(headers, ORIGIN_SECRET_HEADER),
  };
}

/** Whether a request came through the distribution, where the stage has one. */
export function cameThroughDistribution(headers: Headers): boolean {
  return isKnownOrigin(headerOf(headers, ORIGIN_SECRET_HEADER), acceptedSecrets());
}
