import {
  type ApiVersion,
  declareVersions,
  newestVersionOf,
} from '../../../shared/platform/contract/versions/versions.ts';

/** The table of versions after the release of a second version. */
export const API_VERSIONS: readonly ApiVersion[] = declareVersions([
  {
    id: 'v1',
    state: 'Deprecated',
    releasedOn: '2026-11-20',
    successor: 'v2',
    deprecatedOn: '2027-05-01',
    sunsetOn: '2027-11-15',
  },
  { id: 'v2', state: 'Active', releasedOn: '2027-04-15' },
]);

export const CURRENT_VERSION = newestVersionOf(API_VERSIONS);

export const RELEASE = '1.0.0';
