import { config } from '../platform/config.ts';
import { API_VERSIONS } from '../platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../platform/contract/versions/versions.ts';
import { SERVICE_PATHS } from './contract/about.ts';
import { API_CHANGES } from './contract/api-changes.ts';
import type { ServiceDescription } from './contract/documentation.ts';
import { SERVICE_NAME } from './contract/name.ts';
import { readNotice } from './notice.ts';
import { versionStateOf } from './version-state.ts';

export async function describeService(version: ApiVersion): Promise<ServiceDescription> {
  return {
    name: SERVICE_NAME,
    version: version.id,
    environment: {
      kind: config.DEPLOYMENT === 'local' ? 'local' : config.STAGE_KIND,
      market: config.MARKET_SOURCE === 'sample' ? 'sample' : 'live',
    },
    notice: await readNotice(),
    versions: API_VERSIONS.map(versionStateOf),
    changes: API_CHANGES.map(({ change, advice, announcedOn, effectiveOn }) => ({
      change,
      advice,
      announced_on: announcedOn,
      effective_on: effectiveOn,
    })),
    links: { ...SERVICE_PATHS },
  };
}
