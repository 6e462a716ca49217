import * as z from 'zod';
import type { Table } from '../../platform/dynamodb/client.ts';
import { getCredentials } from './credentials.ts';

/**
 * What a user's item keeps of the buckets of credentials that have ended: a new credential starts as busy as they were,
 * or ending one and making another would refill a bucket. Requests are admitted until the very write that ends a
 * credential, so its last figure stands on its own item alone, which outlives every bucket: it is kept by hash, and
 * read when the figure is needed.
 */
export const endedBuckets = {
  /** When the tokens of those that were put together are back, in microseconds since the epoch. */
  ended_tat: z.number().default(0),
  /** Hashes of those that ended since. */
  ended_hashes: z.array(z.string()).default([]),
};

interface EndedBuckets {
  readonly ended_tat: number;
  readonly ended_hashes: readonly string[];
}

/** So many are put together by the next write that makes a credential. */
const TOGETHER_FROM = 10;

/** When the tokens of all ended credentials, and of those behind `hashes`, are back, in microseconds since the epoch. */
export async function latestTat(
  table: Table,
  { ended_tat, ended_hashes }: EndedBuckets,
  hashes: readonly string[] = [],
): Promise<number> {
  const items = await getCredentials(table, [...new Set([...hashes, ...ended_hashes])]);
  return Math.max(ended_tat, ...items.map(({ tat }) => tat));
}

/** What an update of the user's item says of ended credentials. */
export interface EndedUpdate {
  readonly sets: readonly string[];
  readonly conditions: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** Adds credentials that end with the write. It depends on nothing, so that many may end at once. */
export function addEnded(hashes: readonly string[]): EndedUpdate {
  if (hashes.length === 0) return { sets: [], conditions: [], values: {} };
  return {
    sets: ['ended_hashes = list_append(if_not_exists(ended_hashes, :no_hashes), :ended_hashes)'],
    conditions: [],
    values: { ':no_hashes': [], ':ended_hashes': hashes },
  };
}

/** The same for a write that makes a credential, which also keeps the hashes few. */
export async function gatherEnded(
  table: Table,
  user: EndedBuckets,
  hashes: readonly string[] = [],
): Promise<EndedUpdate> {
  if (user.ended_hashes.length < TOGETHER_FROM) return addEnded(hashes);
  return {
    sets: ['ended_tat = :ended_tat', 'ended_hashes = :ended_hashes'],
    conditions: ['ended_hashes = :hashes_before'],
    values: {
      ':ended_tat': await latestTat(table, user),
      ':ended_hashes': hashes,
      ':hashes_before': user.ended_hashes,
    },
  };
}
