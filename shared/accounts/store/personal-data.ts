import * as z from 'zod/mini';
import { ITEMS, partitionPrefix, TABLE } from '../../platform/dynamodb/table.ts';

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
  erased: z.catch(z.boolean(), false),
  account: text,
  wallet: text,
  wallet_address: text,
  actor: z.catch(z.object({ user_id: text }), { user_id: '' }),
});
type Known = z.infer<typeof known>;

type Kind = keyof typeof ITEMS;
const prefix = (kind: Kind) => partitionPrefix(ITEMS[kind]);
const isOf = (pk: string, ...kinds: readonly Kind[]) => kinds.some((kind) => pk.startsWith(prefix(kind)));
/** The variable part of a partition key. */
const rest = (pk: string, kind: Kind) => pk.slice(prefix(kind).length);

/** What stands in a partition of the account's. */
const ACCOUNTS_OWN = [
  'user',
  'accountBucket',
  'usageDay',
  'walletPair',
  'vaultHolding',
  'accountIntent',
  'event',
  'alert',
  'webhook',
] as const satisfies readonly Kind[];

/** Where all webhook endpoints stand together. */
const PLACES = prefix('webhookPlace');

/** An account, or one of its own users within it. */
const isWithin = (owner: string, id: string) => owner === id || owner.startsWith(`${id}/`);

/** Whether a text names an id, and not another that only begins so. */
function names(content: string, id: string): boolean {
  const at = content.indexOf(id);
  return at >= 0 && !/\w/.test(content.charAt(at + id.length));
}

/** Ids by which further items are known to be a user's: of their credentials, connections, intents and endpoints. */
export function ownedId(item: StoredItem, userId: string): string | undefined {
  const { pk, id, user_id, owner, owner_id, account } = known.parse(item);
  if (isOf(pk, 'credential') && user_id === userId) return id;
  if (isOf(pk, 'walletConnection') && owner === userId) return id;
  if (pk === PLACES && account === userId) return id;
  return isOf(pk, 'intent') && isWithin(owner_id, userId) ? id : undefined;
}

/** The wallet that an item ties to an account, in lower case, and whose account it is; undefined where there is none. */
export function walletIn(
  item: StoredItem,
): { readonly wallet: string; readonly account: string } | undefined {
  const { pk, user_id, owner, owner_id, wallet, wallet_address } = known.parse(item);
  const tied = (address: string, account: string) => ({ wallet: address.toLowerCase(), account });
  if (isOf(pk, 'vaultHolding')) return tied(wallet, rest(pk, 'vaultHolding'));
  if (isOf(pk, 'intent')) return tied(wallet, owner_id.split('/')[0] ?? owner_id);
  if (isOf(pk, 'walletConnection') && owner !== '') return tied(wallet_address, owner);
  return isOf(pk, 'walletLogin') ? tied(addressAtEnd(pk), user_id) : undefined;
}

/** The address that a key ends with. */
function addressAtEnd(key: string): string {
  return /0x[0-9a-f]{40}$/i.exec(key)?.[0] ?? '';
}

/** Whether an item of the books on chain is about one of the wallets. */
function isOfWallet({ pk, sk, wallet }: Known, wallets: ReadonlySet<string>): boolean {
  if (isOf(pk, 'chainBalance')) return wallets.has(addressAtEnd(pk));
  if (isOf(pk, 'followedWallet')) return wallets.has(addressAtEnd(sk));
  return isOf(pk, 'chainLog') && wallets.has(wallet.toLowerCase());
}

function isPersonal(item: Known, { id: userId, wallets, owned }: Person): boolean {
  const { pk, sk, id, user_id, account, owner: itsOwner, erased } = item;
  if (erased) return false;
  if (isOf(pk, 'credential', 'walletLogin', 'userSearch', 'auditEvent')) return user_id === userId;
  for (const kind of ACCOUNTS_OWN) {
    if (pk === prefix(kind) + userId) return true;
  }
  if (pk === PLACES) return account === userId;
  if (isOf(pk, 'delivery')) return owned.has(rest(pk, 'delivery'));
  if (isOf(pk, 'walletConnection')) return owned.has(rest(pk, 'walletConnection'));
  if (isOf(pk, 'intent')) return owned.has(id);
  if (isOf(pk, 'liveIntent')) return owned.has(sk);
  if (isOf(pk, 'idempotency')) {
    const owner = rest(pk, 'idempotency');
    return isWithin(owner, userId) || owned.has(owner);
  }
  if (isOf(pk, 'ledgerStandings')) return isWithin(rest(pk, 'ledgerStandings'), userId);
  if (isOf(pk, 'watch')) return itsOwner === userId;
  if (isOf(pk, 'listLeaf', 'sequence')) return names(pk, userId);
  return isOfWallet(item, wallets);
}

/** What becomes of an item when the user is erased; undefined for one that is not about them. */
export function fateOf(item: StoredItem, person: Person): Fate | undefined {
  const parsed = known.parse(item);
  const { pk, actor } = parsed;
  if (isPersonal(parsed, person)) return 'goes';
  if (isOf(pk, 'auditEvent') && actor.user_id === person.id) return 'loses_actor';
  if (isOf(pk, 'ledgerHead')) return isWithin(rest(pk, 'ledgerHead'), person.id) ? 'stays' : undefined;
  return pk === prefix('ledgerUser') + person.id ? 'stays' : undefined;
}

/** What is written of a user before they are erased may be told of only afterwards: by then it has no readers. */
const EVENTS_END_SECONDS = 30 * 86_400;

/** The write that ends an account's events: whoever still carries one finds that there is no place for it. */
export function endOfEventsWrite(userId: string, now: Date) {
  const ttl = Math.ceil(now.getTime() / 1_000) + EVENTS_END_SECONDS;
  const Item = { ...ITEMS.eventHead.key({ account: userId }), erased: true, [TABLE.ttlAttribute]: ttl };
  return { Put: { Item } };
}

/** The kind of an item by its key, for who reads what is stored of them. */
export function kindOf({ pk, sk }: { readonly pk: string; readonly sk: string }): string {
  const fixed = (template: string) => template.split('{')[0] ?? template;
  const fitting = Object.entries(ITEMS).filter(
    ([, { template }]) => pk.startsWith(fixed(template.pk)) && sk.startsWith(fixed(template.sk)),
  );
  const [best] = fitting.toSorted(
    ([, a], [, b]) => fixed(b.template.sk).length - fixed(a.template.sk).length,
  );
  return best?.[0] ?? 'other';
}

const HIDDEN = new Set(['pk', 'sk', 'ttl', 'hash', 'secrets']);

function plain(name: string, value: unknown): unknown {
  if (HIDDEN.has(name)) return undefined;
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/**
 * An item as its user may have it: without keys of the table, and without what secrets are known by; great numbers as
 * digits, bytes in base64.
 */
export function exported(item: StoredItem): StoredItem {
  return JSON.parse(JSON.stringify(item, plain));
}
