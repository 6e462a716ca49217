import { type PageReply, timeOfCursor } from '../platform/contract/cursor.ts';
import { buildPagination } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import { isNewestFirst } from './contract/investment.ts';
import type { listInvestmentsRoute } from './contract/list.ts';
import type { Investment } from './contract/responses.ts';
import { growthIndexAt } from './domain/growth-index.ts';
import { parseVaultPositionId } from './domain/ids/investment-id.ts';
import { ownerIdOf } from './domain/ids/owner.ts';
import { pickNewestInvestments } from './domain/lists/active-set.ts';
import { dropElementsAfterTime, partAfterElement } from './domain/lists/cursor-parts.ts';
import { type ListPart, mergeParts } from './domain/lists/merge-parts.ts';
import { investmentView } from './domain/views.ts';
import { readOwnerParts, readPageAcrossParts } from './owner-parts.ts';
import { findOwnerAndStrategy, OWNERS_CONCURRENCY, selectOwners } from './owners.ts';
import {
  countActiveVaultInvestments,
  readVaultInvestment,
  readVaultInvestments,
} from './reports/vault-holdings.ts';
import { readOwnerHead, readPositions, readStrategyIdsOfInvestments } from './store/investments.ts';

type ListQuery = AppliedQuery<
  typeof listInvestmentsRoute,
  'status' | 'strategy_id' | 'settlement' | 'user_id' | 'sort' | 'order' | 'after'
>;

/** Returns an owner's sandbox investments, newest first. */
async function readSandboxListPart(
  table: Table,
  ownerId: string,
  { status, strategy_id: strategyId }: ListQuery,
  nowMs: number,
): Promise<ListPart<Investment>> {
  const readInvestmentViews = async (strategyIds: readonly string[]) =>
    (await readPositions(table, ownerId, strategyIds)).map(({ position, ledger }) =>
      // If the clock is behind the last transaction, the investment is valued at the time of that transaction.
      investmentView(
        ownerId,
        position,
        growthIndexAt(ledger.segments, Math.max(nowMs, position.updatedAtMs)),
      ),
    );
  if (strategyId !== undefined) {
    const investmentViews = await readInvestmentViews([strategyId]);
    const matchingInvestments = investmentViews.filter(
      (view) => status === undefined || view.status === status,
    );
    return {
      total: matchingInvestments.length,
      read: async (offset, limit) => matchingInvestments.slice(offset, offset + limit),
    };
  }
  const head = await readOwnerHead(table, ownerId);
  const mustBeActive = status === undefined ? undefined : status === 'active';
  const pickInvestmentNumbers = (offset: number, limit: number) =>
    pickNewestInvestments(head.activeSet, head.opened, { active: mustBeActive, offset, limit });
  return {
    total: pickInvestmentNumbers(0, 0).total,
    read: async (offset, limit) =>
      readInvestmentViews(
        await readStrategyIdsOfInvestments(table, ownerId, pickInvestmentNumbers(offset, limit).numbers),
      ),
  };
}

const createdAtOf = ({ created_at }: Investment) => created_at;

/** For each selected owner, returns the investments in the sandbox and in vaults, newest first. */
async function readInvestmentListParts(
  table: Table,
  account: string,
  query: ListQuery,
  now: Date,
): Promise<ListPart<Investment>[]> {
  const { user_id: userId, strategy_id: strategyId, settlement, status, after } = query;
  const [ownerIds, vaultInvestments] = await Promise.all([
    selectOwners(table, account, userId),
    settlement === undefined || settlement === 'onchain'
      ? readVaultInvestments(table, account, { userId, strategyId }, now)
      : [],
  ]);
  const matchingInvestments = vaultInvestments.filter(
    (each) => status === undefined || each.status === status,
  );
  const vaultInvestmentsByOwner = Map.groupBy(matchingInvestments, ({ user_id }) =>
    ownerIdOf(account, user_id ?? undefined),
  );
  const ownersWithLedger = new Set(settlement === undefined || settlement === 'sandbox' ? ownerIds : []);
  // An end user who has only vault holdings has no ledger, so `owners` does not contain this user.
  return readOwnerParts(
    account,
    [...ownerIds, ...vaultInvestmentsByOwner.keys()],
    after,
    async (ownerId, start) => {
      const ownedInvestments = vaultInvestmentsByOwner.get(ownerId) ?? [];
      const read = async (offset: number, limit: number) => ownedInvestments.slice(offset, offset + limit);
      const sandboxInvestments = ownersWithLedger.has(ownerId)
        ? [await readSandboxListPart(table, ownerId, query, now.getTime())]
        : [];
      const allListParts = [...sandboxInvestments, { total: ownedInvestments.length, read }];
      if (start === undefined) return mergeParts(allListParts, createdAtOf);
      const time = new Date(timeOfCursor(start)).toISOString();
      const partsUntilTime = await Promise.all(allListParts.map((part) => dropElementsAfterTime(part, time)));
      return partAfterElement(mergeParts(partsUntilTime, createdAtOf), { created_at: time, id: start.id });
    },
  );
}

