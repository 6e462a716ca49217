import type { PageReply } from '../../platform/contract/cursor.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { CHAIN_EVENT_TYPES, LEDGER_ENTRY_TYPES } from '../contract/investment.ts';
import type { investmentHistoryRoute } from '../contract/reports/history.ts';
import type { Transaction } from '../contract/responses.ts';
import { ownerIdOf } from '../domain/ids/owner.ts';
import type { ListPart } from '../domain/lists/merge-parts.ts';
import { readHistoryPage } from '../owner-parts.ts';
import { selectOwners } from '../owners.ts';
import type { VaultHolding } from '../store/onchain/vault-holdings.ts';
import { readProvenHoldings } from '../vaults/proven-holdings.ts';
import { readLedgerHistory } from './ledger-history.ts';
import { readVaultHistory } from './vault-history.ts';

type HistoryQuery = AppliedQuery<
  typeof investmentHistoryRoute,
  'type' | 'strategy_id' | 'user_id' | 'from' | 'to' | 'after'
>;

/**
 * Returns the lists that an owner's history consists of: one list of ledger entries, and one list of vault events for
 * each of the owner's vault holdings.
 */
async function readHistoryParts(
  table: Table,
  { account, ownerId, places }: { account: string; ownerId: string; places: readonly VaultHolding[] },
  { type, ...query }: HistoryQuery,
): Promise<ListPart<Transaction>[]> {
  const entry = LEDGER_ENTRY_TYPES.find((each) => each === type);
  const event = CHAIN_EVENT_TYPES.find((each) => each === type);
  const ledgerParts =
    type === undefined || entry !== undefined
      ? [readLedgerHistory(table, ownerId, { ...query, type: entry })]
      : [];
  const vaultPartPromises =
    type === undefined || event !== undefined
      ? places.map((vaultHolding) =>
          readVaultHistory(table, account, vaultHolding, { ...query, type: event }),
        )
      : [];
  return Promise.all([...ledgerParts, ...vaultPartPromises]);
}

/**
 * Returns a page of an account's transaction history in the sandbox and in vaults.
 * The account's own transactions come first. The transactions of its end users follow, ordered by end user id. Each
 * group is newest first.
 */
export async function listHistory(
  table: Table,
  account: string,
  query: HistoryQuery,
): Promise<PageReply<Transaction>> {
  const { user_id: userId, strategy_id: strategyId } = query;
  const [owners, vaultHoldings] = await Promise.all([
    selectOwners(table, account, userId),
    readProvenHoldings(table, account, { userId, strategyId }),
  ]);
  const holdingsByOwner = Map.groupBy(vaultHoldings, ({ user_id }) =>
    ownerIdOf(account, user_id ?? undefined),
  );
  // An end user who has only vault holdings has no ledger, so `owners` does not contain this user.
  const allOwnerIds = [...owners, ...holdingsByOwner.keys()];
  return readHistoryPage(account, allOwnerIds, query, (ownerId, to) =>
    readHistoryParts(
      table,
      { account, ownerId, places: holdingsByOwner.get(ownerId) ?? [] },
      { ...query, to },
    ),
  );
}
