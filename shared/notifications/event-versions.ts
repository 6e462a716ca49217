import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { iterateAccountIds } from '../accounts/users.ts';
import type { ApiVersion } from '../platform/contract/versions/versions.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { write } from '../platform/dynamodb/write.ts';
import type { EventContent } from './domain/event.ts';
import { recordEvents } from './events.ts';

const ACCOUNT_CONCURRENCY = 8;

/**
 * Returns the event about a deprecated version; undefined for any other version. `cause` contains the dates, so that
 * changed dates create a new event.
 */
function buildAnnouncement({ id, deprecatedOn, sunsetOn, successor }: ApiVersion): EventContent | undefined {
  if (deprecatedOn === undefined) return undefined;
  const data = {
    version: id,
    deprecated_on: deprecatedOn,
    sunset_on: sunsetOn ?? null,
    successor: successor ?? null,
  };
  return { type: 'version.deprecated', cause: `version ${id} ${deprecatedOn} ${sunsetOn ?? ''}`, data };
}

async function isAlreadyAnnounced(table: Table, cause: string): Promise<boolean> {
  const Key = ITEMS.announcement.key({ cause });
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item !== undefined;
}

/**
 * Creates an event in every account for each API version whose end was newly announced. If a call is interrupted, the
 * next call completes it and notifies no account twice.
 * @returns number of announcements that this call completed
 */
export async function announceVersions(
  table: Table,
  versions: readonly ApiVersion[],
  now: Date,
): Promise<number> {
  let announcedVersionCount = 0;
  for (const version of versions) {
    const versionAnnouncement = buildAnnouncement(version);
    if (versionAnnouncement === undefined || (await isAlreadyAnnounced(table, versionAnnouncement.cause)))
      continue;
    for await (const accountIds of iterateAccountIds(table)) {
      await forEachParallel(accountIds, ACCOUNT_CONCURRENCY, async (account) => {
        await recordEvents(table, account, [versionAnnouncement], now);
      });
    }
    const Item = { ...ITEMS.announcement.key({ cause: versionAnnouncement.cause }), at: now.toISOString() };
    await write(table, { Put: { Item } });
    announcedVersionCount += 1;
  }
  return announcedVersionCount;
}
