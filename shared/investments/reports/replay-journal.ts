import type { Table } from '../../platform/dynamodb/client.ts';
import type { Holdings } from '../domain/holdings.ts';
import { splitOwnerId } from '../domain/ids/owner.ts';
import type { Position } from '../domain/ledger-entry.ts';
import { toTrackEntry } from '../domain/reports/ledger-track.ts';
import { PositionTrack, type ReportSubject } from '../domain/reports/track.ts';
import { walkJournal } from '../store/ledger-scan.ts';
import { type PastPositions, putPastPositions, readPastPositions } from '../store/past-positions.ts';

/** Number of journal entries after which a replay stores the positions again: about one page of entries. */
const ENTRIES_PER_STORED_STATE = 1_000;

/** An investment in the sandbox ledger, with the states computed from its entries. */
export interface InvestmentTrack {
  readonly subject: ReportSubject;
  readonly track: PositionTrack<Holdings>;
}

export function toReportSubject(ownerId: string, position: Position): ReportSubject {
  return {
    settlement: 'sandbox',
    userId: splitOwnerId(ownerId).userId,
    investmentId: position.investmentId,
    strategyId: position.strategyId,
    chain: position.chain,
    asset: position.asset,
    decimals: position.decimals,
    wallet: position.walletAddress ?? null,
  };
}

/**
 * Returns the latest stored positions before a moment. Also returns the number of the last entry for which
 * positions are stored, whatever its time.
 */
async function readStartingState(table: Table, ownerId: string, beforeMs: number) {
  const latestState = await readPastPositions(table, ownerId, Number.MAX_SAFE_INTEGER);
  const isBefore = latestState === undefined || latestState.atMs < beforeMs;
  const from = isBefore ? latestState : await readPastPositions(table, ownerId, beforeMs);
  return { from, keptUntil: latestState?.sequence ?? 0 };
}

function currentPositions(tracks: Iterable<InvestmentTrack>): PastPositions['positions'] {
  return [...tracks].flatMap(({ subject, track: { state } }) =>
    state === undefined ? [] : { subject, state },
  );
}

/**
 * Replays an owner's journal up to the last moment. Returns the states of the owner's investments at all
 * moments.
 * Starts from the stored positions before the first moment, so it reads few older entries. Stores positions
 * during the replay, so that later reports can start from them. A retry after an interruption can start from
 * them too.
 *
 * @param moments epoch milliseconds in ascending order; the state at a moment contains only earlier entries
 */
export async function replayJournal(
  table: Table,
  ownerId: string,
  moments: readonly number[],
  entriesPerState = ENTRIES_PER_STORED_STATE,
): Promise<InvestmentTrack[]> {
  const { from, keptUntil } = await readStartingState(table, ownerId, moments[0] ?? 0);
  const tracksByStrategy = new Map<string, InvestmentTrack>();
  for (const { subject, state } of from?.positions ?? []) {
    tracksByStrategy.set(subject.strategyId, {
      subject,
      track: new PositionTrack(subject.decimals, moments, state),
    });
  }
  const endMs = moments.at(-1) ?? 0;
  for await (const entry of walkJournal(table, ownerId, (from?.sequence ?? 0) + 1)) {
    // Entries are in order of time, so all later entries are after the last moment.
    if (entry.atMs >= endMs) break;
    const { position, sequence, atMs } = entry;
    const { strategyId, decimals } = position;
    const track = tracksByStrategy.get(strategyId)?.track ?? new PositionTrack<Holdings>(decimals, moments);
    track.add(toTrackEntry(entry));
    tracksByStrategy.set(strategyId, { subject: toReportSubject(ownerId, position), track });
    if (sequence % entriesPerState === 0 && sequence > keptUntil) {
      await putPastPositions(table, ownerId, {
        sequence,
        atMs,
        positions: currentPositions(tracksByStrategy.values()),
      });
    }
  }
  return [...tracksByStrategy.values()];
}
