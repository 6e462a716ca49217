import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountIds } from '../accounts/users.ts';
import type { ApiVersion } from '../platform/contract/versions/versions.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { write } from '../platform/dynamodb/write.ts';
import type { Happening } from './domain/event.ts';
import { recordEvents } from './events.ts';

/** Accounts that are told at once. */
const CONCURRENCY = 8;

/** What is told of a version whose end is announced; undefined for one that goes on. Other dates are told anew. */
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
 * Tells every account that there is of versions whose end has been announced since the last time, as soon as their
 * dates are declared. A run that breaks off is made good by the next one, and nobody is told twice. It costs nothing
 * while nothing is announced, and once six write units for each account when something is.
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
