import type { Table } from '../../platform/dynamodb/client.ts';
import type { Holdings } from '../domain/holdings.ts';
import { splitOwnerId } from '../domain/ids/owner.ts';
import type { Position } from '../domain/ledger-entry.ts';
import { toReportTransaction } from '../domain/reports/ledger-replay.ts';
import { PositionReplay, type ReportSubject } from '../domain/reports/position-replay.ts';
import { iterateJournal } from '../store/ledger-scan.ts';
import { type PastPositions, putPastPositions, readPastPositions } from '../store/past-positions.ts';

/** Number of journal entries between two stored states of the positions. */
const ENTRIES_PER_STORED_STATE = 1_000;

/** An investment in the sandbox ledger, with the states computed from its entries. */
export interface InvestmentReplay {
  readonly subject: ReportSubject;
  readonly replay: PositionReplay<Holdings>;
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
 * Returns the latest stored positions before a moment, from which a replay starts. `storedUntilSequence` is the number
 * of the last journal entry that the owner's latest stored positions include.
 */
async function readStartingState(table: Table, ownerId: string, momentMs: number) {
  const latestPositions = await readPastPositions(table, ownerId, Number.MAX_SAFE_INTEGER);
  const areLatestPositionsBeforeMoment = latestPositions === undefined || latestPositions.atMs < momentMs;
  const startingPositions = areLatestPositionsBeforeMoment
    ? latestPositions
    : await readPastPositions(table, ownerId, momentMs);
  return { startingPositions, storedUntilSequence: latestPositions?.sequence ?? 0 };
}

function collectCurrentPositions(investmentReplays: Iterable<InvestmentReplay>): PastPositions['positions'] {
  return [...investmentReplays].flatMap(({ subject, replay: { state } }) =>
    state === undefined ? [] : { subject, state },
  );
}

/**
 * Returns the states of the owner's investments at each of the given times. Replays the owner's journal up to the
 * latest of these times. Starts from stored positions and stores new ones, so that later reports read fewer entries.
 *
 * @param momentsMs epoch milliseconds in ascending order; the state at a moment contains only earlier entries
 */
export async function replayJournal(
  table: Table,
  ownerId: string,
  momentsMs: readonly number[],
  entriesPerStoredState = ENTRIES_PER_STORED_STATE,
): Promise<InvestmentReplay[]> {
  const { startingPositions, storedUntilSequence } = await readStartingState(
    table,
    ownerId,
    momentsMs[0] ?? 0,
  );
  const replayByStrategy = new Map<string, InvestmentReplay>();
  for (const { subject, state } of startingPositions?.positions ?? []) {
    replayByStrategy.set(subject.strategyId, {
      subject,
      replay: new PositionReplay(subject.decimals, momentsMs, state),
    });
  }
  const lastMomentMs = momentsMs.at(-1) ?? 0;
  for await (const entry of iterateJournal(table, ownerId, (startingPositions?.sequence ?? 0) + 1)) {
    // Entries are sorted by time, so all later entries are also at or after the last requested moment.
    if (entry.atMs >= lastMomentMs) break;
    const { position, sequence, atMs } = entry;
    const { strategyId, decimals } = position;
    const positionReplay =
      replayByStrategy.get(strategyId)?.replay ?? new PositionReplay<Holdings>(decimals, momentsMs);
    positionReplay.add(toReportTransaction(entry));
    replayByStrategy.set(strategyId, { subject: toReportSubject(ownerId, position), replay: positionReplay });
    if (sequence % entriesPerStoredState === 0 && sequence > storedUntilSequence) {
      await putPastPositions(table, ownerId, {
        sequence,
        atMs,
        positions: collectCurrentPositions(replayByStrategy.values()),
      });
    }
  }
  return [...replayByStrategy.values()];
}
