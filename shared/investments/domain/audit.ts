import { canonicalJson } from '../../platform/domain/request-hash.ts';
import {
  book,
  type Denomination,
  type Entry,
  NEW_OWNER,
  type Order,
  type OwnerHead,
  type Position,
  placesOf,
} from './booking.ts';
import { plain } from './digest.ts';
import { type IndexSegment, indexAt, RAY, ratePerMs } from './growth-index.ts';
import { poolShardOf } from './investment-id.ts';
import { accounts, imbalances } from './journal.ts';
import type { Listed } from './streams.ts';

/** One thing that is not as the journal says it must be. */
export interface Difference {
  /** The item concerned, such as `usr_a entry 12` or `strat_b pool 3`. */
  readonly where: string;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** What the ledger knows of a strategy: what its first deposit fixed, and every segment of its index. */
export interface AuditedStrategy {
  readonly denomination: Denomination;
  readonly segments: readonly IndexSegment[];
}

/** No more than this is said of one item: a list that lacks its first entry differs in every place. */
const DIFFERENCES_MAX = 5;

function differ(where: string, what: string, expected: unknown, found: unknown): Difference[] {
  const text = (value: unknown) => (value === undefined ? 'missing' : canonicalJson(value));
  if (text(expected) === text(found)) return [];
  if (typeof expected === 'object' && expected && typeof found === 'object' && found) {
    const [a, b] = [new Map(Object.entries(expected)), new Map(Object.entries(found))];
    return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
      differ(where, `${what}.${key}`, a.get(key), b.get(key)),
    );
  }
  return [{ where, what, expected: text(expected), found: text(found) }];
}

/** Where two values differ, by the path of each part. */
export function compare(where: string, what: string, expected: unknown, found: unknown): Difference[] {
  return differ(where, what, plain(expected), plain(found)).slice(0, DIFFERENCES_MAX);
}

/** The order that an entry carried out. One that emptied the position books the same however it was put. */
function orderOf({ type, movement, position }: Entry): Order {
  return type === 'deposit'
    ? { type, amount: movement.amount, walletAddress: position.walletAddress }
    : { type, amount: -movement.amount };
}

/** Every segment must grow at its APY and begin where the one before it has led, the first at 1. */
export function auditIndex(strategyId: string, segments: readonly IndexSegment[]): Difference[] {
  return segments.flatMap((segment, i) => {
    const before = segments.slice(0, i);
    const where = `${strategyId} index ${i + 1}`;
    const rate = compare(where, 'rate', ratePerMs(segment.apyPercent), segment.rate);
    if (before.length === 0) return [...rate, ...compare(where, 'value', RAY, segment.index)];
    const isLater = segment.fromMs > (before.at(-1)?.fromMs ?? 0);
    return [
      ...rate,
      ...compare(where, 'begins after the one before', true, isLater),
      ...compare(where, 'value', indexAt(before, segment.fromMs), segment.index),
    ];
  });
}

/**
 * Books an owner's journal anew from its beginning, entry by entry, and compares each entry with what it must be given
 * those before it. Independently of that it adds up the legs of every account.
 */
export class OwnerAudit {
  readonly #ownerId: string;
  readonly #strategy: (id: string) => AuditedStrategy | undefined;
  readonly #ids = new Set<string>();
  readonly #balances = new Map<string, bigint>();
  head: OwnerHead = NEW_OWNER;
  readonly positions = new Map<string, Position>();
  /** Strategies of the owner's investments in the order in which they were opened. */
  readonly opened: string[] = [];
  /** What each stream must list. */
  readonly streams = new Map<string, Listed[]>();

  constructor(ownerId: string, strategy: (id: string) => AuditedStrategy | undefined) {
    this.#ownerId = ownerId;
    this.#strategy = strategy;
  }

