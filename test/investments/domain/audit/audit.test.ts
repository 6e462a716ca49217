import { describe, expect, test } from 'vitest';
import { listDifferences } from '../../../../shared/investments/domain/audit/compare.ts';
import { auditGrowthIndex } from '../../../../shared/investments/domain/audit/index-audit.ts';
import { OwnerAudit } from '../../../../shared/investments/domain/audit/owner.ts';
import { bookLedgerOrder, type RecordedTransaction } from '../../../../shared/investments/domain/booking.ts';
import {
  createFirstIndexSegment,
  createNextSegment,
} from '../../../../shared/investments/domain/growth-index.ts';
import { type LedgerEntry, NEW_OWNER_HEAD } from '../../../../shared/investments/domain/ledger-entry.ts';
import { DAY_MS, T0 } from '../support/cases.ts';

const strategyAsset = { strategyId: 'strat_a', strategyName: 'A', chain: 'base', asset: 'USDC', decimals: 6 };
const segments = [createFirstIndexSegment(T0, 10)];

function bookings(count: number): RecordedTransaction[] {
  const made: RecordedTransaction[] = [];
  for (let i = 0; i < count; i += 1) {
    const last = made.at(-1);
    const order = { type: 'deposit', amount: 5_000_000n, walletAddress: undefined } as const;
    made.push(
      bookLedgerOrder(order, {
        transactionId: `txn_${i}`,
        ownerId: 'usr_a',
        nowMs: T0 + i * DAY_MS,
        status: 'confirmed',
        head: last?.head ?? NEW_OWNER_HEAD,
        strategyAsset,
        segments,
        position: last?.entry.position,
        tails: last?.tails ?? {},
        priceUsd: 1,
      }),
    );
  }
  return made;
}

function audited(entries: readonly LedgerEntry[]) {
  const audit = new OwnerAudit('usr_a', (id) => (id === 'strat_a' ? { strategyAsset, segments } : undefined));
  return { audit, differences: entries.flatMap((entry) => audit.add(entry)) };
}

const paths = (entries: readonly LedgerEntry[]) =>
  audited(entries).differences.map(({ where, what }) => `${where}: ${what}`);

describe('the audit of a journal', () => {
  const entries = bookings(4).map(({ entry }) => entry);

  test('the audit finds no difference in a correct journal', () => {
    const { audit, differences } = audited(entries);
    expect(differences).toEqual([]);
    const last = bookings(4).at(-1);
    const positions = [...audit.positions.values()].map((position) => ({
      position,
      tails: last?.tails ?? {},
    }));
    const kept = { head: last?.head ?? NEW_OWNER_HEAD, positions, opened: ['strat_a'], chunks: new Map() };
    expect(audit.finish(kept)).toEqual([]);
    expect(audit.finish({ ...kept, head: NEW_OWNER_HEAD, positions: [], opened: [] })).not.toEqual([]);
  });

  test('the audit finds missing, repeated, reordered and changed entries', () => {
    const [a, b, c, d] = entries;
    if (!a || !b || !c || !d) throw new Error('There are four entries');
    expect(paths([a, c, d])).toContain('usr_a entry 3: number');
    expect(paths([a, b, b, c])).toContain('usr_a entry 2: the transaction id occurs only once');
    expect(paths([a, c, b, d])).not.toEqual([]);
    expect(paths([{ ...a, ownerId: 'usr_b' }])).toContain('usr_a entry 1: owner');
    expect(paths([{ ...a, position: { ...a.position, strategyId: 'strat_z' } }])).toContain(
      'usr_a entry 1: strategy',
    );
  });

  test('the audit finds an entry whose debits and credits do not sum to zero', () => {
    const [first] = entries;
    if (first === undefined) throw new Error('There is an entry');
    const legs = first.legs.map(([name, amount], i) => [name, i === 0 ? amount + 1n : amount] as const);
    expect(paths([{ ...first, legs }])).toContain('usr_a entry 1: assets whose legs do not sum to zero.0');
  });

  test('the audit finds a move whose withdrawal and deposit do not match', () => {
    const [a, b] = entries;
    if (!a || !b) throw new Error('There are two entries');
    const taken = { ...a, type: 'withdrawal' as const, counterpartId: b.id };
    const paid = { ...b, counterpartId: a.id };
    const said = (list: readonly LedgerEntry[]) =>
      paths(list).filter((path) => path.includes('directly follows its withdrawal'));
    expect(said([taken, paid])).toEqual([]);
    expect(said([taken, b])).toEqual([
      'usr_a entry 2: the deposit of a move directly follows its withdrawal',
    ]);
    expect(said([a, paid])).toEqual(['usr_a entry 2: the deposit of a move directly follows its withdrawal']);
    expect(paths([taken, { ...paid, counterpartId: 'txn_x' }])).toContain(
      'usr_a entry 2: the withdrawal and the deposit of a move refer to each other',
    );
    expect(paths([taken, paid])).toContain('usr_a entry 2: the deposit of a move equals its withdrawal');
  });

  test('the audit finds a wrong value, APY or start time in a segment of the growth index', () => {
    const next = createNextSegment(segments, { recordedAtMs: T0 + DAY_MS, apyPercent: 20 });
    if (next === undefined) throw new Error('The APY has changed');
    expect(auditGrowthIndex('strat_a', [...segments, next])).toEqual([]);
    const wrong = [
      { ...next, index: next.index + 1n },
      { ...next, apyPercent: 21 },
      { ...next, fromMs: T0 },
    ];
    for (const leap of wrong) expect(auditGrowthIndex('strat_a', [...segments, leap])).not.toEqual([]);
  });
});

test('a comparison of two values returns the paths of at most five differences', () => {
  expect(listDifferences('x', 'it', { a: 1n, b: { c: [1, 2] } }, { a: 1n, b: { c: [1, 3] } })).toEqual([
    { where: 'x', what: 'it.b.c.1', expected: '2', found: '3' },
  ]);
  expect(listDifferences('x', 'it', { a: 1 }, {})).toEqual([
    { where: 'x', what: 'it.a', expected: '1', found: 'missing' },
  ]);
  expect(listDifferences('x', 'it', [1, 2, 3, 4, 5, 6, 7], [])).toHaveLength(5);
  expect(listDifferences('x', 'it', new Uint8Array([1]), new Uint8Array([1]))).toEqual([]);
});
