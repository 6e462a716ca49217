import { type Holdings, NO_HOLDINGS, SHARE_VALUE_DIVISOR } from '../holdings.ts';
import { expandLeg, findImbalances, type LedgerAccountName } from '../journal.ts';
import type { LedgerEntry, Position } from '../ledger-entry.ts';
import { type Difference, listDifferences } from './compare.ts';

/** The audit rules for one entry: each rule's name and whether the entry obeys it. */
type RuleResults = readonly (readonly [what: string, holds: boolean])[];

function findBrokenRules(location: string, ruleResults: RuleResults): Difference[] {
  return ruleResults.flatMap(([rule, isObeyed]) => listDifferences(location, rule, true, isObeyed));
}

/** Returns whether `part` equals `numerator / denominator`, rounded down. */
function isRoundedDownQuotient(part: bigint, numerator: bigint, denominator: bigint): boolean {
  return part * denominator <= numerator && numerator < (part + 1n) * denominator;
}

/** Checks that an entry's debits and credits match its effect on the position, and sum to zero in each unit. */
export function auditLegs(
  location: string,
  { legs, holdingsChange, ownerId, position }: LedgerEntry,
): Difference[] {
  const sums: Partial<Record<LedgerAccountName, bigint>> = {};
  for (const [name, amount] of legs) sums[name] = (sums[name] ?? 0n) + amount;
  const { amount, accrual, principal, shares } = holdingsChange;
  const expectedSums: [LedgerAccountName, bigint][] = [
    ['custody', accrual + amount],
    ['principal', -principal],
    ['accrued', principal - accrual - amount],
    ['holder', shares],
    ['issued', -shares],
  ];
  const { strategyId, asset } = position;
  const full = legs.map((leg) => expandLeg(leg, { ownerId, strategyId, asset }));
  return [
    ...listDifferences(location, 'assets whose legs do not sum to zero', [], [...findImbalances(full)]),
    ...expectedSums.flatMap(([name, sum]) =>
      listDifferences(location, `legs of ${name}`, sum, sums[name] ?? 0n),
    ),
    ...listDifferences(
      location,
      'number of legs with the amount 0',
      0,
      legs.filter(([, legAmount]) => legAmount === 0n).length,
    ),
  ];
}

/**
 * Checks that principal, accrued yield and newly credited yield together equal the value of the shares, rounded down.
 * Because of rounding, the shares may be worth less than principal plus accrued yield. In this case, a credited yield
 * of 0 is correct if the growth index has not fallen.
 */
function checkAccrualRules(entry: LedgerEntry, holdingsBefore: Holdings): RuleResults {
  const { accrual } = entry.holdingsChange;
  const principalAndYield = holdingsBefore.principal + holdingsBefore.accrued;
  const accrualMatchesGrowth = isRoundedDownQuotient(
    principalAndYield + accrual,
    holdingsBefore.shares * entry.index,
    SHARE_VALUE_DIVISOR,
  );
  const hasNoYieldToAccrue =
    accrual === 0n &&
    entry.index >= holdingsBefore.index &&
    holdingsBefore.shares * entry.index < principalAndYield * SHARE_VALUE_DIVISOR;
  return [
    [
      'the yield equals the growth of the shares',
      holdingsBefore.shares === 0n ? accrual === 0n : accrualMatchesGrowth || hasNoYieldToAccrue,
    ],
  ];
}

function checkDepositRules({ holdingsChange, index, reason }: LedgerEntry): RuleResults {
  const { amount, principal, realized, shares } = holdingsChange;
  return [
    ['the amount of a deposit is above 0', amount > 0n],
    ['the cost of a deposit equals its amount', principal === amount],
    ['a deposit realizes no profit or loss', realized === 0n],
    [
      'the shares are the amount divided by the growth index',
      shares > 0n && isRoundedDownQuotient(shares, amount * SHARE_VALUE_DIVISOR, index),
    ],
    ['only an adjustment has a reason', reason === undefined],
  ];
}

/**
 * Returns whether a withdrawal or reduction burned the right number of shares: all shares, or the fewest that are worth
 * at least the amount. A partial withdrawal always leaves at least one share.
 */
