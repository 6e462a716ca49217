import { type ApiVersion, declareVersions, newestVersionOf } from './versions.ts';

/** Release of this code. A test requires that it equals `version` in package.json. */
export const RELEASE = '0.1.0';

/**
 * All versions of the API that the service offers, oldest first. A version with a successor stays available
 * until its sunset.
 */
export const API_VERSIONS: readonly ApiVersion[] = declareVersions([
  { id: 'v1', state: 'Active', releasedOn: '2026-11-20' },
]);

/** The version that new clients should use. */
export const CURRENT_VERSION: ApiVersion = newestVersionOf(API_VERSIONS);
