import type { Route } from '../route.ts';

/** States of an API version, in chronological order. */
export const VERSION_STATES = ['Active', 'Maintenance', 'Deprecated'] as const;
type VersionState = (typeof VERSION_STATES)[number];

export interface ApiVersion {
  /** Id of the version, such as `v1`. It is the first segment of every path of this version. */
  readonly id: string;
  readonly state: VersionState;
  /** Release day of this version (ISO date, UTC). */
  readonly releasedOn: string;
  /** Id of the version that replaces this version. */
  readonly successor?: string;
  /** Day (ISO date, UTC) from which responses announce the deprecation in the header `Deprecation`. */
  readonly deprecatedOn?: string;
  /**
   * Day (ISO date, UTC) after which the version may be switched off. It must be at least
   * MIN_DEPRECATION_MONTHS after the release of the successor.
   */
  readonly sunsetOn?: string;
}

/** Minimum number of months for which a version stays available after the release of its successor. */
const MIN_DEPRECATION_MONTHS = 6;

/**
 * Returns true if the version has no sunset, or if its sunset is at least MIN_DEPRECATION_MONTHS after the successor's
 * release.
 */
export function hasMinimumDeprecationPeriod(version: ApiVersion, successor: ApiVersion): boolean {
  if (version.sunsetOn === undefined) return true;
  const earliestSunset = new Date(successor.releasedOn);
  earliestSunset.setUTCMonth(earliestSunset.getUTCMonth() + MIN_DEPRECATION_MONTHS);
  return new Date(version.sunsetOn).getTime() >= earliestSunset.getTime();
}

const VERSION_ID_PATTERN = /^v[1-9]\d*$/;

function findBrokenRule(version: ApiVersion, all: readonly ApiVersion[]): string | undefined {
  if (!VERSION_ID_PATTERN.test(version.id)) return 'its id must be a v and a number';
  if (all.filter(({ id }) => id === version.id).length > 1) return 'its id is declared twice';
  const successor = all.find(({ id }) => id === version.successor);
  if (version.successor !== undefined && successor === undefined) return 'its successor is not declared';
  const isSuperseded = version.state !== 'Active' || version.sunsetOn !== undefined;
  if (isSuperseded && successor === undefined) return 'only a version with a successor can be superseded';
  if (version.state === 'Deprecated' && version.deprecatedOn === undefined)
    return 'a deprecated version says since when';
  if (successor !== undefined && !hasMinimumDeprecationPeriod(version, successor))
    return `its sunset is less than ${MIN_DEPRECATION_MONTHS} months after the release of ${successor.id}`;
  return undefined;
}

/**
 * Checks all rules of versions and returns the versions, oldest first.
 *
 * @throws Error with the version and the rule that it breaks
 */
export function declareVersions(versions: readonly ApiVersion[]): readonly ApiVersion[] {
  for (const version of versions) {
    const rule = findBrokenRule(version, versions);
    if (rule !== undefined) throw new Error(`API version ${version.id}: ${rule}`);
  }
  if (newestVersionOf(versions).state !== 'Active') throw new Error('The newest API version must be Active');
  return versions;
}

export function newestVersionOf(versions: readonly ApiVersion[]): ApiVersion {
  const newestVersion = versions.at(-1);
  if (newestVersion === undefined) throw new Error('No API version is declared');
  return newestVersion;
}

/** Returns the version that was declared first. A base URL without a version segment refers to this version. */
export function oldestVersionOf(versions: readonly ApiVersion[]): ApiVersion {
  const [oldestVersion] = versions;
  if (oldestVersion === undefined) throw new Error('No API version is declared');
  return oldestVersion;
}

/**
 * Returns the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`, which announce the end of a
 * version. The result is empty for an active version.
 */
export function deprecationHeadersOf(version: ApiVersion): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (version.deprecatedOn !== undefined) headers.Deprecation = `@${Date.parse(version.deprecatedOn) / 1000}`;
  if (version.sunsetOn !== undefined) headers.Sunset = new Date(version.sunsetOn).toUTCString();
  if (version.successor !== undefined) headers.Link = `</${version.successor}>; rel="successor-version"`;
  return headers;
}

type VersionedRoute = Pick<Route, 'path' | 'versions'>;

export function isServedIn({ versions }: Pick<VersionedRoute, 'versions'>, version: ApiVersion): boolean {
  return versions === undefined || versions.includes(version.id);
}

/** Returns the path of a route with its version, such as `/v1/strategies/{id}`. */
export function versionedPath(version: ApiVersion, { path }: Pick<VersionedRoute, 'path'>): string {
  return `/${version.id}${path === '/' ? '' : path}`;
}

/**
 * Returns the version in the first segment of a path. Returns the newest version if the segment is not a
 * version.
 */
export function versionOfPath(versions: readonly ApiVersion[], path: string): ApiVersion {
  const [, firstPathSegment] = path.split('/', 2);
  return versions.find(({ id }) => id === firstPathSegment) ?? newestVersionOf(versions);
}
