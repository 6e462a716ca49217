import type { TransactionType } from '../contract.ts';

/** Entries in one block of a stream: such a block stays under 1 KB, the unit of a write. */
export const BLOCK_ENTRIES = 50;

/**
 * Names of the lists in which an entry is found besides the owner's journal itself: by type, by strategy, and by both.
 * Each is dense and only grows, so that any page of it is a range of positions.
 */
export const streams = {
  type: (type: TransactionType) => `TYPE#${type}`,
  strategy: (strategyId: string) => strategyId,
  strategyType: (strategyId: string, type: TransactionType) => `${strategyId}#${type}`,
} as const;

/** An entry as a stream lists it. */
export interface Listed {
  readonly sequence: number;
  readonly atMs: number;
}

/** A block's entries as they are stored: sequence, time, sequence, time... */
export function parseBlock(numbers: readonly number[]): readonly Listed[] {
  const entries: Listed[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    entries.push({ sequence: numbers[i] ?? 0, atMs: numbers[i + 1] ?? 0 });
  }
  return entries;
}

/** Where position `position` (from 0) of a stream lies. */
export function blockOf(position: number): { block: number; offset: number } {
  return { block: Math.floor(position / BLOCK_ENTRIES), offset: position % BLOCK_ENTRIES };
}
