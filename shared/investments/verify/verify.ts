import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { type Difference, listDifferences } from '../domain/audit/compare.ts';
import { auditGrowthIndex } from '../domain/audit/index-audit.ts';
import { type AuditedStrategy, OwnerAudit } from '../domain/audit/owner.ts';
import { PoolAudit } from '../domain/audit/pool.ts';
import { OBSERVATION_DELAY_MS } from '../domain/growth-index.ts';
import { POOL_SHARD_COUNT } from '../domain/ids/investment-id.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { readOwnerHead } from '../store/investments.ts';
import {
  iterateJournal,
  type LedgerScan,
  readAllChunks,
  readAllPositions,
  readInvestedStrategyIds,
  scanLedgers,
} from '../store/ledger-scan.ts';
import { readAllPastPositions } from '../store/past-positions.ts';
import { readClockAheadMs } from '../store/sandbox-clock.ts';
import { readIndexSegments, readLedgerStrategyIds, readStrategyLedger } from '../store/strategy-ledger.ts';
import { type PoolShard, readPools } from '../store/strategy-pool.ts';
import { auditIfReadable } from './lasting-differences.ts';
import { repeatUntilUnchanged } from './repeat-until-unchanged.ts';
import { PastPositionsAudit } from './verify-past-positions.ts';
import { auditSubAccounts } from './verify-users.ts';

export interface LedgerReport {
  readonly owners: number;
  readonly strategies: number;
  readonly entries: number;
  readonly positions: number;
  /** All stored values that differ from the journal. Empty for a ledger without errors. */
  readonly differences: readonly Difference[];
  /** Owners and strategies that kept changing during the check. They have no result. */
  readonly moving: readonly string[];
}

interface VerificationFindings {
  entries: number;
  positions: number;
  readonly differences: Difference[];
  readonly moving: string[];
}

/** Number of owners that are checked concurrently. */
const CONCURRENCY = 8;

interface LoadedStrategy extends AuditedStrategy {
  /** Time in epoch milliseconds until which all segments of the growth index are loaded. */
  readonly segmentsLoadedUntilMs: number;
  readonly initialPoolsFingerprint: string;
}

/** One run of the verification: its loaded strategies and its findings. */
class VerificationRun {
  readonly #table: Table;
  readonly #clock: () => number;
  #registeredStrategies: ReadonlySet<string> = new Set();
  #ownersWithPastPositions: ReadonlySet<string> = new Set();
  readonly #strategies = new Map<string, LoadedStrategy>();
  readonly #pools = new PoolAudit();
  readonly findings: VerificationFindings = { entries: 0, positions: 0, differences: [], moving: [] };

  constructor(table: Table, clock: () => number) {
    this.#table = table;
    this.#clock = clock;
  }

