import type { ApiVersion } from '../platform/contract/versions/versions.ts';
import type { ServiceDescription } from './contract/documentation.ts';

export function versionStateOf(version: ApiVersion): ServiceDescription['versions'][number] {
  return {
    id: version.id,
    state: version.state,
    released_on: version.releasedOn,
    deprecated_on: version.deprecatedOn ?? null,
    sunset_on: version.sunsetOn ?? null,
    successor: version.successor ?? null,
  };
}