function burnsCorrectShares(
  withdrawnAssets: bigint,
  burnedShares: bigint,
  heldShares: bigint,
  growthIndex: bigint,
): boolean {
  if (burnedShares === heldShares) return true;
  const burnsMinimumShares =
    burnedShares * growthIndex >= withdrawnAssets * SHARE_VALUE_DIVISOR &&
    (burnedShares === 0n || (burnedShares - 1n) * growthIndex < withdrawnAssets * SHARE_VALUE_DIVISOR);
  return (
    burnsMinimumShares ||
    (burnedShares === heldShares - 1n && burnedShares * growthIndex < withdrawnAssets * SHARE_VALUE_DIVISOR)
  );
}

/**
 * Returns whether the decrease of the cost basis is proportional to the burned shares and rounded down. If the position
 * had no loss before, also accepts a decrease by the withdrawn amount or to the remaining value. These adjustments
 * prevent a loss by rounding.
 */
function reducesCostInProportion(
  { amount, accrual, principal, shares }: LedgerEntry['holdingsChange'],
  holdingsBefore: Holdings,
): boolean {
  if (isRoundedDownQuotient(-principal, holdingsBefore.principal * -shares, holdingsBefore.shares))
    return true;
  const valueBefore = holdingsBefore.principal + holdingsBefore.accrued + accrual;
  const isAdjustedForRounding =
    principal === amount || holdingsBefore.principal + principal === valueBefore + amount;
  return valueBefore >= holdingsBefore.principal && isAdjustedForRounding;
}

function checkWithdrawalRules(entry: LedgerEntry, holdingsBefore: Holdings): RuleResults {
  const { holdingsChange, index, reason } = entry;
  const { amount, principal, realized, shares } = holdingsChange;
  return [
    ['the amount of a withdrawal is at most 0', amount <= 0n],
    [
      'the burned shares are worth at least the amount',
      burnsCorrectShares(-amount, -shares, holdingsBefore.shares, index),
    ],
    [
      'the cost is in proportion to the burned shares',
      reducesCostInProportion(holdingsChange, holdingsBefore),
    ],
    ['the realized profit is the amount less the cost', realized === -amount + principal],
    ['only an adjustment has a reason', reason === undefined],
  ];
}

function checkAdjustmentRules(
  { holdingsChange, index, reason, position }: LedgerEntry,
  holdingsBefore: Holdings,
): RuleResults {
  const { amount, principal, realized, shares } = holdingsChange;
  const closesPosition = position.holdings.shares === 0n;
  const isValidIncrease = amount > 0n && isRoundedDownQuotient(shares, amount * SHARE_VALUE_DIVISOR, index);
  const isValidDecrease = amount <= 0n && burnsCorrectShares(-amount, -shares, holdingsBefore.shares, index);
  return [
    ['the shares change in the direction of the amount', isValidIncrease || isValidDecrease],
    [
      'the cost changes only if the adjustment closes the position',
      principal === (closesPosition ? -holdingsBefore.principal : 0n),
    ],
    ['the realized loss equals the lost cost', realized === principal],
    ['an adjustment has a reason', reason !== undefined && reason !== ''],
  ];
}

function checkEntryTypeRules(entry: LedgerEntry, holdingsBefore: Holdings): RuleResults {
  if (entry.type === 'deposit') return checkDepositRules(entry);
  return entry.type === 'withdrawal'
    ? checkWithdrawalRules(entry, holdingsBefore)
    : checkAdjustmentRules(entry, holdingsBefore);
}

/** Checks that the entry's effect changes the previous holdings into the new holdings and obeys the audit rules. */
export function auditHoldingsChange(
  location: string,
  entry: LedgerEntry,
  previousPosition: Position | undefined,
): Difference[] {
  const holdingsBefore = previousPosition?.holdings ?? NO_HOLDINGS;
  const { holdingsChange, type, position } = entry;
  const expectedHoldings: Holdings = {
    shares: holdingsBefore.shares + holdingsChange.shares,
    principal: holdingsBefore.principal + holdingsChange.principal,
    accrued:
      holdingsBefore.accrued + holdingsChange.accrual + holdingsChange.amount - holdingsChange.principal,
    index: entry.index,
    deposited: holdingsBefore.deposited + (type === 'deposit' ? holdingsChange.amount : 0n),
    withdrawn: holdingsBefore.withdrawn - (type === 'withdrawal' ? holdingsChange.amount : 0n),
  };
  const { shares, principal, accrued } = position.holdings;
  const principalAndYield = principal + accrued;
  return [
    ...listDifferences(location, 'holdings', expectedHoldings, position.holdings),
    ...findBrokenRules(location, [
      [
        'the position had shares before a withdrawal or an adjustment',
        type === 'deposit' || holdingsBefore.shares > 0n,
      ],
      [
        'shares, principal and balance are not negative',
        shares >= 0n && principal >= 0n && principalAndYield >= 0n,
      ],
      [
        'a position without shares has no principal and no yield',
        shares > 0n || (principal === 0n && accrued === 0n),
      ],
      ...checkAccrualRules(entry, holdingsBefore),
      ...checkEntryTypeRules(entry, holdingsBefore),
    ]),
  ];
}