  async run({ owners, accounts, ownersWithPastPositions, strategies }: LedgerScan): Promise<LedgerReport> {
    const table = this.#table;
    this.#ownersWithPastPositions = ownersWithPastPositions;
    this.#registeredStrategies = new Set(await readLedgerStrategyIds(table));
    await this.#auditIfReadable('users of accounts', async () => {
      const subAccountAudit = await auditSubAccounts(table, owners, accounts);
      this.findings.differences.push(...subAccountAudit.differences);
      this.findings.moving.push(...subAccountAudit.moving);
    });
    const ids = new Set([...strategies, ...this.#registeredStrategies]);
    const auditInParallel = (ids: Iterable<string>, runAudit: (name: string) => Promise<void>) =>
      forEachParallel(ids, CONCURRENCY, (name) => this.#auditIfReadable(name, runAudit));
    await auditInParallel(ids, (id) => this.#auditStrategy(id));
    await auditInParallel(new Set([...owners, ...ownersWithPastPositions]), (id) => this.#auditOwner(id));
    await auditInParallel(this.#strategies.keys(), (id) => this.#auditPools(id));
    return { owners: owners.size, strategies: this.#strategies.size, ...this.findings };
  }

  /** Runs an audit. If an item cannot be parsed, reports a difference and continues. */
  async #auditIfReadable(name: string, runAudit: (name: string) => Promise<void>): Promise<void> {
    const differences = await auditIfReadable(name, async () => {
      await runAudit(name);
      return [];
    });
    this.findings.differences.push(...differences);
  }

  async #auditStrategy(id: string): Promise<void> {
    const initialPoolsFingerprint = computePoolsFingerprint(await readPools(this.#table, id));
    const isRegistered = this.#registeredStrategies.has(id);
    this.findings.differences.push(...listDifferences(id, 'is registered', true, isRegistered));
    const strategyState = await this.#load(id, initialPoolsFingerprint);
    if (strategyState === undefined) {
      this.findings.differences.push(...listDifferences(id, 'ledger', 'present', 'missing'));
    } else this.findings.differences.push(...auditGrowthIndex(id, strategyState.segments));
  }

  async #load(id: string, initialPoolsFingerprint: string): Promise<LoadedStrategy | undefined> {
    const segmentsLoadedUntilMs = this.#clock() + OBSERVATION_DELAY_MS / 2;
    const strategyLedger = await readStrategyLedger(this.#table, id);
    if (strategyLedger === undefined) return undefined;
    const { strategyId, strategyName, chain, asset, decimals } = strategyLedger;
    const strategyAsset = { strategyId, strategyName, chain, asset, decimals };
    const segments = (await readIndexSegments(this.#table, id)).slice(0, strategyLedger.segmentCount);
    this.findings.differences.push(
      ...listDifferences(id, 'observations', strategyLedger.segmentCount, segments.length),
      ...listDifferences(
        id,
        'recent segments',
        segments.slice(-strategyLedger.segments.length),
        strategyLedger.segments,
      ),
    );
    const strategyState = {
      strategyAsset,
      segments,
      segmentsLoadedUntilMs,
      initialPoolsFingerprint,
    };
    this.#strategies.set(id, strategyState);
    return strategyState;
  }

  /** Loads the strategy of a journal entry, if it is not loaded or the entry is later than `segmentsLoadedUntilMs`. */
  async #prepare({ position, atMs }: LedgerEntry): Promise<void> {
    const loadedStrategy = this.#strategies.get(position.strategyId);
    if (loadedStrategy !== undefined && atMs <= loadedStrategy.segmentsLoadedUntilMs) return;
    await this.#load(
      position.strategyId,
      loadedStrategy?.initialPoolsFingerprint ?? 'not there at the beginning',
    );
  }

  async #auditOwner(ownerId: string): Promise<void> {
    const ownerAudit = new OwnerAudit(ownerId, (id) => this.#strategies.get(id));
    const hasPastPositions = this.#ownersWithPastPositions.has(ownerId);
    const pastPositionsAudit = new PastPositionsAudit(
      ownerId,
      hasPastPositions ? await readAllPastPositions(this.#table, ownerId) : [],
    );
    let nextSequence = 1;
    const isOwnerVerified = await repeatUntilUnchanged(async () => {
      const headBefore = await readOwnerHead(this.#table, ownerId);
      for await (const entry of iterateJournal(this.#table, ownerId, nextSequence)) {
        await this.#prepare(entry);
        this.findings.differences.push(...ownerAudit.add(entry), ...pastPositionsAudit.add(entry));
        nextSequence = entry.sequence + 1;
        this.findings.entries += 1;
      }
      return (await this.#finishOwner(ownerId, ownerAudit, headBefore.sequence)) || undefined;
    });
    if (isOwnerVerified === true) this.findings.differences.push(...pastPositionsAudit.finish());
    else this.findings.moving.push(ownerId);
  }

  /** Checks an owner's stored data. Returns false if the journal has new entries after entry number `sequence`. */
  async #finishOwner(ownerId: string, ownerAudit: OwnerAudit, sequence: number): Promise<boolean> {
    const table = this.#table;
    const positions = await readAllPositions(table, ownerId);
    const investedStrategyIds = await readInvestedStrategyIds(table, ownerId);
    const chunks = await readAllChunks(table, ownerId);
    const head = await readOwnerHead(table, ownerId);
    if (head.sequence !== sequence) return false;
    this.findings.positions += positions.length;
    this.findings.differences.push(
      ...ownerAudit.finish({ head, positions, opened: investedStrategyIds, chunks }),
    );
    for (const position of ownerAudit.positions.values()) this.#pools.add(position);
    return true;
  }

  async #auditPools(id: string): Promise<void> {
    const shards = await readPools(this.#table, id);
    if (computePoolsFingerprint(shards) !== this.#strategies.get(id)?.initialPoolsFingerprint) {
      this.findings.moving.push(id);
      return;
    }
    this.findings.differences.push(...this.#pools.finish(id, shards, POOL_SHARD_COUNT));
    const ledger = await readStrategyLedger(this.#table, id);
    for (const [shardNumber, { depositsStopped }] of shards) {
      const field = 'deposits stopped';
      const shouldDepositsBeStopped = ledger?.acceptsDeposits === false;
      this.findings.differences.push(
        ...listDifferences(`${id} pool ${shardNumber}`, field, shouldDepositsBeStopped, depositsStopped),
      );
    }
  }
}

/** Returns a text that changes with every transaction in the pools, and when deposits are stopped or allowed. */
function computePoolsFingerprint(shards: ReadonlyMap<number, PoolShard>): string {
  return [...shards]
    .map(([shardNumber, part]) =>
      [shardNumber, part.deposits, part.withdrawals, part.adjustments, part.depositsStopped].join(':'),
    )
    .join();
}

/**
 * Checks the whole sandbox ledger against its journals.
 * The function only reads, so it may run during live traffic. Data that changes during the check is reported as
 * `moving`, not as wrong.
 * The function scans the table unless the caller passes the result of a scan.
 */
export async function verifyLedger(
  table: Table,
  clock: () => number = Date.now,
  ledgerScan?: LedgerScan,
): Promise<LedgerReport> {
  // The sandbox clock may be ahead of real time.
  const clockAheadMs = await readClockAheadMs(table);
  return new VerificationRun(table, () => clock() + clockAheadMs).run(
    ledgerScan ?? (await scanLedgers(table)),
  );
}
