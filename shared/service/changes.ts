import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { accountOfItem, applyAccount, credentialItem, moveStamp } from '../access/credentials.ts';
import { placeUser } from '../accounts/users.ts';
import { deriveEvents, type ItemChange } from '../notifications/derive.ts';
import { placeEvent } from '../platform/audit/events.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { countStates } from '../statistics/counting.ts';
import { stateOf } from '../statistics/stream-states.ts';
import { placeConnection } from '../wallets/connections.ts';

const attributes = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);
const record = z.object({ dynamodb: z.object({ OldImage: z.optional(attributes) }) });

/** An item's state before and after a change; absent where there was none. */
type Change = Pick<ItemChange, 'before' | 'after'>;

type Follow = (table: Table, change: Change) => Promise<void>;

const imagesOf = ({ before, after }: Change) => [before, after].filter((image) => image !== undefined);

/** Says again what a writer may have been interrupted in saying: that a credential is not what it was. */
async function followCredential(table: Table, { before, after }: Change): Promise<void> {
  if (before === undefined || after === undefined) return;
  await moveStamp(table, credentialItem.parse(after).user_id);
}

/** The same of a user, and their places on the lists of all. */
async function followUser(table: Table, change: Change): Promise<void> {
  const { before, after } = change;
  if (before !== undefined && after !== undefined && before.version !== after.version) {
    const account = accountOfItem(after);
    const { requestsPerMinute, burst } = accountOfItem(before).limits;
    const refills = account.limits.requestsPerMinute !== requestsPerMinute || account.limits.burst !== burst;
    await applyAccount(table, account, { refills });
  }
  await placeUser(table, imagesOf(change));
}

const FOLLOWERS: readonly { readonly template: { pk: string; sk: string }; readonly follow: Follow }[] = [
  { template: ITEMS.credential.template, follow: followCredential },
  { template: ITEMS.user.template, follow: followUser },
  {
    template: ITEMS.walletConnection.template,
    follow: (table, change) => placeConnection(table, imagesOf(change)),
  },
  {
    template: ITEMS.auditEvent.template,
    follow: (table, { before, after }) => placeEvent(table, after ?? before),
  },
];

/** The change that a record of the stream tells of. */
function changeOf(given: unknown): ItemChange {
  const { OldImage } = record.parse(given).dynamodb;
  const { image, ...rest } = stateOf(given);
  return { ...rest, before: OldImage === undefined ? undefined : unmarshall(OldImage), after: image };
}

/** Carries one change on. What it does depends on the item's present state, so that repeats and old news do no harm. */
async function followChange(table: Table, change: ItemChange): Promise<void> {
  const { pk, sk } = change.key;
  const follower = FOLLOWERS.find(
    ({ template }) => sk === template.sk && pk.startsWith(template.pk.split('{')[0] ?? template.pk),
  );
  await follower?.follow(table, change);
}

/**
 * Carries changes of the table on, as its stream tells of them: the statistics count them, lists of all accounts take
 * them up, what instances remember of accounts is said once more, and accounts are told of what concerns them.
 */
export async function followChanges(table: Table, records: readonly unknown[]): Promise<void> {
  await countStates(table, records.map(stateOf));
  const changes = records.map(changeOf);
  for (const change of changes) await followChange(table, change);
  await deriveEvents(table, changes);
}
