import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { toBase62 } from '../../platform/domain/base62.ts';

/** Random digits that a movement's entries share. */
const RANDOM_DIGITS = 16;
/** Digits that stand for the owner: of an account's users, hardly two have the same. */
const TAG_DIGITS = 4;

const ENTRY_ID = new RegExp(
  `^${ID_PREFIXES.transaction}[0-9A-Za-z]{${RANDOM_DIGITS}}([0-9A-Za-z]{${TAG_DIGITS}})([1-9][0-9]{0,14})$`,
);

/** What an owner's entries carry in their ids. */
export function ownerTag(ownerId: string): string {
  const digest = createHash('sha256').update(ownerId).digest('hex');
  return toBase62(BigInt(`0x${digest}`), TAG_DIGITS);
}

/**
 * The id of a journal entry: a random one, then whose it is and its number, so that it is found by its id alone and no
 * item has to be kept for that.
 */
export function entryIdOf(randomId: string, ownerId: string, sequence: number): string {
  return `${randomId}${ownerTag(ownerId)}${sequence}`;
}

/** Where the entry with an id would be; undefined for any other id, such as that of a transaction on a chain. */
export function placeOfEntry(id: string): { readonly tag: string; readonly sequence: number } | undefined {
  const [, tag, sequence] = ENTRY_ID.exec(id) ?? [];
  return tag === undefined || sequence === undefined ? undefined : { tag, sequence: Number(sequence) };
}
