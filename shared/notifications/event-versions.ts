import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountIds } from '../accounts/users.ts';
import type { ApiVersion } from '../platform/contract/versions/versions.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { write } from '../platform/dynamodb/write.ts';
import type { Happening } from './domain/event.ts';
import { recordEvents } from './events.ts';

/** Accounts notified concurrently. */
const CONCURRENCY = 8;

/** The announcement of a version's end; undefined for a version without one. Changed dates make a new announcement. */
function announcementOf({ id, deprecatedOn, sunsetOn, successor }: ApiVersion): Happening | undefined {
  if (deprecatedOn === undefined) return undefined;
  const data = {
    version: id,
    deprecated_on: deprecatedOn,
    sunset_on: sunsetOn ?? null,
    successor: successor ?? null,
  };
  return { type: 'version.deprecated', cause: `version ${id} ${deprecatedOn} ${sunsetOn ?? ''}`, data };
}

async function isAnnounced(table: Table, cause: string): Promise<boolean> {
  const Key = ITEMS.announcement.key({ cause });
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item !== undefined;
}

/**
 * Notifies all accounts of each version whose end is newly announced, as soon as its dates are declared. The next run
 * completes one that was interrupted, and no account is notified twice. Costs nothing while there is no announcement,
 * and six write units per account for each one.
 *
 * @returns the number of announcements that have been made to all accounts
 */
export async function announceVersions(
  table: Table,
  versions: readonly ApiVersion[],
  now: Date,
): Promise<number> {
  let announced = 0;
  for (const version of versions) {
    const announcement = announcementOf(version);
    if (announcement === undefined || (await isAnnounced(table, announcement.cause))) continue;
    for await (const accounts of accountIds(table)) {
      await forEachParallel(accounts, CONCURRENCY, async (account) => {
        await recordEvents(table, account, [announcement], now);
      });
    }
    const Item = { ...ITEMS.announcement.key({ cause: announcement.cause }), at: now.toISOString() };
    await write(table, { Put: { Item } });
    announced += 1;
  }
  return announced;
}
