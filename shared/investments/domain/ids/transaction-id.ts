import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { toBase62 } from '../../../platform/domain/base62.ts';
import { CHAIN_EVENT_TYPES, type ChainEventType } from '../../contract/investment.ts';
import type { EventReference } from '../onchain/events.ts';

/** Number of random base-62 digits at the start of an entry id. */
const RANDOM_ID_DIGITS = 16;
/** Number of base-62 digits in an entry id that represent the owner. */
const OWNER_TAG_DIGITS = 4;

const ENTRY_ID_PATTERN = new RegExp(
  `^${ID_PREFIXES.transaction}[0-9A-Za-z]{${RANDOM_ID_DIGITS}}([0-9A-Za-z]{${OWNER_TAG_DIGITS}})([1-9][0-9]{0,14})$`,
);

/** Returns the part of an entry id that represents the owner. */
export function ownerTagOf(ownerId: string): string {
  const digest = createHash('sha256').update(ownerId).digest('hex');
  return toBase62(BigInt(`0x${digest}`), OWNER_TAG_DIGITS);
}

/** Returns the id of a journal entry: a random id, then the owner's tag and the entry's number. */
export function entryIdOf(randomId: string, ownerId: string, sequence: number): string {
  return `${randomId}${ownerTagOf(ownerId)}${sequence}`;
}

/** Returns the owner's tag and the number in the id of a ledger entry. Returns undefined for any other id. */
export function parseEntryId(id: string): { readonly tag: string; readonly sequence: number } | undefined {
  const [, tag, sequence] = ENTRY_ID_PATTERN.exec(id) ?? [];
  return tag === undefined || sequence === undefined ? undefined : { tag, sequence: Number(sequence) };
}

/** The letter in an event id that stands for the event's type. */
const EVENT_TYPE_LETTERS: Readonly<Record<ChainEventType, string>> = {
  deposit: 'd',
  withdrawal: 'w',
  transfer_in: 'i',
  transfer_out: 'o',
  rebase: 'r',
  opening_balance: 'b',
};
const EVENT_ID_PATTERN = new RegExp(
  `^${ID_PREFIXES.transaction}([^_]+)_([0-9a-f]{40})_([0-9a-f]{40})_([a-z])([1-9][0-9]{0,14})$`,
);

/** An event in the history of a wallet's position in a vault. Addresses are in lower case. */
interface EventIdParts extends EventReference {
  readonly chain: string;
  readonly vault: string;
  readonly wallet: string;
}

/**
 * Returns the id of an external transaction (one made without this service). `number` is the event's number among the
 * position's events of this type.
 */
export function eventIdOf({ chain, vault, wallet, type, number }: EventIdParts): string {
  const positionIdPart = `${chain}_${vault.slice(2)}_${wallet.slice(2)}`;
  return `${ID_PREFIXES.transaction}${positionIdPart}_${EVENT_TYPE_LETTERS[type]}${number}`;
}

/** Parses the id of an external transaction. Returns undefined for any other id. */
export function parseEventId(id: string): EventIdParts | undefined {
  const [, chain, vault, wallet, typeLetter, eventNumber] = EVENT_ID_PATTERN.exec(id) ?? [];
  const type = CHAIN_EVENT_TYPES.find((each) => EVENT_TYPE_LETTERS[each] === typeLetter);
  if (chain === undefined || vault === undefined || wallet === undefined || type === undefined) {
    return undefined;
  }
  return { chain, vault: `0x${vault}`, wallet: `0x${wallet}`, type, number: Number(eventNumber) };
}
