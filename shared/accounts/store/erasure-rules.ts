import { fixedPrefixOf, ITEMS, type ItemName } from '../../platform/dynamodb/table.ts';
import {
  containsId,
  idInPartitionKey,
  isOwnedBy,
  type OwnerFields,
  ownerFieldsOf,
  parseAddressFromKey,
  type StoredItem,
} from './stored-item.ts';

/** The user to erase, with the ids and wallets that identify the user's items. */
export interface UserToErase {
  readonly id: string;
  /** The user's wallet addresses in lower case, without addresses that another account uses too. */
  readonly wallets: ReadonlySet<string>;
  /**
   * Ids of the user's credentials, wallet connections, transactions and webhook endpoints. The table keys of other
   * items about the user contain these ids.
   */
  readonly owned: ReadonlySet<string>;
}

/**
 * The effect of an erasure on an item:
 * - `deleted`: the item is deleted.
 * - `actor_removed`: the user's id is removed from an item about another account.
 * - `kept`: the item does not change. These are ledger items, which identify the account only by a random id.
 */
export type ErasureOutcome = 'deleted' | 'actor_removed' | 'kept';

type Rule = (item: OwnerFields, userToErase: UserToErase) => ErasureOutcome | undefined;
const deleteIf =
  (isPersonalItem: (item: OwnerFields, userToErase: UserToErase) => boolean): Rule =>
  (item, userToErase) =>
    isPersonalItem(item, userToErase) ? 'deleted' : undefined;

const skipItemWithoutPersonalData: Rule = () => undefined;
const deleteUserItem = deleteIf((item, { id }) => item.user_id === id);
/** Deletes an item if the account's id is the variable part of its partition key. */
const deleteIfInUserPartition = (kind: ItemName) =>
  deleteIf(({ pk }, { id }) => idInPartitionKey(pk, kind) === id);
const deleteListItem = deleteIf(({ pk }, { id }) => containsId(pk, id));
const deleteVaultTransactionItem = deleteIf(({ sk }, { owned }) => owned.has(sk));
const deleteBalanceItem = deleteIf(({ pk }, { wallets }) => wallets.has(parseAddressFromKey(pk)));
/** Keeps ledger items, because they identify the account only by a random id. */
const keepLedgerItem: Rule = ({ pk }, { id }) =>
  isOwnedBy(idInPartitionKey(pk, 'ledgerHead'), id) ? 'kept' : undefined;
const keepSubAccountItem: Rule = ({ pk }, { id }) =>
  idInPartitionKey(pk, 'ledgerUser') === id ? 'kept' : undefined;

/** If an administrator is erased, audit events about other accounts are kept without the administrator's id. */
const auditEventRule: Rule = ({ user_id, actor }, { id }) => {
  if (user_id === id) return 'deleted';
  return actor.user_id === id ? 'actor_removed' : undefined;
};
const walletEventRule: Rule = ({ pk, actor_id }, { id, owned }) => {
  if (owned.has(idInPartitionKey(pk, 'walletEvent'))) return 'deleted';
  return actor_id === id ? 'actor_removed' : undefined;
};