  /** Takes the next entry of the journal. What follows a broken entry is booked on what that entry says. */
  add(entry: Entry): Difference[] {
    const where = `${this.#ownerId} entry ${entry.sequence}`;
    const differences = [
      ...compare(where, 'number', this.head.sequence + 1, entry.sequence),
      ...compare(where, 'owner', this.#ownerId, entry.ownerId),
      ...compare(where, 'legs sum to zero', [], [...imbalances(entry.legs)]),
      ...compare(where, 'transaction id is new', true, !this.#ids.has(entry.id)),
      ...this.#rebook(where, entry),
    ];
    this.#ids.add(entry.id);
    for (const { account, unit, amount } of entry.legs) {
      const key = `${account} ${unit}`;
      this.#balances.set(key, (this.#balances.get(key) ?? 0n) + amount);
    }
    return differences;
  }

  #rebook(where: string, entry: Entry): Difference[] {
    const { strategyId } = entry.position;
    const strategy = this.#strategy(strategyId);
    if (strategy === undefined) return compare(where, 'strategy', 'known to the ledger', strategyId);
    try {
      const booking = book(orderOf(entry), {
        transactionId: entry.id,
        ownerId: this.#ownerId,
        nowMs: entry.atMs,
        status: entry.status,
        head: this.head,
        denomination: strategy.denomination,
        segments: strategy.segments,
        position: this.positions.get(strategyId),
      });
      this.#list(entry, booking.head);
      return compare(where, 'entry', booking.entry, entry);
    } catch (error) {
      return compare(where, 'entry', 'one that can be booked', String(error));
    }
  }

  #list(entry: Entry, head: OwnerHead): void {
    this.head = head;
    this.positions.set(entry.position.strategyId, entry.position);
    if (entry.transition === 'opened') this.opened.push(entry.position.strategyId);
    for (const { stream, listed } of placesOf(entry, head)) {
      const all = this.streams.get(stream) ?? [];
      all.push(listed);
      this.streams.set(stream, all);
    }
  }

  /** Compares what is kept of the owner with what the journal says, and the accounts with the positions. */
  finish(kept: { head: OwnerHead; positions: readonly Position[]; opened: readonly string[] }): Difference[] {
    const owner = this.#ownerId;
    const byStrategy = (positions: Iterable<Position>) =>
      [...positions].sort((a, b) => (a.strategyId < b.strategyId ? -1 : 1));
    const accountsDiffer = [...this.positions.values()].flatMap(({ strategyId, asset, holdings }) => {
      const balance = (account: string, unit: string) => this.#balances.get(`${account} ${unit}`) ?? 0n;
      const holder = accounts.holder(owner, strategyId);
      const principal = accounts.principal(owner, strategyId);
      return [
        ...compare(holder, 'balance', holdings.shares, balance(holder, `share:${strategyId}`)),
        ...compare(principal, 'balance', -holdings.principal, balance(principal, asset)),
      ];
    });
    return [
      ...compare(`${owner} head`, 'head', this.head, kept.head),
      ...compare(
        `${owner} positions`,
        'positions',
        byStrategy(this.positions.values()),
        byStrategy(kept.positions),
      ),
      ...compare(`${owner} opened`, 'investments in order', this.opened, kept.opened),
      ...accountsDiffer,
    ];
  }
}

/** Sums over the positions of a part of a strategy's pool. Shares in share units, the others in base units. */
export interface PoolSums {
  readonly shares: bigint;
  readonly principal: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly active: number;
}

const NOTHING: PoolSums = {
  shares: 0n,
  principal: 0n,
  deposited: 0n,
  withdrawn: 0n,
  deposits: 0,
  withdrawals: 0,
  active: 0,
};

/** Adds up the positions of the parts of every strategy's pool. */
export class PoolAudit {
  readonly #sums = new Map<string, PoolSums>();

  add({ strategyId, investmentId, holdings, deposits, withdrawals }: Position): void {
    const key = `${strategyId} pool ${poolShardOf(investmentId)}`;
    const sum = this.#sums.get(key) ?? NOTHING;
    this.#sums.set(key, {
      shares: sum.shares + holdings.shares,
      principal: sum.principal + holdings.principal,
      deposited: sum.deposited + holdings.deposited,
      withdrawn: sum.withdrawn + holdings.withdrawn,
      deposits: sum.deposits + deposits,
      withdrawals: sum.withdrawals + withdrawals,
      active: sum.active + (holdings.shares > 0n ? 1 : 0),
    });
  }

  /** Compares the parts of a strategy's pool, by their number, with the sums of its positions. */
  finish(strategyId: string, kept: ReadonlyMap<number, PoolSums>, shards: number): Difference[] {
    return Array.from({ length: shards }, (_, shard) => shard).flatMap((shard) => {
      const where = `${strategyId} pool ${shard}`;
      const { shares, principal, deposited, withdrawn, deposits, withdrawals, active } =
        kept.get(shard) ?? NOTHING;
      const found = { shares, principal, deposited, withdrawn, deposits, withdrawals, active };
      return compare(where, 'totals', this.#sums.get(where) ?? NOTHING, found);
    });
  }
}
