export type VersionState = 'Active' | 'Maintenance' | 'Deprecated';

export interface ApiVersion {
  readonly id: string;
  readonly state: VersionState;
  /** Day on which this version was released (ISO date, UTC). */
  readonly releasedOn: string;
  /** The version that supersedes this one. */
  readonly successor?: string;
  /** Day from which deprecation is announced in `Deprecation` (ISO date, UTC). */
  readonly deprecatedOn?: string;
  /** Day after which the version may be switched off: at least MIN_DEPRECATION_MONTHS after the successor. */
  readonly sunsetOn?: string;
}

/** A superseded version stays available for at least this long after its successor's release. */
export const MIN_DEPRECATION_MONTHS = 6;

export const VERSIONS = [
  { id: 'v1', state: 'Active', releasedOn: '2026-11-20' },
] as const satisfies readonly ApiVersion[];

/** The version that this code base serves: the stage name and the last segment of the base address. */
export const CURRENT_VERSION: ApiVersion = VERSIONS[VERSIONS.length - 1] ?? VERSIONS[0];

/**
 * Response headers that announce a superseded version's end: `Deprecation` (RFC 9745, a structured-field date),
 * `Sunset` (RFC 8594, an HTTP date) and a `Link` to the successor. Empty for a version in state Active.
 */
export function versionHeaders(version: ApiVersion): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (version.deprecatedOn !== undefined) headers.Deprecation = `@${Date.parse(version.deprecatedOn) / 1000}`;
  if (version.sunsetOn !== undefined) headers.Sunset = new Date(version.sunsetOn).toUTCString();
  if (version.successor !== undefined) headers.Link = `</${version.successor}>; rel="successor-version"`;
  return headers;
}

/** Whether the sunset keeps the promise of at least six months after the successor's release. */
export function keepsDeprecationPeriod(version: ApiVersion, successor: ApiVersion): boolean {
  if (version.sunsetOn === undefined) return true;
  const earliest = new Date(successor.releasedOn);
  earliest.setUTCMonth(earliest.getUTCMonth() + MIN_DEPRECATION_MONTHS);
  return new Date(version.sunsetOn).getTime() >= earliest.getTime();
}
