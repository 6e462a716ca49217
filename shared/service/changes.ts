import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { accountOfItem, applyAccount, changeOfCredential, repeatStampMoves } from '../access/credentials.ts';
import { placeUser } from '../accounts/users.ts';
import { deriveEvents, type ItemChange } from '../notifications/derive.ts';
import { placeEvent } from '../platform/audit/events.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS, type ItemName, partitionPrefix } from '../platform/dynamodb/table.ts';
import { countStates } from '../statistics/counting.ts';
import { stateOf } from '../statistics/stream-states.ts';
import { placeConnection } from '../wallets/connections.ts';

const attributes = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);
const record = z.object({ dynamodb: z.object({ OldImage: z.optional(attributes) }) });

/** An item's state before and after a change; absent where there was none. */
type Change = Pick<ItemChange, 'before' | 'after'>;

type Keyed = (typeof ITEMS)[ItemName];

function isOf(item: Keyed, { pk, sk }: ItemChange['key']): boolean {
  return sk === item.template.sk && pk.startsWith(partitionPrefix(item));
}

type Follow = (table: Table, change: Change) => Promise<void>;

const imagesOf = ({ before, after }: Change) => [before, after].filter((image) => image !== undefined);

/** Says again what writers may have been interrupted in saying: that credentials are not what they were. */
async function followCredentials(table: Table, changes: readonly ItemChange[]): Promise<void> {
  const ofCredentials = changes.filter(({ key }) => isOf(ITEMS.credential, key));
  const changed = ofCredentials.map(({ before, after }) => changeOfCredential(before, after));
  await repeatStampMoves(
    table,
    changed.filter((each) => each !== undefined),
  );
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

const FOLLOWERS: readonly { readonly item: Keyed; readonly follow: Follow }[] = [
  { item: ITEMS.user, follow: followUser },
  {
    item: ITEMS.walletConnection,
    follow: (table, change) => placeConnection(table, imagesOf(change)),
  },
  {
    item: ITEMS.auditEvent,
    follow: (table, { before, after }) => placeEvent(table, after ?? before),
  },
];

/** The change in a record of the stream. */
function changeOf(given: unknown): ItemChange {
  const { OldImage } = record.parse(given).dynamodb;
  const { image, ...rest } = stateOf(given);
  return { ...rest, before: OldImage === undefined ? undefined : unmarshall(OldImage), after: image };
}

/**
 * Processes one change. The result depends on the item's present state, so repeated or outdated changes do no harm.
 */
async function followChange(table: Table, change: ItemChange): Promise<void> {
  const follower = FOLLOWERS.find(({ item }) => isOf(item, change.key));
  await follower?.follow(table, change);
}

/**
 * Processes changes of the table from its stream: updates the statistics and the lists of all accounts, marks accounts
 * as changed for caches, and creates the accounts' events.
 */
export async function followChanges(table: Table, records: readonly unknown[]): Promise<void> {
  await countStates(table, records.map(stateOf));
  const changes = records.map(changeOf);
  await followCredentials(table, changes);
  for (const change of changes) await followChange(table, change);
  await deriveEvents(table, changes);
}
