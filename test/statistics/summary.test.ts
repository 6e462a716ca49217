import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildApiKeyFigures,
  buildPositionFigures,
  buildSandboxTransactionFigures,
  buildUserFigures,
  buildVaultTransactionFigures,
  buildWalletFigures,
  readAmount,
} from '../../shared/statistics/domain/counting.ts';
import { computeFigureDifferences, listFigures, sumFigures } from '../../shared/statistics/domain/figures.ts';
import {
  dayGroupName,
  expirySecondsOfGroup,
  hourGroupName,
  periodOfLast24Hours,
  periodOfLast30Days,
} from '../../shared/statistics/domain/periods.ts';
import {
  AmountSum,
  summarizeApiKeys,
  summarizePositions,
  summarizeRequests,
  summarizeTransactions,
  summarizeUsers,
  summarizeWalletConnections,
} from '../../shared/statistics/domain/summary.ts';

const NOW = Date.parse('2026-05-15T10:20:30Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the figures that an item adds to the counters', () => {
  test('a reversed deposit into a vault subtracts what the confirmed deposit added', () => {
    const figuresOf = (effect: string) =>
      buildVaultTransactionFigures({
        vault: 'strat_a@base',
        effect,
        kind: 'deposit',
        atMs: NOW,
        assets: 250n,
        vaultTransactionId: 'txn_1',
      });
    const added = figuresOf('post');
    expect(added.length).toBeGreaterThan(0);
    expect(figuresOf('reverse')).toEqual(added.map((each) => ({ ...each, value: -each.value })));
    expect(figuresOf('pending')).toEqual([]);
  });

  const figure = fc.record({
    group: fc.constantFrom('A', 'B#1'),
    name: fc.constantFrom('x', 'y|z', 'deposit#6#U|S'),
    value: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  });

  test('if the difference between two versions of an item is added to the old figures, the sum equals the new figures', () => {
    fc.assert(
      fc.property(fc.array(figure), fc.array(figure), (before, after) => {
        const figures = listFigures(sumFigures([...before, ...computeFigureDifferences(before, after)]));
        expect(computeFigureDifferences(figures, after)).toEqual([]);
        expect(figures).not.toContainEqual(expect.objectContaining({ value: 0n }));
      }),
    );
  });
});

describe('the periods of the statistics', () => {
  test('each moment of a statistics period belongs to exactly one of the counted hours or days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (now, part) => {
          for (const [window, group] of [
            [periodOfLast24Hours(now), hourGroupName],
            [periodOfLast30Days(now), dayGroupName],
          ] as const) {
            const moment = Math.floor(window.fromMs + (now - window.fromMs) * part);
            expect(window.groups.filter((each) => each === group(moment))).toHaveLength(1);
            expect(window.groups).not.toContain(group(window.fromMs - 1));
          }
        },
      ),
    );
  });

  test('the window of 24 hours starts at a full hour, and the window of 30 days starts at a full day', () => {
    expect(new Date(periodOfLast24Hours(NOW).fromMs).toISOString()).toBe('2026-05-14T11:00:00.000Z');
    expect(new Date(periodOfLast30Days(NOW).fromMs).toISOString()).toBe('2026-04-16T00:00:00.000Z');
  });

  test('the counters of an hour or a day are kept longer than any statistics window that reads them', () => {
    expect(expirySecondsOfGroup(hourGroupName(NOW))).toBeGreaterThan((NOW + DAY_MS) / 1_000);
    expect(expirySecondsOfGroup(dayGroupName(NOW))).toBeGreaterThan((NOW + 30 * DAY_MS) / 1_000);
    for (const group of ['USERS', 'WALLETS', 'STRATEGY#strat_1', 'KEYS#never']) {
      expect(expirySecondsOfGroup(group)).toBeUndefined();
    }
  });
});

