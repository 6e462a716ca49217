import { toChecksummedAddress } from '../../platform/domain/ethereum.ts';
import { absoluteValue, fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { formatSequence } from '../../platform/dynamodb/table.ts';
import { CHAIN_EVENT_TYPES, type ChainEventType } from '../contract/investment.ts';
import type { Transaction } from '../contract/responses.ts';
import { vaultPositionIdOf } from '../domain/ids/investment-id.ts';
import { eventIdOf, parseEventId } from '../domain/ids/transaction-id.ts';
import { type ListPart, mergeParts } from '../domain/lists/merge-parts.ts';
import { findOffsetsInPeriod, listOffsetsNewestFirst, rangeLength } from '../domain/lists/time-search.ts';
import type { ChainEvent } from '../domain/onchain/events.ts';
import { readChainEvents } from '../store/onchain/chain-events.ts';
import { readBalance } from '../store/onchain/chain-journal.ts';
import { readVaultHolding, type VaultHolding } from '../store/onchain/vault-holdings.ts';
import { readVaultTransactionsById, type VaultTransaction } from '../store/vault-transactions.ts';
import { isProvenHolding } from '../vaults/proven-holdings.ts';

/** Selects vault events. Times are in epoch milliseconds. */
interface VaultHistoryQuery {
  readonly type?: ChainEventType | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Returns the public view of a vault event.
 *
 * @param vaultTransaction the account's own vault transaction that caused the event, if any
 */
function toTransactionView(
  vaultHolding: VaultHolding,
  event: ChainEvent,
  vaultTransaction: VaultTransaction | undefined,
): Transaction {
  const { type, status, amounts, worth, priceUsd, transactionHash, block, atMs } = event;
  const { assets, shares } = amounts;
  const hasAssetPayment = type === 'deposit' || type === 'withdrawal';
  return {
    id: vaultTransaction?.id ?? eventIdOf({ ...vaultHolding, ...event }),
    type,
    settlement: 'onchain',
    source: vaultTransaction === undefined ? 'external' : 'transaction',
    status,
    user_id: vaultHolding.user_id,
    investment_id: vaultPositionIdOf(vaultHolding),
    strategy_id: vaultHolding.strategy_id,
    chain: vaultHolding.chain,
    asset: vaultHolding.asset,
    amount:
      type === 'rebase'
        ? null
        : fromBaseUnits(absoluteValue(hasAssetPayment ? assets : worth), vaultHolding.decimals),
    realized_earnings: null,
    price_usd: priceUsd ?? null,
    reason: null,
    counterpart_id: vaultTransaction?.counterpart_id ?? null,
    value_after: null,
    wallet_address: toChecksummedAddress(vaultHolding.wallet),
    onchain: {
      chain_id: vaultHolding.chain_id,
      vault_address: toChecksummedAddress(vaultHolding.vault),
      shares: fromBaseUnits(type === 'rebase' ? shares : absoluteValue(shares), vaultHolding.share_decimals),
      transaction_hash: transactionHash ?? null,
      block_number: block ?? null,
    },
    created_at: new Date(atMs).toISOString(),
  };
}

/**
 * Returns the public views of vault events. Vault transactions of other accounts for the same wallet are not shown.
 */
async function readEventViews(
  table: Table,
  account: string,
  vaultHolding: VaultHolding,
  events: readonly ChainEvent[],
): Promise<Transaction[]> {
  // The block of a reversed event was replaced, so the event no longer belongs to its vault transaction.
  const vaultTransactionIdOf = ({ vaultTransactionId, status }: ChainEvent) =>
    status === 'reversed' ? undefined : vaultTransactionId;
  const vaultTransactions = await readVaultTransactionsById(
    table,
    events.flatMap((event) => vaultTransactionIdOf(event) ?? []),
  );
  const ownVaultTransactionById = new Map(
    vaultTransactions
      .filter(({ owner_id }) => owner_id === account)
      .map((vaultTransaction) => [vaultTransaction.id, vaultTransaction]),
  );
  return events.map((event) =>
    toTransactionView(vaultHolding, event, ownVaultTransactionById.get(vaultTransactionIdOf(event) ?? '')),
  );
}

/** Returns a position's events of one type, newest first. */
async function readEventsOfType(
  table: Table,
  vaultHolding: VaultHolding,
  list: { readonly type: ChainEventType; readonly count: number; readonly query: VaultHistoryQuery },
): Promise<ListPart<ChainEvent>> {
  const { type, count, query } = list;
  const readEventsAtOffsets = (offsets: readonly number[]) =>
    readChainEvents(
      table,
      vaultHolding,
      type,
      offsets.map((offset) => offset + 1),
    );
  const times = async (offsets: readonly number[]) =>
    (await readEventsAtOffsets(offsets)).map(({ atMs }) => atMs);
  const offsetRange = await findOffsetsInPeriod(count, times, query);
  return {
    total: rangeLength(offsetRange),
    read: (offset, limit) => readEventsAtOffsets(listOffsetsNewestFirst(offsetRange, offset, limit)),
  };
}

/** Returns the vault events of one of the account's vault holdings, newest first. */
export async function readVaultHistory(
  table: Table,
  account: string,
  vaultHolding: VaultHolding,
  query: VaultHistoryQuery,
): Promise<ListPart<Transaction>> {
  const { events } = await readBalance(table, vaultHolding);
  const eventTypes = CHAIN_EVENT_TYPES.filter((type) => query.type === undefined || query.type === type);
  const parts = eventTypes.map((type) =>
    readEventsOfType(table, vaultHolding, { type, count: events[type], query }),
  );
  // Events are sorted by entry number, so that events of the same block keep their order.
  const { total, read } = mergeParts(await Promise.all(parts), ({ sequence }) => formatSequence(sequence));
  return {
    total,
    read: async (offset, limit) => readEventViews(table, account, vaultHolding, await read(offset, limit)),
  };
}

/**
 * Returns the event with this id, if it belongs to a wallet that the account has proved to control. Returns
 * undefined for any other id.
 */
export async function readOwnVaultEvent(
  table: Table,
  account: string,
  id: string,
): Promise<Transaction | undefined> {
  const eventReference = parseEventId(id);
  const vaultHolding = eventReference && (await readVaultHolding(table, account, eventReference));
  if (
    eventReference === undefined ||
    vaultHolding === undefined ||
    !(await isProvenHolding(table, account, vaultHolding))
  ) {
    return undefined;
  }
  const events = await readChainEvents(table, vaultHolding, eventReference.type, [eventReference.number]);
  const [view] = await readEventViews(table, account, vaultHolding, events);
  return view;
}
