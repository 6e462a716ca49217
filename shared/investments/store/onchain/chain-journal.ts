import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryFromKey } from '../../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import type { ChainEventType } from '../../contract/investment.ts';
import { bigintTextSchema } from '../../domain/encoding/big-text.ts';
import {
  balanceAfterEntry,
  buildChainEntry,
  type ChainBalance,
  type ChainChange,
  mustReplayJournal,
  NO_BALANCE,
  type VaultPositionKey,
} from '../../domain/onchain/chain-balance.ts';
import type { ChainEntry } from '../../domain/onchain/entry.ts';
import { replayVaultState } from '../../domain/reports/vault-replay.ts';

import { buildPastStateWrites } from './past-states.ts';
import {
  decimalSchema,
  optionalTextField,
  parseVaultState,
  storedVaultStateSchema,
  toVaultStateAttributes,
} from './vault-state.ts';

export type { VaultPositionKey } from '../../domain/onchain/chain-balance.ts';

const amountsSchema = z.object({ assets: bigintTextSchema, shares: bigintTextSchema });
const countSchema = z.int();
const balanceSchema = z.object({
  sequence: z.int(),
  digest: z.string(),
  posted: amountsSchema,
  pending: amountsSchema,
  carried_out: countSchema,
  events: z.object({
    deposit: countSchema,
    withdrawal: countSchema,
    transfer_in: countSchema,
    transfer_out: countSchema,
    rebase: countSchema,
    opening_balance: countSchema,
  } satisfies Record<ChainEventType, typeof countSchema>),
  listed_at_ms: z.int(),
  state: z.optional(storedVaultStateSchema),
});
const chainEntrySchema = z.object({
  sequence: z.int(),
  effect: z.enum(['pending', 'post', 'void', 'reverse', 'rebase', 'opening']),
  log_key: z.string(),
  kind: z.enum(['deposit', 'withdrawal', 'transfer', 'rebase', 'opening']),
  amounts: amountsSchema,
  worth: bigintTextSchema,
  carried: z.optional(z.object({ cost: bigintTextSchema, cost_usd: z.optional(decimalSchema) })),
  peer: z.optional(z.object({ wallet: z.string(), log_key: z.string() })),
  block: z.int(),
  block_hash: z.string(),
  transaction_hash: z.optional(z.string()),
  vault_transaction_id: z.optional(z.string()),
  asset_difference: z.optional(bigintTextSchema),
  effective_at_ms: z.int(),
  booked_at_ms: z.int(),
  price_usd: z.optional(decimalSchema),
  digest: z.string(),
});
const text = (value: { assets: bigint; shares: bigint }) => ({
  assets: String(value.assets),
  shares: String(value.shares),
});
function toBalanceItem(currentBalance: ChainBalance) {
  const { sequence, digest, posted, pending, events, listedAtMs, state: positionState } = currentBalance;
  return {
    ...{ sequence, digest, posted: text(posted), pending: text(pending), events, listed_at_ms: listedAtMs },
    carried_out: currentBalance.carriedOut,
    ...(positionState !== undefined && { state: toVaultStateAttributes(positionState) }),
  };
}