/** Checks the fields of a position other than its holdings. Each type of entry may change only certain fields. */
export function auditPosition(
  location: string,
  { type, atMs, position, transition, investmentId }: LedgerEntry & { readonly investmentId: string },
  previousPosition: Position | undefined,
  investmentNumber: number,
): Difference[] {
  const count = (of: LedgerEntry['type'], previousCount = 0) => previousCount + (type === of ? 1 : 0);
  const isPositionClosed = position.holdings.shares === 0n;
  const wasPositionClosed = previousPosition?.holdings.shares === 0n;
  const expectedTransition =
    previousPosition === undefined
      ? 'opened'
      : wasPositionClosed
        ? 'reopened'
        : isPositionClosed
          ? 'closed'
          : undefined;
  const expectedFields = {
    investmentId,
    number: investmentNumber,
    deposits: count('deposit', previousPosition?.deposits),
    withdrawals: count('withdrawal', previousPosition?.withdrawals),
    adjustments: count('adjustment', previousPosition?.adjustments),
    openedAtMs: previousPosition?.openedAtMs ?? atMs,
    updatedAtMs: atMs,
    // Only a deposit can change the wallet address.
    walletAddress:
      type === 'deposit'
        ? (position.walletAddress ?? previousPosition?.walletAddress)
        : previousPosition?.walletAddress,
  };
  const foundFields = {
    investmentId: position.investmentId,
    number: position.number,
    deposits: position.deposits,
    withdrawals: position.withdrawals,
    adjustments: position.adjustments,
    openedAtMs: position.openedAtMs,
    updatedAtMs: position.updatedAtMs,
    walletAddress: position.walletAddress,
  };
  return [
    ...listDifferences(location, 'position', expectedFields, foundFields),
    ...listDifferences(location, 'transition', expectedTransition, transition),
  ];
}

/** Checks that the deposit of a move directly follows its withdrawal and has the same amount, asset and time. */
export function auditMove(
  location: string,
  previousEntry: LedgerEntry | undefined,
  entry: LedgerEntry,
): Difference[] {
  const isDepositExpected = previousEntry?.counterpartId !== undefined && previousEntry.type === 'withdrawal';
  const isMoveDeposit = entry.counterpartId !== undefined && entry.type === 'deposit';
  const isMoveWithdrawal = entry.counterpartId !== undefined && entry.type === 'withdrawal';
  const ruleResults: RuleResults = [
    ['the deposit of a move directly follows its withdrawal', isDepositExpected === isMoveDeposit],
    [
      'only deposits and withdrawals are part of a move',
      isMoveWithdrawal || isMoveDeposit || entry.counterpartId === undefined,
    ],
  ];
  if (!isDepositExpected || !isMoveDeposit) return findBrokenRules(location, ruleResults);
  const [from, to] = [previousEntry.position, entry.position];
  return findBrokenRules(location, [
    ...ruleResults,
    [
      'the withdrawal and the deposit of a move refer to each other',
      previousEntry.counterpartId === entry.id && entry.counterpartId === previousEntry.id,
    ],
    [
      'the deposit of a move equals its withdrawal',
      entry.holdingsChange.amount === -previousEntry.holdingsChange.amount,
    ],
    [
      'the withdrawal and the deposit of a move have the same asset',
      from.asset === to.asset && from.decimals === to.decimals,
    ],
    [
      'a move has one time and two different strategies',
      entry.atMs === previousEntry.atMs && from.strategyId !== to.strategyId,
    ],
  ]);
}
