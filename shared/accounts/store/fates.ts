import { fixedPart, ITEMS, type ItemName } from '../../platform/dynamodb/table.ts';
import { addressAtEnd, isWithin, type Known, knownOf, names, rest, type StoredItem } from './stored-item.ts';

/** Whose data is looked for, and what is known to be theirs beside their own id. */
export interface Person {
  readonly id: string;
  /** The address by which operators name them, in lower case; none where a contract on one chain signs in. */
  readonly signInWallet: string | undefined;
  /** The addresses that are theirs and nobody else's here, in lower case: what vaults say of others' stays. */
  readonly wallets: ReadonlySet<string>;
  /** Ids of their credentials, their connections, their intents and their webhook endpoints. */
  readonly owned: ReadonlySet<string>;
}

/**
 * What becomes of an item when its user is erased: it goes, or only what says who acted goes, or it stays, as the books
 * do: they name owners by random ids, and whose they were is then said nowhere.
 */
export type Fate = 'goes' | 'loses_actor' | 'stays';

type Rule = (item: Known, person: Person) => Fate | undefined;
const goesIf =
  (isTheirs: (item: Known, person: Person) => boolean): Rule =>
  (item, person) =>
    isTheirs(item, person) ? 'goes' : undefined;

/** It says of no user and of no wallet who it is. */
const namesNobody: Rule = () => undefined;
const ofUser = goesIf((item, { id }) => item.user_id === id);
/** It stands in a partition of the account's. */
const inPartition = (kind: ItemName) => goesIf(({ pk }, { id }) => rest(pk, kind) === id);
const ofList = goesIf(({ pk }, { id }) => names(pk, id));
const ofIntent = goesIf(({ sk }, { owned }) => owned.has(sk));
const ofBalance = goesIf(({ pk }, { wallets }) => wallets.has(addressAtEnd(pk)));
/** The books, whose owners are random ids. */
const ofLedger: Rule = ({ pk }, { id }) => (isWithin(rest(pk, 'ledgerHead'), id) ? 'stays' : undefined);
const ofSubAccounts: Rule = ({ pk }, { id }) => (rest(pk, 'ledgerUser') === id ? 'stays' : undefined);

/** Commands were once recorded as they were typed, of nobody's account: with the id or the wallet of their user. */
const isTypedOf = ({ user_id, details: { words } }: Known, { id, signInWallet }: Person) =>
  user_id === '' &&
  (names(words, id) || (signInWallet !== undefined && words.toLowerCase().split(' ').includes(signInWallet)));

/** What an administrator did stays with those whom it was done to: only who it was goes. */
const auditFate: Rule = (event, person) => {
  const { user_id, actor } = event;
  const { id } = person;
  if (user_id === id || isTypedOf(event, person)) return 'goes';
  return actor.user_id === id ? 'loses_actor' : undefined;
};
const trailFate: Rule = ({ pk, actor_id }, { id, owned }) => {
  if (owned.has(rest(pk, 'walletEvent'))) return 'goes';
  return actor_id === id ? 'loses_actor' : undefined;
};

/** What becomes of each kind of item: whoever adds one says here whom it names. */
const FATES: Readonly<Record<ItemName, Rule>> = {
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
  auditEvent: auditFate,
  // Keys at the gateway are known by it until they are removed there, under the account's random id alone.
  gatewayKey: namesNobody,
  gatewayPlans: namesNobody,
  webhook: inPartition('webhook'),
  webhookCount: inPartition('webhookCount'),
  webhookTest: inPartition('webhookTest'),
  webhookPlace: goesIf(({ account }, { id }) => account === id),
  delivery: goesIf(({ pk }, { owned }) => owned.has(rest(pk, 'delivery'))),
  sealingKey: namesNobody,
  walletConnection: goesIf(({ pk }, { owned }) => owned.has(rest(pk, 'walletConnection'))),
  walletEvent: trailFate,
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
  ledgerStandings: goesIf(({ pk }, { id }) => isWithin(rest(pk, 'ledgerStandings'), id)),
  strategyLedger: namesNobody,
  strategyIndex: namesNobody,
  strategyPool: namesNobody,
  strategyRoom: namesNobody,
  ledgerStrategy: namesNobody,
  sandboxClock: namesNobody,
  vault: namesNobody,
  vaultFigures: namesNobody,
  vaultComparison: namesNobody,
  intent: goesIf(({ id }, { owned }) => owned.has(id)),
  liveIntent: ofIntent,
  walletIntent: ofIntent,
  accountIntent: inPartition('accountIntent'),
  followedWallet: goesIf(({ sk }, { wallets }) => wallets.has(addressAtEnd(sk))),
  vaultHolding: inPartition('vaultHolding'),
  chainBalance: ofBalance,
  chainEntry: ofBalance,
  chainEvent: ofBalance,
  chainLog: goesIf(({ wallet }, { wallets }) => wallets.has(wallet.toLowerCase())),
  watcher: namesNobody,
  chainRescan: namesNobody,
  statisticsGeneration: namesNobody,
  statisticsGroup: namesNobody,
  requestCollection: namesNobody,
  // By the key of the item that was counted, so by the same random ids.
  statisticsMarker: namesNobody,
  eventHead: inPartition('eventHead'),
  event: inPartition('event'),
  eventCause: inPartition('eventCause'),
  announcement: namesNobody,
  alertCount: inPartition('alertCount'),
  alert: inPartition('alert'),
  watchHead: namesNobody,
  watch: goesIf(({ owner }, { id }) => owner === id),
  // By the alert's random id, and for sixty days.
  alertState: namesNobody,
  idempotency: goesIf(({ pk }, { id, owned }) => {
    const owner = rest(pk, 'idempotency');
    return isWithin(owner, id) || owned.has(owner);
  }),
};

const fits = (template: string, key: string) =>
  template.includes('{') ? key.startsWith(fixedPart(template)) : key === template;

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
      fixedPart(b.sk).length - fixedPart(a.sk).length || separators(b.pk) - separators(a.pk),
  );
  return best?.kind;
}

/** What becomes of an item when the user is erased; undefined for one that is not about them. */
export function fateOf(item: StoredItem, person: Person): Fate | undefined {
  const parsed = knownOf(item);
  const kind = kindOf(parsed);
  return kind === undefined || parsed.erased ? undefined : FATES[kind](parsed, person);
}
