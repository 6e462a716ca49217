import { compare, type Difference } from '../domain/audit/compare.ts';
import type { Holdings } from '../domain/holdings.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { toTrackEntry } from '../domain/reports/ledger-track.ts';
import { PositionTrack, type ReportSubject } from '../domain/reports/track.ts';
import { toReportSubject } from '../reports/replay-journal.ts';
import type { PastPositions } from '../store/past-positions.ts';

/** Replays an owner's entries and compares the stored past positions with the result. */
export class PastPositionsAudit {
  readonly #ownerId: string;
  readonly #kept: Map<number, PastPositions>;
  readonly #followed = new Map<string, { subject: ReportSubject; track: PositionTrack<Holdings> }>();

  constructor(ownerId: string, storedPastPositions: readonly PastPositions[]) {
    this.#ownerId = ownerId;
    this.#kept = new Map(storedPastPositions.map((pastPositions) => [pastPositions.sequence, pastPositions]));
  }

  add(entry: LedgerEntry): Difference[] {
    const { position, sequence, atMs } = entry;
    const { strategyId, decimals } = position;
    const track = this.#followed.get(strategyId)?.track ?? new PositionTrack<Holdings>(decimals, []);
    track.add(toTrackEntry(entry));
    this.#followed.set(strategyId, { subject: toReportSubject(this.#ownerId, position), track });
    const storedPastPositions = this.#kept.get(sequence);
    if (storedPastPositions === undefined) return [];
    this.#kept.delete(sequence);
    const positions = [...this.#followed.values()].map(({ subject, track: { state } }) => ({
      subject,
      state,
    }));
    return compare(
      `${this.#ownerId} entry ${sequence}`,
      'past positions',
      { sequence, atMs, positions },
      storedPastPositions,
    );
  }

  /** Reports stored past positions for which no journal entry exists. */
  finish(): Difference[] {
    return compare(
      `${this.#ownerId} past positions`,
      'stored for missing journal entries',
      [],
      [...this.#kept.keys()],
    );
  }
}
