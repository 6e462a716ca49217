import { VERSIONS } from '../platform/contract/version-table.ts';
import type { ApiVersion } from '../platform/contract/versions.ts';
import { LINKS, SERVICE_NAME } from './contract/about.ts';
import type { About } from './contract/documentation.ts';

/** A version with its dates; null where nothing is decided yet. */
export function versionState(version: ApiVersion): About['versions'][number] {
  return {
    id: version.id,
    state: version.state,
    released_on: version.releasedOn,
    deprecated_on: version.deprecatedOn ?? null,
    sunset_on: version.sunsetOn ?? null,
    successor: version.successor ?? null,
  };
}

/** What the base address is, for who opens it. */
export function about(version: ApiVersion): About {
  return {
    name: SERVICE_NAME,
    version: version.id,
    versions: VERSIONS.map(versionState),
    links: { ...LINKS },
  };
}
