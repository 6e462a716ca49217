import { ALL_ENTRY_TYPES_KEY } from '../booking.ts';
import { computeNextDigest } from '../encoding/digest.ts';
import type { StoredPosition } from '../encoding/position-codec.ts';
import { type GrowthIndexSegment, growthIndexAt } from '../growth-index.ts';
import { investmentIdOf } from '../ids/investment-id.ts';
import {
  type LedgerEntry,
  NEW_OWNER_HEAD,
  type OwnerJournalHead,
  type Position,
  type StrategyAsset,
} from '../ledger-entry.ts';
import { isInvestmentActive, setInvestmentActive } from '../lists/active-set.ts';
import { type StreamEntry, streamNames } from '../lists/streams.ts';
import { type Difference, listDifferences } from './compare.ts';
import { auditHoldingsChange, auditLegs, auditMove, auditPosition } from './entry.ts';

export interface AuditedStrategy {
  readonly strategyAsset: StrategyAsset;
  readonly segments: readonly GrowthIndexSegment[];
}

/** An owner's stored data, except the journal. */
export interface StoredOwner {
  readonly head: OwnerJournalHead;
  readonly positions: readonly StoredPosition[];
  /** Strategy ids of the owner's investments, in the order in which the investments were opened. */
  readonly opened: readonly string[];
  readonly chunks: ReadonlyMap<string, readonly { number: number; entries: readonly StreamEntry[] }[]>;
}

/**
 * Checks each entry of an owner's journal, independently of the code that records entries. `finish` compares the
 * values computed from the journal with the stored values.
 */
export class OwnerAudit {
  readonly #ownerId: string;
  readonly #strategy: (id: string) => AuditedStrategy | undefined;
  readonly #ids = new Set<string>();
  #head: OwnerJournalHead = NEW_OWNER_HEAD;
  #last: LedgerEntry | undefined;
  readonly positions = new Map<string, Position>();
  readonly #opened: string[] = [];
  /** The entries that each stream should contain, by stream name. A stream is a list of ledger entries. */
  readonly #streams = new Map<string, StreamEntry[]>();

  constructor(ownerId: string, strategy: (id: string) => AuditedStrategy | undefined) {
    this.#ownerId = ownerId;
    this.#strategy = strategy;
  }

