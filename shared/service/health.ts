import { API_VERSIONS } from '../platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../platform/contract/versions/versions.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import { readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import { CATALOG_SNAPSHOT_NAME } from '../strategies/domain/catalog/encoding/encode.ts';
import type { ServiceHealth } from './contract/documentation.ts';
import { CATALOG_MAX_AGE_SECONDS } from './contract/health.ts';
import { readNotice } from './notice.ts';
import { versionStateOf } from './version-state.ts';

/** Returns the health of the service. Throws an error if the table cannot be read. */
export async function readHealth(now: Date, version: ApiVersion): Promise<ServiceHealth> {
  const [head, notice] = await Promise.all([
    readSnapshotHead(defaultTable(), CATALOG_SNAPSHOT_NAME),
    readNotice(),
  ]);
  const asOf = head?.current.asOf ?? null;
  const age = asOf === null ? null : Math.max(0, Math.floor((now.getTime() - Date.parse(asOf)) / 1000));
  return {
    status: age === null || age > CATALOG_MAX_AGE_SECONDS ? 'degraded' : 'ok',
    version: version.id,
    versions: API_VERSIONS.map(versionStateOf),
    notice,
    catalog: { as_of: asOf, age_seconds: age },
    time: now.toISOString(),
  };
}