/** Returns the balance of a vault position; zero if the position's journal has no entry. */
export async function readBalance(table: Table, vaultPosition: VaultPositionKey): Promise<ChainBalance> {
  const { chain, vault, wallet } = vaultPosition;
  const Key = ITEMS.chainBalance.key({ chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  if (item === undefined) return NO_BALANCE;
  const {
    listed_at_ms: listedAtMs,
    carried_out: carriedOutCount,
    state: storedState,
    ...rest
  } = balanceSchema.parse(item);
  return {
    ...rest,
    carriedOut: carriedOutCount,
    listedAtMs,
    state: storedState && parseVaultState(storedState),
  };
}

function toEntryItem(line: ChainEntry) {
  const { carried, peer } = line;
  return {
    sequence: line.sequence,
    effect: line.effect,
    log_key: line.logKey,
    kind: line.kind,
    amounts: text(line.amounts),
    worth: String(line.worth),
    ...(carried && {
      carried: { cost: String(carried.cost), ...optionalTextField('cost_usd', carried.costUsd) },
    }),
    ...(peer && { peer: { wallet: peer.wallet, log_key: peer.logKey } }),
    block: line.block,
    block_hash: line.blockHash,
    ...optionalTextField('transaction_hash', line.transactionHash),
    ...optionalTextField('vault_transaction_id', line.vaultTransactionId),
    ...optionalTextField('asset_difference', line.assetDifference),
    effective_at_ms: line.effectiveAtMs,
    booked_at_ms: line.bookedAtMs,
    ...optionalTextField('price_usd', line.priceUsd),
    digest: line.digest,
  };
}

export interface AppendedChanges {
  /** The new entries in order, each with the balance after the entry. */
  readonly newEntries: readonly { readonly entry: ChainEntry; readonly after: ChainBalance }[];
  readonly balance: ChainBalance;
  /** The writes that store the entries. They fail if another entry was added in the meantime. */
  readonly writes: readonly Write[];
}

/** Builds a journal entry for each change of a position, in order. The caller must execute the returned writes. */
export async function appendChainChanges(
  table: Table,
  vaultPosition: VaultPositionKey,
  balanceBefore: ChainBalance,
  changes: readonly ChainChange[],
): Promise<AppendedChanges> {
  let currentBalance = balanceBefore;
  let journal: readonly ChainEntry[] | undefined;
  const newEntries: { entry: ChainEntry; after: ChainBalance }[] = [];
  for (const change of changes) {
    const newChainEntry = buildChainEntry(vaultPosition, currentBalance, change);
    if (mustReplayJournal(currentBalance, change)) journal ??= await readChainEntries(table, vaultPosition);
    const alreadyAddedEntries = newEntries.map(({ entry }) => entry);
    const replayedState = journal && replayVaultState([...journal, ...alreadyAddedEntries, newChainEntry]);
    currentBalance = balanceAfterEntry(currentBalance, newChainEntry, replayedState);
    newEntries.push({ entry: newChainEntry, after: currentBalance });
  }
  const isConfirmedEntry = ({ entry: { effect } }: (typeof newEntries)[number]) =>
    effect !== 'pending' && effect !== 'void';
  const pastStateWritesOfEntries = await buildPastStateWrites(table, vaultPosition, {
    confirmed: newEntries.filter(isConfirmedEntry).map(({ entry, after }) => ({ entry, state: after.state })),
    journal: journal && [...journal, ...newEntries.map(({ entry }) => entry)],
    lastAtMs: balanceBefore.state?.lastAtMs ?? 0,
  });
  const { chain, vault, wallet } = vaultPosition;
  const positionKey = { chain, vault, wallet };
  return {
    newEntries,
    balance: currentBalance,
    writes: [
      {
        Put: {
          Item: { ...ITEMS.chainBalance.key(positionKey), ...toBalanceItem(currentBalance) },
          ...(balanceBefore.sequence === 0
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : {
                ConditionExpression: '#sequence = :before',
                ExpressionAttributeNames: { '#sequence': 'sequence' },
                ExpressionAttributeValues: { ':before': balanceBefore.sequence },
              }),
        },
      },
      ...newEntries.map(({ entry }) => ({
        Put: {
          Item: {
            ...ITEMS.chainEntry.key({ ...positionKey, sequence: formatSequence(entry.sequence) }),
            ...toEntryItem(entry),
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      })),
      ...pastStateWritesOfEntries,
    ],
  };
}

/** Returns a position's journal in order, starting at entry `fromSequence`. */
export async function readChainEntries(
  table: Table,
  { chain, vault, wallet }: VaultPositionKey,
  fromSequence = 1,
): Promise<ChainEntry[]> {
  const key = ITEMS.chainEntry.key({ chain, vault, wallet, sequence: formatSequence(fromSequence) });
  const items = await queryFromKey(table, key);
  return items.map((item) => {
    const parsed = chainEntrySchema.parse(item);
    const { carried, peer } = parsed;
    return {
      ...{ sequence: parsed.sequence, effect: parsed.effect, logKey: parsed.log_key, kind: parsed.kind },
      ...{ amounts: parsed.amounts, worth: parsed.worth },
      carried: carried && { cost: carried.cost, costUsd: carried.cost_usd },
      peer: peer && { wallet: peer.wallet, logKey: peer.log_key },
      ...{ block: parsed.block, blockHash: parsed.block_hash, transactionHash: parsed.transaction_hash },
      ...{ vaultTransactionId: parsed.vault_transaction_id, assetDifference: parsed.asset_difference },
      ...{ effectiveAtMs: parsed.effective_at_ms, bookedAtMs: parsed.booked_at_ms },
      ...{ priceUsd: parsed.price_usd, digest: parsed.digest },
    };
  });
}
