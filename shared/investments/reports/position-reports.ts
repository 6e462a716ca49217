import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { type GrowthIndexSegment, growthIndexAt } from '../domain/growth-index.ts';
import { valueOfHoldings } from '../domain/holdings.ts';
import { OWNERS_CONCURRENCY, selectOwners } from '../owners.ts';
import { readIndexSegments } from '../store/strategy-ledger.ts';
import { type InvestmentReplay, replayJournal } from './replay-journal.ts';
import type { PositionReport, ReportRequest } from './report.ts';
import { readVaultReports } from './vault-reports.ts';

async function readSandboxReports(table: Table, request: ReportRequest): Promise<PositionReport[]> {
  const { account, userId, moments, entriesPerStoredState } = request;
  const investmentReplays: InvestmentReplay[] = [];
  await forEachParallel(await selectOwners(table, account, userId), OWNERS_CONCURRENCY, async (ownerId) => {
    investmentReplays.push(...(await replayJournal(table, ownerId, moments, entriesPerStoredState)));
  });
  const segmentsByStrategyId = new Map<string, readonly GrowthIndexSegment[]>();
  const ids = new Set(investmentReplays.map(({ subject }) => subject.strategyId));
  await forEachParallel(ids, OWNERS_CONCURRENCY, async (id) => {
    segmentsByStrategyId.set(id, await readIndexSegments(table, id));
  });
  return investmentReplays.map(({ subject, replay }) => ({
    subject,
    states: replay.states().map((state, i) => {
      if (state === undefined) return undefined;
      const atMs = Math.max((moments[i] ?? 0) - 1, state.lastAtMs);
      return {
        ...state,
        transferred: 0n,
        value: valueOfHoldings(
          state.holding,
          growthIndexAt(segmentsByStrategyId.get(subject.strategyId) ?? [], atMs),
        ),
      };
    }),
  }));
}

/**
 * Returns the states of all positions of an account (sandbox investments and vault holdings) at the given moments.
 */
export async function readPositionReports(table: Table, request: ReportRequest): Promise<PositionReport[]> {
  const [sandboxReports, vaultReports] = await Promise.all([
    readSandboxReports(table, request),
    readVaultReports(table, request),
  ]);
  const sortKeyOf = ({ subject: { userId, settlement, strategyId, wallet } }: PositionReport) =>
    [userId ?? '', settlement, strategyId, wallet ?? ''].join(' ');
  return [...sandboxReports, ...vaultReports].sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
}
