import { type ApiVersion, declareVersions, newestVersionOf } from './versions.ts';

/** The release of this code. A test requires that it equals `version` in package.json. */
export const RELEASE = '0.1.0';

/** All served versions of the API, oldest first. A superseded version stays until its sunset. */
export const VERSIONS: readonly ApiVersion[] = declareVersions([
  { id: 'v1', state: 'Active', releasedOn: '2026-11-20' },
]);

/** The version that new clients should use. */
export const CURRENT_VERSION: ApiVersion = newestVersionOf(VERSIONS);
