import { fixedPrefix, ITEMS, type ItemName } from '../../platform/dynamodb/table.ts';
import { addressAtEnd, isWithin, type Known, knownOf, names, rest, type StoredItem } from './stored-item.ts';

/** Whose data is looked for, and what is known to be theirs beside their own id. */
export interface Person {
  readonly id: string;
  /** The user's addresses that no other account here has, in lower case. What vaults say of other addresses stays. */
  readonly wallets: ReadonlySet<string>;
  /** Ids of their credentials, their connections, their intents and their webhook endpoints. */
  readonly owned: ReadonlySet<string>;
}

/**
 * What an erasure does to an item: it is deleted, or only its actor is removed, or it is kept. The ledger is kept, because
 * it names owners by random ids, and nothing says any more whose they were.
 */
export type ErasureOutcome = 'deleted' | 'actor_removed' | 'kept';

type Rule = (item: Known, person: Person) => ErasureOutcome | undefined;
const deletedIf =
  (isTheirs: (item: Known, person: Person) => boolean): Rule =>
  (item, person) =>
    isTheirs(item, person) ? 'deleted' : undefined;

/** It says of no user and of no wallet who it is. */
const namesNobody: Rule = () => undefined;
const ofUser = deletedIf((item, { id }) => item.user_id === id);
/** It stands in a partition of the account's. */
const inPartition = (kind: ItemName) => deletedIf(({ pk }, { id }) => rest(pk, kind) === id);
const ofList = deletedIf(({ pk }, { id }) => names(pk, id));
const ofIntent = deletedIf(({ sk }, { owned }) => owned.has(sk));
const ofBalance = deletedIf(({ pk }, { wallets }) => wallets.has(addressAtEnd(pk)));
/** The ledger, whose owners are random ids. */
const ofLedger: Rule = ({ pk }, { id }) => (isWithin(rest(pk, 'ledgerHead'), id) ? 'kept' : undefined);
const ofSubAccounts: Rule = ({ pk }, { id }) => (rest(pk, 'ledgerUser') === id ? 'kept' : undefined);

/** What an administrator did to another account is kept there without the administrator's id. */
const auditRule: Rule = ({ user_id, actor }, { id }) => {
  if (user_id === id) return 'deleted';
  return actor.user_id === id ? 'actor_removed' : undefined;
};
const trailRule: Rule = ({ pk, actor_id }, { id, owned }) => {
  if (owned.has(rest(pk, 'walletEvent'))) return 'deleted';
  return actor_id === id ? 'actor_removed' : undefined;
};

/** The rule for each kind of item. A new kind must name its rule here. */
const ERASURE_RULES: Readonly<Record<ItemName, Rule>> = {
  snapshotHead: namesNobody,
  snapshotVersion: namesNobody,
  snapshotChunk: namesNobody,
  switches: namesNobody,
  lease: namesNobody,
  strategy: namesNobody,
  strategyHistory: namesNobody,
  utilisation: namesNobody,
  strategyPause: namesNobody,
  credential: ofUser,
  accountBucket: inPartition('accountBucket'),
  // Of callers without a credential, and gone within minutes.
  addressBucket: namesNobody,
  usageDay: inPartition('usageDay'),
  user: inPartition('user'),
  userApiKey: inPartition('userApiKey'),
  walletLogin: ofUser,
  userSearch: ofUser,
  nonce: namesNobody,
  nonceSecrets: namesNobody,
  auditEvent: auditRule,
  // Keys at the gateway are known by it until they are removed there, under the account's random id alone.
  gatewayKey: namesNobody,
  gatewayPlans: namesNobody,
  webhook: inPartition('webhook'),
  webhookCount: inPartition('webhookCount'),
  webhookTest: inPartition('webhookTest'),
  webhookPlace: deletedIf(({ account }, { id }) => account === id),
  delivery: deletedIf(({ pk }, { owned }) => owned.has(rest(pk, 'delivery'))),
  sealingKey: namesNobody,
  walletConnection: deletedIf(({ pk }, { owned }) => owned.has(rest(pk, 'walletConnection'))),
  walletEvent: trailRule,
  walletPair: inPartition('walletPair'),
  sequence: ofList,
  listLeaf: ofList,
  listBlock: ofList,
  ledgerHead: ofLedger,
  ledgerPosition: ofLedger,
  ledgerOpened: ofLedger,
  ledgerUser: ofSubAccounts,
  ledgerUserCount: ofSubAccounts,
  ledgerEntry: ofLedger,
  ledgerStream: ofLedger,
  ledgerStandings: deletedIf(({ pk }, { id }) => isWithin(rest(pk, 'ledgerStandings'), id)),
  strategyLedger: namesNobody,
  strategyIndex: namesNobody,
  strategyPool: namesNobody,
  strategyRoom: namesNobody,
  ledgerStrategy: namesNobody,
  sandboxClock: namesNobody,
  vault: namesNobody,
  vaultFigures: namesNobody,
  vaultComparison: namesNobody,
  intent: deletedIf(({ id }, { owned }) => owned.has(id)),
  liveIntent: ofIntent,
  walletIntent: ofIntent,
  accountIntent: inPartition('accountIntent'),
  followedWallet: deletedIf(({ sk }, { wallets }) => wallets.has(addressAtEnd(sk))),
  vaultHolding: inPartition('vaultHolding'),
  chainBalance: ofBalance,
  chainEntry: ofBalance,
  chainEvent: ofBalance,
  chainStanding: ofBalance,
  chainReplay: ofBalance,
  chainLog: deletedIf(({ wallet }, { wallets }) => wallets.has(wallet.toLowerCase())),
  watcher: namesNobody,
  chainRescan: namesNobody,
  statisticsGroup: namesNobody,
  requestCollection: namesNobody,
  statisticsMarker: namesNobody,
  statisticsDay: namesNobody,
  eventHead: inPartition('eventHead'),
  event: inPartition('event'),
  eventCause: inPartition('eventCause'),
  announcement: namesNobody,
  alertCount: inPartition('alertCount'),
  alert: inPartition('alert'),
  watchHead: namesNobody,
  watch: deletedIf(({ owner }, { id }) => owner === id),
  // By the alert's random id, and for sixty days.
  alertState: namesNobody,
  idempotency: deletedIf(({ pk }, { id, owned }) => {
    const owner = rest(pk, 'idempotency');
    return isWithin(owner, id) || owned.has(owner);
  }),
};

const fits = (template: string, key: string) =>
  template.includes('{') ? key.startsWith(fixedPrefix(template)) : key === template;

const KINDS = Object.keys(ITEMS).filter((name): name is ItemName => name in ITEMS);

const separators = (key: string) => key.split('#').length;

/** The kind of an item by its key; undefined for none that is known. */
export function kindOf({ pk, sk }: { readonly pk: string; readonly sk: string }): ItemName | undefined {
  const fitting = KINDS.map((kind) => ({ kind, template: ITEMS[kind].template })).filter(
    ({ template }) =>
      fits(template.pk, pk) && fits(template.sk, sk) && separators(pk) >= separators(template.pk),
  );
  const [best] = fitting.toSorted(
    ({ template: a }, { template: b }) =>
      fixedPrefix(b.sk).length - fixedPrefix(a.sk).length || separators(b.pk) - separators(a.pk),
  );
  return best?.kind;
}

/** What the erasure of a user does to an item; undefined for one that is not about them. */
export function erasureOutcome(item: StoredItem, person: Person): ErasureOutcome | undefined {
  const parsed = knownOf(item);
  const kind = kindOf(parsed);
  return kind === undefined || parsed.erased ? undefined : ERASURE_RULES[kind](parsed, person);
}
