import {
  accountOfItem,
  changeOfCredential,
  ensureCacheVersionsIncreased,
  storeChangedAccount,
} from '../access/credentials.ts';
import { updateUserLists } from '../accounts/users.ts';
import { deriveEvents } from '../notifications/derive.ts';
import { updateEventLists } from '../platform/audit/events.ts';
import type { ItemChange } from '../platform/domain/item-change.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { parseStreamRecord } from '../platform/dynamodb/stream-change.ts';
import { ITEMS, type ItemName, partitionPrefixOf } from '../platform/dynamodb/table.ts';
import { addChangesToCounters } from '../statistics/counting.ts';
import { updateConnectionLists } from '../wallets/connections.ts';

type ItemImages = Pick<ItemChange, 'before' | 'after'>;

type ItemDefinition = (typeof ITEMS)[ItemName];

function isKeyOfKind(item: ItemDefinition, { pk, sk }: ItemChange['key']): boolean {
  return sk === item.template.sk && pk.startsWith(partitionPrefixOf(item));
}

type ChangeHandler = (table: Table, change: ItemImages) => Promise<void>;

const existingImagesOf = ({ before, after }: ItemImages) =>
  [before, after].filter((image) => image !== undefined);

/**
 * Invalidates the caches of changed credentials. The request that changed a credential does this too, but may have been
 * interrupted.
 */
async function handleCredentialChanges(table: Table, changes: readonly ItemChange[]): Promise<void> {
  const credentialChanges = changes.filter(({ key }) => isKeyOfKind(ITEMS.credential, key));
  const changedCredentials = credentialChanges.map(({ before, after }) => changeOfCredential(before, after));
  await ensureCacheVersionsIncreased(
    table,
    changedCredentials.filter((each) => each !== undefined),
  );
}

/**
 * Invalidates the caches of a changed user. The request that changed the user should also do this, but it may have been
 * interrupted. Also updates the lists that contain the user, such as the list of all users with a plan.
 */
async function handleUserChange(table: Table, change: ItemImages): Promise<void> {
  const { before, after } = change;
  if (before !== undefined && after !== undefined && before.version !== after.version) {
    const account = accountOfItem(after);
    const { requestsPerMinute, burst } = accountOfItem(before).limits;
    const hasNewLimits =
      account.limits.requestsPerMinute !== requestsPerMinute || account.limits.burst !== burst;
    await storeChangedAccount(table, account, { refills: hasNewLimits });
  }
  await updateUserLists(table, existingImagesOf(change));
}

const CHANGE_HANDLERS: readonly { readonly item: ItemDefinition; readonly handle: ChangeHandler }[] = [
  { item: ITEMS.user, handle: handleUserChange },
  {
    item: ITEMS.walletConnection,
    handle: (table, change) => updateConnectionLists(table, existingImagesOf(change)),
  },
  {
    item: ITEMS.auditEvent,
    handle: (table, { before, after }) => updateEventLists(table, after ?? before),
  },
];

/**
 * Processes a change of one item. The handlers use the current state of the item, so that repeated or outdated
 * changes have no effect.
 */
async function applyItemChange(table: Table, change: ItemChange): Promise<void> {
  const changeHandler = CHANGE_HANDLERS.find(({ item }) => isKeyOfKind(item, change.key));
  await changeHandler?.handle(table, change);
}

/**
 * Processes the changes from the table's stream. Updates the statistics and the lists that contain items of all
 * accounts, invalidates caches, and creates events for accounts.
 */
export async function processChanges(table: Table, records: readonly unknown[]): Promise<void> {
  const changes = records.map(parseStreamRecord);
  await addChangesToCounters(table, changes);
  await handleCredentialChanges(table, changes);
  for (const change of changes) await applyItemChange(table, change);
  await deriveEvents(table, changes);
}
