import type { EntryType } from '../../contract/investment.ts';

/** Entries in one block of a stream. A block is written once and never changed. */
export const BLOCK_ENTRIES = 16;
/** A tail is at most this long, whatever else its movement has to write. */
const TAIL_MAX = 24;

/**
 * Names of the lists in which an entry is found besides the owner's journal itself: by type, by strategy, and by both.
 * Each is dense and only grows, so that any page of it is a range of positions.
 */
export const streams = {
  type: (type: EntryType) => `TYPE#${type}`,
  strategy: (strategyId: string) => strategyId,
  strategyType: (strategyId: string, type: EntryType) => `${strategyId}#${type}`,
} as const;

/** An entry as a stream lists it. */
export interface Listed {
  readonly sequence: number;
  readonly atMs: number;
}

/**
 * The latest entries of some streams, which are in no block yet, by a short name. They are kept with what a movement
 * writes anyway (the owner's head, the position), so that listing an entry costs no write of its own.
 */
export type Tails = Readonly<Record<string, readonly Listed[]>>;

/** A stream with its tail and how many entries it has, the tail's included. */
export interface Stream {
  readonly name: string;
  readonly count: number;
  readonly tail: readonly Listed[];
}

/** A block that has become full: entries `number * BLOCK_ENTRIES` and on. */
export interface Block {
  readonly stream: string;
  readonly number: number;
  readonly entries: readonly Listed[];
}

/** Where position `position` (from 0) of a stream lies. */
export function blockOf(position: number): { block: number; offset: number } {
  return { block: Math.floor(position / BLOCK_ENTRIES), offset: position % BLOCK_ENTRIES };
}

/**
 * Adds an entry to the end of each stream. At most one of them gives its oldest entries to a block, the one with the
 * longest tail, and only when `hasRoom`: a movement then writes one block at most, and its size is bounded.
 */
export function append(
  before: readonly Stream[],
  listed: Listed,
  hasRoom: boolean,
): { readonly streams: readonly Stream[]; readonly block: Block | undefined } {
  const after = before.map(({ name, count, tail }) => ({ name, count: count + 1, tail: [...tail, listed] }));
  const longest = after.reduce((a, b) => (b.tail.length > a.tail.length ? b : a));
  if (longest.tail.length < (hasRoom ? BLOCK_ENTRIES : TAIL_MAX)) return { streams: after, block: undefined };
  const number = (longest.count - longest.tail.length) / BLOCK_ENTRIES;
  const block = { stream: longest.name, number, entries: longest.tail.slice(0, BLOCK_ENTRIES) };
  const rest = { ...longest, tail: longest.tail.slice(BLOCK_ENTRIES) };
  return { streams: after.map((stream) => (stream === longest ? rest : stream)), block };
}

/** Seven bits of a number in each byte, the lowest first; the eighth bit says that more follow. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** Entries as bytes: each as its distance from the one before, so that most take five. */
export function packEntries(entries: readonly Listed[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let before: Listed = { sequence: 0, atMs: 0 };
  for (const entry of entries) {
    writeVarint(bytes, entry.sequence - before.sequence);
    writeVarint(bytes, entry.atMs - before.atMs);
    before = entry;
  }
  return Uint8Array.from(bytes);
}

/** The entries that `packEntries` has packed. */
export function unpackEntries(bytes: Uint8Array): readonly Listed[] {
  const numbers: number[] = [];
  let value = 0;
  let unit = 1;
  for (const byte of bytes) {
    value += (byte % 128) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
    unit = 1;
  }
  const entries: Listed[] = [];
  let before: Listed = { sequence: 0, atMs: 0 };
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    before = { sequence: before.sequence + (numbers[i] ?? 0), atMs: before.atMs + (numbers[i + 1] ?? 0) };
    entries.push(before);
  }
  return entries;
}
