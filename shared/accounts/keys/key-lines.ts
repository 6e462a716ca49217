import { isDeepStrictEqual } from 'node:util';
import { type CredentialItem, limitLineOf } from '../../access/credentials.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import type { ApiKeyEntry } from '../store/api-key-entries.ts';

/** A key with its place on its user's list. */
export interface ListedKey {
  readonly entry: ApiKeyEntry;
  readonly item: CredentialItem;
}

/** What a key says of where it comes from: its line, and whose it is. */
export type Descent = Pick<CredentialItem, 'line' | 'makers'>;
type Makers = NonNullable<CredentialItem['makers']>;

/** A line whose descendants change. */
export interface Line {
  readonly id: string;
  /** The key on whose account they do. */
  readonly because: string;
}

/** A rotation continues a line of keys, which goes by the id of its first. A session is by itself. */
export const lineOf = ({ id, line }: Pick<CredentialItem, 'id' | 'line'>) => line ?? id;

function makersOf({ makers, made_by, created_at }: CredentialItem): Makers {
  return makers ?? (made_by === undefined ? [] : [{ id: made_by, at: created_at }]);
}

/** Where a key comes from that `maker` makes. */
export function descentFrom(maker: CredentialItem, now: Date): Descent {
  return { makers: [{ id: lineOf(maker), at: now.toISOString() }] };
}

/** Whether a key comes from this maker and from nobody else. */
export function isSoleMaker(maker: CredentialItem, item: CredentialItem): boolean {
  const makers = makersOf(item);
  return makers.length > 0 && makers.every(({ id }) => id === lineOf(maker));
}

/**
 * Where the key comes from that takes the place of `item`. What is rotated by itself stays whose it was; what another
 * key rotates becomes that one's as well, as that one has been told the secret; what a session rotates is the session's.
 */
export function descentOfSuccessor(item: CredentialItem, maker: CredentialItem, now: Date): Descent {
  const line = lineOf(item);
  if (lineOf(maker) === line) return { line, makers: makersOf(item) };
  const { makers = [] } = descentFrom(maker, now);
  if (maker.kind === 'session') return { line, makers };
  return { line, makers: [...makersOf(item).filter(({ id }) => id !== lineOf(maker)), ...makers] };
}

/**
 * The keys that come from any of these lines, by creation or rotation, directly or through others; makers before what
 * they have made. What a line has made is its newest key's, so it ends with that one and not with one that was replaced.
 */
export function descendantsOf(keys: readonly ListedKey[], lines: Iterable<string>): ListedKey[] {
  const ending = new Set(lines);
  const found = new Set<ListedKey>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const key of keys) {
      if (found.has(key) || !makersOf(key.item).some(({ id }) => ending.has(id))) continue;
      found.add(key);
      for (const line of endedWith(key)) ending.add(line);
    }
  }
  return [...found];
}

/** The line that ends with a key: none with one that was replaced. */
export function endedWith({ entry, item }: ListedKey): string[] {
  return entry.replaced_by === undefined ? [lineOf(item)] : [];
}

/** Keys that share the limit of one and have it otherwise, as long as a change of it has not reached all of them. */
export function withOtherLimit(keys: readonly ListedKey[], item: CredentialItem): ListedKey[] {
  return keys.filter(
    ({ item: other }) =>
      other.status === 'active' &&
      limitLineOf(other) === limitLineOf(item) &&
      !isDeepStrictEqual(other.limits, item.limits),
  );
}

/** The lines that are being ended, and those whose descendants a rotation settles first. */
export function linesInChange(keys: readonly ListedKey[]): Set<string> {
  const isInChange = ({ item }: ListedKey) => item.status === 'revoked' || item.settled_by !== undefined;
  return new Set(keys.filter(isInChange).flatMap(endedWith));
}

/** Whether a key is of one of these lines, or comes from any of them. */
export function comesFrom(
  keys: readonly ListedKey[],
  item: CredentialItem,
  lines: ReadonlySet<string>,
): boolean {
  return lines.has(lineOf(item)) || descendantsOf(keys, lines).some((key) => key.item.id === item.id);
}

/** The keys that sessions have made since a moment, in milliseconds since the epoch. */
export function keysOfSessions(keys: readonly ListedKey[], sinceMs: number): ListedKey[] {
  return keys.filter(({ item }) =>
    makersOf(item).some(({ id, at }) => id.startsWith(ID_PREFIXES.session) && Date.parse(at) >= sinceMs),
  );
}
