import { type Difference, listDifferences } from '../domain/audit/compare.ts';
import type { Holdings } from '../domain/holdings.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { toReportTransaction } from '../domain/reports/ledger-replay.ts';
import { PositionReplay, type ReportSubject } from '../domain/reports/position-replay.ts';
import { toReportSubject } from '../reports/replay-journal.ts';
import type { PastPositions } from '../store/past-positions.ts';

/** Replays an owner's entries and compares the stored past positions with the result. */
export class PastPositionsAudit {
  readonly #ownerId: string;
  readonly #storedBySequence: Map<number, PastPositions>;
  readonly #replayByStrategy = new Map<
    string,
    { subject: ReportSubject; replay: PositionReplay<Holdings> }
  >();

  constructor(ownerId: string, storedPastPositions: readonly PastPositions[]) {
    this.#ownerId = ownerId;
    this.#storedBySequence = new Map(
      storedPastPositions.map((pastPositions) => [pastPositions.sequence, pastPositions]),
    );
  }

  add(entry: LedgerEntry): Difference[] {
    const { position, sequence, atMs } = entry;
    const { strategyId, decimals } = position;
    const replay =
      this.#replayByStrategy.get(strategyId)?.replay ?? new PositionReplay<Holdings>(decimals, []);
    replay.add(toReportTransaction(entry));
    this.#replayByStrategy.set(strategyId, { subject: toReportSubject(this.#ownerId, position), replay });
    const storedPastPositions = this.#storedBySequence.get(sequence);
    if (storedPastPositions === undefined) return [];
    this.#storedBySequence.delete(sequence);
    const positions = [...this.#replayByStrategy.values()].map(({ subject, replay: { state } }) => ({
      subject,
      state,
    }));
    return listDifferences(
      `${this.#ownerId} entry ${sequence}`,
      'past positions',
      { sequence, atMs, positions },
      storedPastPositions,
    );
  }

  /** Reports past positions that are stored although their journal entry does not exist. */
  finish(): Difference[] {
    return listDifferences(
      `${this.#ownerId} past positions`,
      'stored for missing journal entries',
      [],
      [...this.#storedBySequence.keys()],
    );
  }
}
