import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { growthIndexAt, type IndexSegment } from '../domain/growth-index.ts';
import { valueOfHoldings } from '../domain/holdings.ts';
import { OWNERS_CONCURRENCY, selectOwners } from '../owners.ts';
import { readSegments } from '../store/strategy-ledger.ts';
import { type InvestmentTrack, replayJournal } from './replay-journal.ts';
import type { PositionReport, ReportRequest } from './report.ts';
import { readVaultReports } from './vault-tracks.ts';

async function readSandboxReports(table: Table, request: ReportRequest): Promise<PositionReport[]> {
  const { account, userId, moments, entriesPerStoredState } = request;
  const investmentTracks: InvestmentTrack[] = [];
  await forEachParallel(await selectOwners(table, account, userId), OWNERS_CONCURRENCY, async (ownerId) => {
    investmentTracks.push(...(await replayJournal(table, ownerId, moments, entriesPerStoredState)));
  });
  const segments = new Map<string, readonly IndexSegment[]>();
  const ids = new Set(investmentTracks.map(({ subject }) => subject.strategyId));
  await forEachParallel(ids, OWNERS_CONCURRENCY, async (id) => {
    segments.set(id, await readSegments(table, id));
  });
  return investmentTracks.map(({ subject, track }) => ({
    subject,
    states: track.states().map((state, i) => {
      if (state === undefined) return undefined;
      const atMs = Math.max((moments[i] ?? 0) - 1, state.lastAtMs);
      return {
        ...state,
        transferred: 0n,
        value: valueOfHoldings(state.holding, growthIndexAt(segments.get(subject.strategyId) ?? [], atMs)),
      };
    }),
  }));
}

/**
 * Returns the states of all positions of an account at the given moments: sandbox investments and vault
 * holdings.
 * Ledger entries long before the first moment are not read, because stored positions replace them.
 */
export async function readReports(table: Table, request: ReportRequest): Promise<PositionReport[]> {
  const [sandboxReports, vaults] = await Promise.all([
    readSandboxReports(table, request),
    readVaultReports(table, request),
  ]);
  const order = ({ subject: { userId, settlement, strategyId, wallet } }: PositionReport) =>
    [userId ?? '', settlement, strategyId, wallet ?? ''].join(' ');
  return [...sandboxReports, ...vaults].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