/** The effect of an erasure on each kind of item. Every new kind of item needs a rule here. */
const ERASURE_RULES: Readonly<Record<ItemName, Rule>> = {
  snapshotHead: skipItemWithoutPersonalData,
  snapshotVersion: skipItemWithoutPersonalData,
  snapshotChunk: skipItemWithoutPersonalData,
  switches: skipItemWithoutPersonalData,
  lease: skipItemWithoutPersonalData,
  strategy: skipItemWithoutPersonalData,
  strategyHistory: skipItemWithoutPersonalData,
  utilisation: skipItemWithoutPersonalData,
  strategyPause: skipItemWithoutPersonalData,
  credential: deleteUserItem,
  accountBucket: deleteIfInUserPartition('accountBucket'),
  // Address buckets count the requests of IP addresses, and actions that have a limit per day, such as new accounts.
  // They are not personal data of a user, and they expire within about one day.
  addressBucket: skipItemWithoutPersonalData,
  usageDay: deleteIfInUserPartition('usageDay'),
  user: deleteIfInUserPartition('user'),
  userApiKey: deleteIfInUserPartition('userApiKey'),
  walletLogin: deleteUserItem,
  userSearch: deleteUserItem,
  nonce: skipItemWithoutPersonalData,
  nonceSecrets: skipItemWithoutPersonalData,
  auditEvent: auditEventRule,
  // This item is needed to delete the gateway keys later. It contains only the account's random id.
  gatewayKey: skipItemWithoutPersonalData,
  gatewayPlans: skipItemWithoutPersonalData,
  webhook: deleteIfInUserPartition('webhook'),
  webhookCount: deleteIfInUserPartition('webhookCount'),
  webhookTest: deleteIfInUserPartition('webhookTest'),
  webhookPlace: deleteIf(({ account }, { id }) => account === id),
  delivery: deleteIf(({ pk }, { owned }) => owned.has(idInPartitionKey(pk, 'delivery'))),
  sealingKey: skipItemWithoutPersonalData,
  walletConnection: deleteIf(({ pk }, { owned }) => owned.has(idInPartitionKey(pk, 'walletConnection'))),
  walletEvent: walletEventRule,
  walletPair: deleteIfInUserPartition('walletPair'),
  sequence: deleteListItem,
  listChunkCounts: deleteListItem,
  listChunk: deleteListItem,
  ledgerHead: keepLedgerItem,
  ledgerPosition: keepLedgerItem,
  ledgerOpened: keepLedgerItem,
  ledgerUser: keepSubAccountItem,
  ledgerUserCount: keepSubAccountItem,
  ledgerEntry: keepLedgerItem,
  ledgerStream: keepLedgerItem,
  ledgerStandings: deleteIf(({ pk }, { id }) => isOwnedBy(idInPartitionKey(pk, 'ledgerStandings'), id)),
  strategyLedger: skipItemWithoutPersonalData,
  strategyIndex: skipItemWithoutPersonalData,
  strategyPool: skipItemWithoutPersonalData,
  strategyPoolVersion: skipItemWithoutPersonalData,
  ledgerStrategy: skipItemWithoutPersonalData,
  sandboxClock: skipItemWithoutPersonalData,
  vault: skipItemWithoutPersonalData,
  vaultFigures: skipItemWithoutPersonalData,
  vaultComparison: skipItemWithoutPersonalData,
  vaultTransaction: deleteIf(({ id }, { owned }) => owned.has(id)),
  liveVaultTransaction: deleteVaultTransactionItem,
  walletVaultTransaction: deleteVaultTransactionItem,
  accountVaultTransaction: deleteIfInUserPartition('accountVaultTransaction'),
  followedWallet: deleteIf(({ sk }, { wallets }) => wallets.has(parseAddressFromKey(sk))),
  vaultHolding: deleteIfInUserPartition('vaultHolding'),
  chainBalance: deleteBalanceItem,
  chainEntry: deleteBalanceItem,
  chainEvent: deleteBalanceItem,
  chainStanding: deleteBalanceItem,
  chainReplay: deleteBalanceItem,
  chainLog: deleteIf(({ wallet }, { wallets }) => wallets.has(wallet.toLowerCase())),
  watcher: skipItemWithoutPersonalData,
  chainRescan: skipItemWithoutPersonalData,
  statisticsGroup: skipItemWithoutPersonalData,
  requestCollection: skipItemWithoutPersonalData,
  statisticsMarker: skipItemWithoutPersonalData,
  statisticsDay: skipItemWithoutPersonalData,
  eventHead: deleteIfInUserPartition('eventHead'),
  event: deleteIfInUserPartition('event'),
  eventCause: deleteIfInUserPartition('eventCause'),
  announcement: skipItemWithoutPersonalData,
  alertCount: deleteIfInUserPartition('alertCount'),
  alert: deleteIfInUserPartition('alert'),
  watchHead: skipItemWithoutPersonalData,
  watch: deleteIf(({ owner }, { id }) => owner === id),
  // The item is kept, because it contains only the alert's random id and expires after 60 days.
  alertState: skipItemWithoutPersonalData,
  idempotency: deleteIf(({ pk }, { id, owned }) => {
    const owner = idInPartitionKey(pk, 'idempotency');
    return isOwnedBy(owner, id) || owned.has(owner);
  }),
};

const matchesTemplate = (keyTemplate: string, key: string) =>
  keyTemplate.includes('{') ? key.startsWith(fixedPrefixOf(keyTemplate)) : key === keyTemplate;

const ITEM_NAMES = Object.keys(ITEMS).filter((name): name is ItemName => name in ITEMS);

const countKeyParts = (key: string) => key.split('#').length;

/** Returns the kind of item to which a table key belongs. Returns undefined if no kind has this key. */
export function findItemTypeName({
  pk,
  sk,
}: {
  readonly pk: string;
  readonly sk: string;
}): ItemName | undefined {
  const matchingKinds = ITEM_NAMES.map((kind) => ({ kind, template: ITEMS[kind].template })).filter(
    ({ template }) =>
      matchesTemplate(template.pk, pk) &&
      matchesTemplate(template.sk, sk) &&
      countKeyParts(pk) >= countKeyParts(template.pk),
  );
  const [best] = matchingKinds.toSorted(
    ({ template: a }, { template: b }) =>
      fixedPrefixOf(b.sk).length - fixedPrefixOf(a.sk).length || countKeyParts(b.pk) - countKeyParts(a.pk),
  );
  return best?.kind;
}

/** Returns the effect of a user's erasure on an item. Returns undefined if the item is not about the user. */
export function findErasureOutcome(item: StoredItem, userToErase: UserToErase): ErasureOutcome | undefined {
  const ownerFields = ownerFieldsOf(item);
  const kind = findItemTypeName(ownerFields);
  return kind === undefined || ownerFields.erased ? undefined : ERASURE_RULES[kind](ownerFields, userToErase);
}
