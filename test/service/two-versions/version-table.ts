import {
  type ApiVersion,
  declareVersions,
  newestOf,
} from '../../../shared/platform/contract/versions/versions.ts';

/** What the table of versions would be once a second version is released. */
export const VERSIONS: readonly ApiVersion[] = declareVersions([
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

export const CURRENT_VERSION = newestOf(VERSIONS);

/** The release that would bring it. */
export const RELEASE = '1.0.0';
