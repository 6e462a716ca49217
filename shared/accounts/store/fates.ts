import * as z from 'zod/mini';
import { fixedPart, ITEMS, type ItemName, partitionPrefix } from '../../platform/dynamodb/table.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/** Whose data is looked for, and what is known to be theirs beside their own id. */
export interface Person {
  readonly id: string;
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

const text = z.catch(z.string(), '');
const known = z.object({
  pk: z.string(),
  sk: z.string(),
  id: text,
  user_id: text,
  owner: text,
  owner_id: text,
  actor_id: text,
  erased: z.catch(z.boolean(), false),
  account: text,
  wallet: text,
  wallet_address: text,
  actor: z.catch(z.object({ user_id: text }), { user_id: '' }),
});
type Known = z.infer<typeof known>;

/** As much of an item as says whose it is. */
export const knownOf = (item: StoredItem): Known => known.parse(item);

export const isOf = (pk: string, kind: ItemName) => pk.startsWith(partitionPrefix(ITEMS[kind]));
/** The variable part of a partition key. */
export const rest = (pk: string, kind: ItemName) => pk.slice(partitionPrefix(ITEMS[kind]).length);

/** The address that a key ends with. */
export function addressAtEnd(key: string): string {
  return /0x[0-9a-f]{40}$/i.exec(key)?.[0] ?? '';
}

/** An account, or one of its own users within it. */
export const isWithin = (owner: string, id: string) => owner === id || owner.startsWith(`${id}/`);

/** Whether a text names an id, and not another that only begins so. */
function names(content: string, id: string): boolean {
  const at = content.indexOf(id);
  return at >= 0 && !/\w/.test(content.charAt(at + id.length));
}

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

/** What an administrator did stays with those whom it was done to: only who it was goes. */
const auditFate: Rule = ({ user_id, actor }, { id }) => {
  if (user_id === id) return 'goes';
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
  strategyPause: namesNobody,
  credential: ofUser,
  accountBucket: inPartition('accountBucket'),
  keyBucket: inPartition('keyBucket'),
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
  const parsed = known.parse(item);
  const kind = kindOf(parsed);
  return kind === undefined || parsed.erased ? undefined : FATES[kind](parsed, person);
}
