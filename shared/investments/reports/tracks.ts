import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Position } from '../domain/booking.ts';
import { type IndexSegment, indexAt } from '../domain/growth-index.ts';
import { type Holdings, worthOf } from '../domain/holdings.ts';
import { partsOf } from '../domain/owner.ts';
import { bookStep } from '../domain/reports/book-steps.ts';
import { type Subject, Track, type TrackState } from '../domain/reports/track.ts';
import { OWNERS_AT_ONCE, ownersMeant } from '../owners.ts';
import { readSegments } from '../store/strategy-ledger.ts';
import { walkJournal } from '../store/walk.ts';
import { readVaultTracks } from './vault-tracks.ts';

/** Whose positions, and when. */
export interface ReportRequest {
  readonly account: string;
  /** One of the account's users, or (empty) the account itself; all of them when undefined. */
  readonly userId: string | undefined;
  /** Epoch milliseconds in rising order, exclusive: what happened before each. */
  readonly moments: readonly number[];
}

/** A position as it stood at each of the moments; undefined before it was opened. */
export interface Report {
  readonly subject: Subject;
  readonly states: readonly (
    | (Omit<TrackState<unknown>, 'holding'> & {
        /** In base units of the asset; undefined where no price of the vault's shares is known. */
        readonly value: bigint | undefined;
      })
    | undefined
  )[];
}

function subjectOf(ownerId: string, position: Position): Subject {
  return {
    settlement: 'sandbox',
    userId: partsOf(ownerId).userId,
    investmentId: position.investmentId,
    strategyId: position.strategyId,
    chain: position.chain,
    asset: position.asset,
    decimals: position.decimals,
    wallet: position.walletAddress ?? null,
  };
}

interface Followed {
  readonly subject: Subject;
  readonly track: Track<Holdings>;
}

/** An owner's investments followed through the journal, as far as the last moment. */
async function followJournal(table: Table, ownerId: string, moments: readonly number[]): Promise<Followed[]> {
  const followed = new Map<string, Followed>();
  const endMs = moments.at(-1) ?? 0;
  for await (const entry of walkJournal(table, ownerId, 1)) {
    // Entries are in order of time.
    if (entry.atMs >= endMs) break;
    const { strategyId, decimals } = entry.position;
    const known = followed.get(strategyId);
    const track = known?.track ?? new Track<Holdings>(decimals, moments);
    track.add(bookStep(entry));
    followed.set(strategyId, { subject: subjectOf(ownerId, entry.position), track });
  }
  return [...followed.values()];
}

async function readBookTracks(table: Table, { account, userId, moments }: ReportRequest): Promise<Report[]> {
  const followed: Followed[] = [];
  await forEachParallel(await ownersMeant(table, account, userId), OWNERS_AT_ONCE, async (ownerId) => {
    followed.push(...(await followJournal(table, ownerId, moments)));
  });
  const segments = new Map<string, readonly IndexSegment[]>();
  const ids = new Set(followed.map(({ subject }) => subject.strategyId));
  await forEachParallel(ids, OWNERS_AT_ONCE, async (id) => {
    segments.set(id, await readSegments(table, id));
  });
  return followed.map(({ subject, track }) => ({
    subject,
    states: track.states().map((state, i) => {
      if (state === undefined) return undefined;
      const atMs = Math.max((moments[i] ?? 0) - 1, state.lastAtMs);
      return {
        ...state,
        value: worthOf(state.holding, indexAt(segments.get(subject.strategyId) ?? [], atMs)),
      };
    }),
  }));
}

/**
 * Every position of an account as it stood at some moments, from the entries of the books and the confirmed events of
 * vaults: a walk through all of them, so its cost grows with their number.
 */
export async function readTracks(table: Table, request: ReportRequest): Promise<Report[]> {
  const [books, vaults] = await Promise.all([
    readBookTracks(table, request),
    readVaultTracks(table, request),
  ]);
  const order = ({ subject: { userId, settlement, strategyId, wallet } }: Report) =>
    [userId ?? '', settlement, strategyId, wallet ?? ''].join(' ');
  return [...books, ...vaults].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
