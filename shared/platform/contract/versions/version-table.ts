import { type ApiVersion, declareVersions, newestOf } from './versions.ts';

/** The release of this code: the `version` of package.json. A test holds the two together. */
export const RELEASE = '0.1.0';

/** Every version of the API that is served, oldest first. A superseded one stays until its sunset. */
export const VERSIONS: readonly ApiVersion[] = declareVersions([
  { id: 'v1', state: 'Active', releasedOn: '2026-11-20' },
]);

/** The version that new clients should use. */
export const CURRENT_VERSION: ApiVersion = newestOf(VERSIONS);
