import type { EntryType } from '../../contract/investment.ts';

/**
 * Number of entries in one chunk of a stream (a list of ledger entries). A chunk is written once and never
 * changed.
 */
export const ENTRIES_PER_CHUNK = 16;
/** Maximum number of entries in a stream's tail (its latest entries, which are in no chunk yet). */
const TAIL_ENTRIES_MAX = 24;

/**
 * Names of the streams. A stream lists the journal entries of one type, of one strategy, or of one type in one
 * strategy.
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
 * The latest entries of several streams. No stored chunk contains these entries yet. The key is the entry type of the
 * stream, or `ALL_ENTRY_TYPES_KEY` for the stream of all entries.
 */
export type StreamTails = Readonly<Record<string, readonly StreamEntry[]>>;

/**
 * A stream (list of ledger entries). `count` is the number of all entries. `tail` has the latest entries, which are not
 * in a chunk yet.
 */
export interface EntryStream {
  readonly name: string;
  readonly count: number;
  readonly tail: readonly StreamEntry[];
}

/** A full chunk of a stream. Its first entry is at offset `number * ENTRIES_PER_CHUNK` of the stream. */
export interface StreamChunk {
  readonly stream: string;
  readonly number: number;
  readonly entries: readonly StreamEntry[];
}

/**
 * Returns the number of the chunk that contains an entry, and the offset of the entry in this chunk. `offset` is the
 * entry's offset in the stream (from 0).
 */
export function locateInChunks(offset: number): { chunk: number; offset: number } {
  return { chunk: Math.floor(offset / ENTRIES_PER_CHUNK), offset: offset % ENTRIES_PER_CHUNK };
}

/**
 * Adds an entry to each stream. The tail of a stream holds its latest entries. If the longest tail is full, its oldest
 * ENTRIES_PER_CHUNK entries become a chunk.
 * A tail is full at ENTRIES_PER_CHUNK entries, or at TAIL_ENTRIES_MAX entries if `hasRoomForWrite` is false.
 */
export function appendToStreams(
  streams: readonly EntryStream[],
  newEntry: StreamEntry,
  hasRoomForWrite: boolean,
): { readonly streams: readonly EntryStream[]; readonly chunk: StreamChunk | undefined } {
  const extendedStreams = streams.map(({ name, count, tail }) => ({
    name,
    count: count + 1,
    tail: [...tail, newEntry],
  }));
  const longestStream = extendedStreams.reduce((a, b) => (b.tail.length > a.tail.length ? b : a));
  if (longestStream.tail.length < (hasRoomForWrite ? ENTRIES_PER_CHUNK : TAIL_ENTRIES_MAX))
    return { streams: extendedStreams, chunk: undefined };
  const chunkNumber = (longestStream.count - longestStream.tail.length) / ENTRIES_PER_CHUNK;
  const chunk = {
    stream: longestStream.name,
    number: chunkNumber,
    entries: longestStream.tail.slice(0, ENTRIES_PER_CHUNK),
  };
  const shortenedStream = { ...longestStream, tail: longestStream.tail.slice(ENTRIES_PER_CHUNK) };
  return {
    streams: extendedStreams.map((stream) => (stream === longestStream ? shortenedStream : stream)),
    chunk,
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

/** Encodes entries as bytes: the differences between consecutive entries. */
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
