import { expect, test } from 'vitest';
import {
  formatSettlementSplit,
  statementKindOf,
  sumBySettlement,
} from '../../clients/dashboard/src/pages/positions/settlement-split.ts';

const LINES = [
  { settlement: 'onchain', cost: 40.25 },
  { settlement: 'sandbox', cost: 1_000 },
  { settlement: 'sandbox', cost: 2.5 },
  { settlement: 'onchain', cost: null },
] as const;

test('the figures of a statement are added up separately for vaults and the sandbox', () => {
  const split = sumBySettlement(LINES, ({ cost }) => cost);
  expect(split).toEqual({ vaults: 40.25, sandbox: 1_002.5 });
  expect(formatSettlementSplit(split)).toBe('$40.25 in vaults, $1,002.50 in the sandbox');
});

test('a statement with vault and sandbox lines has the kind "mixed", but "unknown" until all lines are loaded', () => {
  const [vault, sandbox] = [{ settlement: 'onchain' }, { settlement: 'sandbox' }] as const;
  expect(statementKindOf([vault, sandbox], 2)).toBe('mixed');
  expect(statementKindOf([vault, vault], 2)).toBe('vaults');
  expect(statementKindOf([sandbox], 1)).toBe('sandbox');
  expect(statementKindOf([], 0)).toBe('none');
  expect(statementKindOf([vault, sandbox], 3)).toBe('unknown');
});
