import { VERSIONS } from '../platform/contract/version-table.ts';
import type { ApiVersion } from '../platform/contract/versions.ts';
import { LINKS, SERVICE_NAME } from './contract/about.ts';
import type { About } from './contract/documentation.ts';
import { versionState } from './version-state.ts';

/** What the base address is, for who opens it. */
export function about(version: ApiVersion): About {
  return {
    name: SERVICE_NAME,
    version: version.id,
    versions: VERSIONS.map(versionState),
    links: { ...LINKS },
  };
}