  /**
   * Checks the next journal entry. Computes the expected values from the previous entry, even if that entry was wrong.
   */
  add(entry: LedgerEntry): Difference[] {
    const location = `${this.#ownerId} entry ${entry.sequence}`;
    const { digest, ...content } = entry;
    const { strategyId } = entry.position;
    const previousPosition = this.positions.get(strategyId);
    const investmentNumber = previousPosition?.number ?? this.#opened.length + 1;
    const investmentId = investmentIdOf(this.#ownerId, strategyId);
    const differences = [
      ...listDifferences(location, 'number', this.#head.sequence + 1, entry.sequence),
      ...listDifferences(location, 'owner', this.#ownerId, entry.ownerId),
      ...listDifferences(location, 'the transaction id occurs only once', true, !this.#ids.has(entry.id)),
      ...listDifferences(
        location,
        'the time of the entry is not before that of the previous entry',
        true,
        entry.atMs >= this.#head.lastAtMs,
      ),
      ...listDifferences(location, 'status', 'confirmed', entry.status),
      ...listDifferences(location, 'digest', computeNextDigest(this.#head.lastDigest, content), digest),
      ...this.#auditStrategy(location, entry),
      ...auditLegs(location, entry),
      ...auditHoldingsChange(location, entry, previousPosition),
      ...auditPosition(location, { ...entry, investmentId }, previousPosition, investmentNumber),
      ...auditMove(location, this.#last, entry),
    ];
    this.#applyEntry(entry, previousPosition);
    this.#last = entry;
    return differences;
  }

  #auditStrategy(location: string, { position, index, atMs }: LedgerEntry): Difference[] {
    const { strategyId, strategyName, chain, asset, decimals } = position;
    const strategy = this.#strategy(strategyId);
    if (strategy === undefined)
      return listDifferences(location, 'strategy', 'known to the ledger', strategyId);
    if (strategy.segments.length === 0) return listDifferences(location, 'index', 'known', 'missing');
    const foundStrategyAsset = { strategyId, strategyName, chain, asset, decimals };
    return [
      ...listDifferences(location, 'strategy asset', strategy.strategyAsset, foundStrategyAsset),
      ...listDifferences(location, 'index', growthIndexAt(strategy.segments, atMs), index),
    ];
  }

  #applyEntry(entry: LedgerEntry, previousPosition: Position | undefined): void {
    const { position, type, sequence, atMs } = entry;
    const { strategyId, number } = position;
    const head = this.#head;
    const isPositionActive = position.holdings.shares > 0n;
    if (previousPosition === undefined) this.#opened.push(strategyId);
    const activePositionSet = setInvestmentActive(head.activeSet, number, isPositionActive);
    this.#head = {
      sequence,
      lastAtMs: atMs,
      lastDigest: entry.digest,
      deposits: head.deposits + (type === 'deposit' ? 1 : 0),
      withdrawals: head.withdrawals + (type === 'withdrawal' ? 1 : 0),
      adjustments: head.adjustments + (type === 'adjustment' ? 1 : 0),
      opened: this.#opened.length,
      active: this.#opened.filter((_, i) => isInvestmentActive(activePositionSet, i + 1)).length,
      activeSet: activePositionSet,
      tails: {},
    };
    this.#ids.add(entry.id);
    this.positions.set(strategyId, position);
    const streamNamesOfEntry = [
      streamNames.type(type),
      streamNames.strategy(strategyId),
      streamNames.strategyType(strategyId, type),
    ];
    for (const name of streamNamesOfEntry) {
      const streamEntries = this.#streams.get(name) ?? [];
      streamEntries.push({ sequence, atMs });
      this.#streams.set(name, streamEntries);
    }
  }

  /** Compares the owner's stored data with the values computed from the journal. */
  finish(storedOwner: StoredOwner): Difference[] {
    const owner = this.#ownerId;
    const sortPositions = (positions: Iterable<Position>) =>
      [...positions].sort((a, b) => (a.strategyId < b.strategyId ? -1 : 1));
    const storedPositions = storedOwner.positions.map(({ position }) => position);
    const isMoveIncomplete = this.#last?.counterpartId !== undefined && this.#last.type === 'withdrawal';
    return [
      ...listDifferences(
        `${owner} head`,
        'the last move has a withdrawal and a deposit',
        true,
        !isMoveIncomplete,
      ),
      ...listDifferences(`${owner} head`, 'head', this.#head, { ...storedOwner.head, tails: {} }),
      ...listDifferences(
        `${owner} positions`,
        'positions',
        sortPositions(this.positions.values()),
        sortPositions(storedPositions),
      ),
      ...listDifferences(
        `${owner} opened`,
        'investments in the order in which they were opened',
        this.#opened,
        storedOwner.opened,
      ),
      ...listDifferences(
        `${owner} streams`,
        'entries',
        sortByName(this.#streams),
        sortByName(readStoredStreams(storedOwner)),
      ),
      ...listDifferences(
        `${owner} streams`,
        'streams with missing chunks',
        [],
        findStreamsWithGaps(storedOwner),
      ),
    ];
  }
}

function sortByName<V>(valuesByName: ReadonlyMap<string, V>): [string, V][] {
  return [...valuesByName].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the stored entries of each stream, oldest first. The key is the name of the stream. */
function readStoredStreams({ head, positions, chunks }: StoredOwner): Map<string, StreamEntry[]> {
  const entriesByStream = new Map<string, StreamEntry[]>();
  const add = (name: string, entries: readonly StreamEntry[]) => {
    if (entries.length > 0) entriesByStream.set(name, [...(entriesByStream.get(name) ?? []), ...entries]);
  };
  for (const [name, list] of chunks) for (const { entries } of list) add(name, entries);
  for (const [type, tail] of Object.entries(head.tails)) add(`TYPE#${type}`, tail);
  for (const { position, tails } of positions) {
    for (const [type, tail] of Object.entries(tails)) {
      add(type === ALL_ENTRY_TYPES_KEY ? position.strategyId : `${position.strategyId}#${type}`, tail);
    }
  }
  return entriesByStream;
}

function findStreamsWithGaps({ chunks }: StoredOwner): string[] {
  return [...chunks].flatMap(([name, list]) => (list.every(({ number }, i) => number === i) ? [] : name));
}
