import type { EntryType } from '../../contract/investment.ts';

/**
 * Number of entries in one block of a stream (a list of ledger entries). A block is written once and never
 * changed.
 */
export const BLOCK_ENTRIES = 16;
/**
 * Maximum number of entries in a stream's tail (its latest entries, which are in no block yet). When a tail has
 * this length, its oldest entries are written to a block, even if the DynamoDB transaction already has an
 * additional write.
 */
const TAIL_ENTRIES_MAX = 24;

/**
 * Names of the lists (streams) that contain a journal entry: by type, by strategy, and by strategy and type.
 * Entries are only added at the end of a stream, so a page is a range of offsets.
 */
export const streamNames = {
  type: (type: EntryType) => `TYPE#${type}`,
  strategy: (strategyId: string) => strategyId,
  strategyType: (strategyId: string, type: EntryType) => `${strategyId}#${type}`,
} as const;

/** An entry in a stream: its number in the journal and its time. */
export interface StreamEntry {
  readonly sequence: number;
  readonly atMs: number;
}

/**
 * The tails of several streams. A tail contains the stream's latest entries, which are in no block yet. The key is an
 * entry type, or `ALL_TYPES`.
 * Tails are stored in the owner's head and in the position. Each transaction writes these two items anyway, so adding
 * an entry to a stream needs no additional write.
 */
export type StreamTails = Readonly<Record<string, readonly StreamEntry[]>>;

/**
 * A stream (list of ledger entries): its name, its tail, and the number of all its entries. The number includes the
 * entries in the tail.
 */
export interface EntryStream {
  readonly name: string;
  readonly count: number;
  readonly tail: readonly StreamEntry[];
}

/** A full block of a stream. Its first entry is at offset `number * BLOCK_ENTRIES` of the stream. */
export interface StreamBlock {
  readonly stream: string;
  readonly number: number;
  readonly entries: readonly StreamEntry[];
}

/**
 * Returns the number of the block that contains the entry at an offset of a stream (from 0), and the offset
 * within that block.
 */
export function locateInBlocks(offset: number): { block: number; offset: number } {
  return { block: Math.floor(offset / BLOCK_ENTRIES), offset: offset % BLOCK_ENTRIES };
}

/**
 * Adds an entry to the end of each stream. The tail of a stream contains its latest entries, which are in no
 * block yet.
 * If the longest tail has BLOCK_ENTRIES entries, its oldest entries are moved to a new block. If `hasRoomForWrite` is
 * false, this happens only at TAIL_ENTRIES_MAX entries. The other tails stay as they are, so a DynamoDB transaction
 * writes at most one block.
 */
export function appendToStreams(
  streams: readonly EntryStream[],
  newEntry: StreamEntry,
  hasRoomForWrite: boolean,
): { readonly streams: readonly EntryStream[]; readonly block: StreamBlock | undefined } {
  const extendedStreams = streams.map(({ name, count, tail }) => ({
    name,
    count: count + 1,
    tail: [...tail, newEntry],
  }));
  const longestStream = extendedStreams.reduce((a, b) => (b.tail.length > a.tail.length ? b : a));
  if (longestStream.tail.length < (hasRoomForWrite ? BLOCK_ENTRIES : TAIL_ENTRIES_MAX))
    return { streams: extendedStreams, block: undefined };
  const number = (longestStream.count - longestStream.tail.length) / BLOCK_ENTRIES;
  const block = { stream: longestStream.name, number, entries: longestStream.tail.slice(0, BLOCK_ENTRIES) };
  const shortenedStream = { ...longestStream, tail: longestStream.tail.slice(BLOCK_ENTRIES) };
  return {
    streams: extendedStreams.map((stream) => (stream === longestStream ? shortenedStream : stream)),
    block,
  };
}

/**
 * Appends a number as a varint: 7 bits per byte, lowest first. The eighth bit says that more bytes follow.
 */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/**
 * Encodes entries as bytes. For each entry, only the differences from the previous entry are stored, usually in
 * five bytes.
 */
export function packEntries(entries: readonly StreamEntry[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let previousEntry: StreamEntry = { sequence: 0, atMs: 0 };
  for (const entry of entries) {
    writeVarint(bytes, entry.sequence - previousEntry.sequence);
    writeVarint(bytes, entry.atMs - previousEntry.atMs);
    previousEntry = entry;
  }
  return Uint8Array.from(bytes);
}

/** Decodes the bytes that `packEntries` returns. */
export function unpackEntries(bytes: Uint8Array): readonly StreamEntry[] {
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
  const entries: StreamEntry[] = [];
  let previousEntry: StreamEntry = { sequence: 0, atMs: 0 };
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    previousEntry = {
      sequence: previousEntry.sequence + (numbers[i] ?? 0),
      atMs: previousEntry.atMs + (numbers[i + 1] ?? 0),
    };
    entries.push(previousEntry);
  }
  return entries;
}