async function readAllElements<T>(parts: readonly ListPart<T>[]): Promise<T[]> {
  const read = await Promise.all(parts.map(({ total, read: readPart }) => readPart(0, total)));
  return read.flat();
}

/**
 * Sorts investments as requested. By default, names are in ascending order and all other fields in descending
 * order. Null values come last.
 */
function sortInvestments(
  investments: readonly Investment[],
  { sort = 'created_at', order }: ListQuery,
): Investment[] {
  const sign = (order ?? (sort === 'strategy_name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return investments.toSorted((a, b) => {
    const [leftValue, rightValue] = [a[sort], b[sort]];
    if (leftValue === null || rightValue === null)
      return Number(leftValue === null) - Number(rightValue === null);
    return leftValue === rightValue ? 0 : sign * (leftValue < rightValue ? -1 : 1);
  });
}

/**
 * Returns a page of an account's investments in sandbox and vaults, valued at `now`. The account's own investments
 * come before those of its end users.
 * The default order is newest first. Any other order reads all investments.
 */
export async function listInvestments(
  table: Table,
  account: string,
  query: ListQuery,
  now: Date,
): Promise<PageReply<Investment, { readonly as_of: string }>> {
  const parts = await readInvestmentListParts(table, account, query, now);
  const as_of = now.toISOString();
  if (isNewestFirst(query)) {
    const { meta, ...page } = await readPageAcrossParts(parts, query);
    return { ...page, meta: { ...meta, as_of } };
  }
  const sortedInvestments = sortInvestments(await readAllElements(parts), query);
  const data = sortedInvestments.slice((query.page - 1) * query.per_page, query.page * query.per_page);
  return {
    data,
    pagination: buildPagination(sortedInvestments.length, query, data.length),
    meta: { next_after: null, as_of },
  };
}

/**
 * Returns one of the account's sandbox investments, valued at `now`. Returns undefined if the account has no
 * investment with this id.
 */
async function readSandboxInvestment(
  table: Table,
  account: string,
  id: string,
  now: Date,
): Promise<Investment | undefined> {
  const ownerAndStrategy = await findOwnerAndStrategy(table, account, id);
  const [storedPosition] =
    ownerAndStrategy === undefined
      ? []
      : await readPositions(table, ownerAndStrategy.ownerId, [ownerAndStrategy.strategyId]);
  if (ownerAndStrategy === undefined || storedPosition === undefined) return undefined;
  const { position, ledger } = storedPosition;
  const atMs = Math.max(now.getTime(), position.updatedAtMs);
  return investmentView(ownerAndStrategy.ownerId, position, growthIndexAt(ledger.segments, atMs));
}

/**
 * Returns one of the caller's investments, in the sandbox or in a vault, valued at `now`.
 *
 * @throws ApiError investment_not_found, also for an investment of another account
 */
export async function getInvestment(table: Table, account: string, id: string, now: Date): Promise<Reply> {
  const data =
    parseVaultPositionId(id) === undefined
      ? await readSandboxInvestment(table, account, id, now)
      : await readVaultInvestment(table, account, id, now);
  if (data === undefined) throw new ApiError('investment_not_found');
  return { data, meta: { as_of: now.toISOString() } };
}

/** Returns the number of active investments of an account and its end users, in sandbox and vaults. */
export async function countActiveInvestments(table: Table, account: string): Promise<number> {
  const [sandboxInvestmentCount, vaultInvestmentCount] = await Promise.all([
    countActiveSandboxInvestments(table, account),
    countActiveVaultInvestments(table, account),
  ]);
  return sandboxInvestmentCount + vaultInvestmentCount;
}

/** Returns the number of active sandbox investments of an account and its end users. */
export async function countActiveSandboxInvestments(table: Table, account: string): Promise<number> {
  let count = 0;
  await forEachParallel(
    await selectOwners(table, account, undefined),
    OWNERS_CONCURRENCY,
    async (ownerId) => {
      const { activeSet, opened } = await readOwnerHead(table, ownerId);
      count += pickNewestInvestments(activeSet, opened, { active: true, offset: 0, limit: 0 }).total;
    },
  );
  return count;
}