describe('the summary of the statistics', () => {
  test('the summary counts users by plan and by role', () => {
    const users = [
      { plan: 'free', role: 'user' },
      { plan: 'free', role: 'admin' },
      { plan: 'pro', role: 'user' },
    ] as const;
    expect(summarizeUsers(sumFigures(users.flatMap(buildUserFigures)))).toEqual({
      total: 3,
      by_plan: { free: 2, pro: 1, enterprise: 0 },
      by_role: { user: 2, admin: 1 },
    });
  });

  test('the summary counts wallet connections by status', () => {
    const statuses = ['active', 'active', 'removed'] as const;
    expect(
      summarizeWalletConnections(sumFigures(statuses.flatMap((status) => buildWalletFigures({ status })))),
    ).toEqual({
      total: 3,
      by_status: { active: 2, removal_requested: 0, suspended: 0, removed: 1 },
    });
  });

  test('the summary counts an API key until the end of the day on which it expires', () => {
    const key = (days?: number, changes = {}) => ({
      kind: 'api_key',
      status: 'active',
      ...(days === undefined ? {} : { expires_micros: (NOW + days * DAY_MS) * 1_000 }),
      ...changes,
    });
    const keys = [
      key(),
      key(0),
      key(5),
      key(-1),
      key(undefined, { status: 'revoked' }),
      key(5, { kind: 'session' }),
    ];
    expect(summarizeApiKeys(sumFigures(keys.flatMap(buildApiKeyFigures)), NOW)).toEqual({ active: 3 });
  });

  test('the summary adds the requests of the current hour and of the 23 hours before it', () => {
    const at = (hoursAgo: number, value: bigint) => ({
      group: hourGroupName(NOW - hoursAgo * HOUR_MS),
      name: 'admitted',
      value,
    });
    const counters = sumFigures([at(0, 1n), at(23, 10n), at(24, 100n), { ...at(1, 7n), name: 'refused' }]);
    expect(summarizeRequests(counters, NOW)).toEqual({
      from: '2026-05-14T11:00:00.000Z',
      admitted: 11,
      refused: 7,
    });
  });

  test('the summary adds deposits and withdrawals by asset without losing a digit', () => {
    const buildEntryFigures = (
      type: 'deposit' | 'withdrawal',
      asset: string,
      decimals: number,
      amount: bigint,
    ) =>
      buildSandboxTransactionFigures({
        type,
        atMs: NOW - HOUR_MS,
        holdingsChange: { amount },
        position: { asset, decimals },
      });
    const counters = sumFigures([
      ...buildEntryFigures('deposit', 'USDC', 6, 1_500_000n),
      ...buildEntryFigures('deposit', 'USDC', 18, 10n ** 16n),
      ...buildEntryFigures('deposit', 'A_1#B', 18, 2n ** 250n),
      ...buildEntryFigures('withdrawal', 'USDC', 6, -250_000n),
    ]);
    const { deposits, withdrawals } = summarizeTransactions(counters, periodOfLast24Hours(NOW), (asset) =>
      asset === 'USDC' ? 1.1 : undefined,
    );
    expect(deposits).toMatchObject({ count: 3, value_usd: 1.66 });
    expect(deposits.by_asset).toEqual([
      { asset: 'USDC', amount: '1.51', value_usd: 1.66 },
      { asset: 'A_1#B', amount: expect.stringMatching(/^\d{58}\.\d{18}$/), value_usd: null },
    ]);
    expect(deposits.by_asset[1]?.amount.replace('.', '')).toBe(String(2n ** 250n));
    expect(withdrawals).toMatchObject({ count: 1, by_asset: [{ asset: 'USDC', amount: '0.25' }] });
  });

  test('the summary shows the value of all positions by chain and by asset, highest value first', () => {
    const base = { decimals: 6, positions: 2, principal: 1_000_000n };
    const summary = summarizePositions(
      [
        { ...base, id: 'a', chain: 'base', asset: 'USDC', value: 2_000_000n },
        { ...base, id: 'b', chain: 'ethereum', asset: 'USDC', value: 5_000_000n },
        { ...base, id: 'c', chain: 'base', asset: 'ODD', value: 9_000_000n },
      ],
      (asset) => (asset === 'USDC' ? 1 : undefined),
    );
    expect(summary).toEqual({
      active: 6,
      value_usd: 7,
      by_chain: [
        { chain: 'ethereum', positions: 2, value_usd: 5 },
        { chain: 'base', positions: 4, value_usd: 2 },
      ],
      by_asset: [
        { asset: 'USDC', positions: 4, principal: '2', value: '7', value_usd: 7 },
        { asset: 'ODD', positions: 2, principal: '1', value: '9', value_usd: null },
      ],
    });
  });

  test('an amount of any size can be read back exactly from the statistics counters that store it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), (shares) => {
        const figures = buildPositionFigures({ strategyId: 's', holdings: { shares, principal: 1n } });
        expect(readAmount(sumFigures(figures).get('STRATEGY#s') ?? new Map(), 'shares')).toBe(shares);
      }),
    );
  });

  test('amounts with 18 and with 6 decimals are added without losing a digit', () => {
    const sum = new AmountSum();
    sum.add(1n, 18);
    sum.add(1n, 6);
    expect(sum.text).toBe('0.000001000000000001');
  });
});
