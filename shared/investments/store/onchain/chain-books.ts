import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryFrom } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS, sequenceText } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import type { ChainEventType } from '../../contract/investment.ts';
import { bigText } from '../../domain/encoding/big-text.ts';
import {
  booked,
  type ChainBalance,
  type ChainChange,
  type ChainPlace,
  entryOf,
  NO_BALANCE,
  needsJournal,
} from '../../domain/onchain/books.ts';
import type { ChainEntry } from '../../domain/onchain/entry.ts';
import { vaultStateOf } from '../../domain/reports/vault-track.ts';

export type { ChainPlace } from '../../domain/onchain/books.ts';

const amounts = z.object({ assets: bigText, shares: bigText });
const count = z.int();
/** Floating point of USD as text, so that it comes back as it was. */
const decimal = z.pipe(
  z.string(),
  z.transform((text: string) => Number(text)),
);
const state = z.object({
  shares: bigText,
  transferred: bigText,
  opened_at_ms: z.int(),
  last_at_ms: z.int(),
  deposited: bigText,
  withdrawn: bigText,
  cost: bigText,
  realized: bigText,
  cost_usd: z.optional(decimal),
  realized_usd: z.optional(decimal),
});
const balance = z.object({
  sequence: z.int(),
  digest: z.string(),
  posted: amounts,
  pending: amounts,
  carried_out: count,
  events: z.object({
    deposit: count,
    withdrawal: count,
    transfer_in: count,
    transfer_out: count,
    rebase: count,
    opening_balance: count,
  } satisfies Record<ChainEventType, typeof count>),
  listed_at_ms: z.int(),
  state: z.optional(state),
});
const entry = z.object({
  sequence: z.int(),
  effect: z.enum(['pending', 'post', 'void', 'reverse', 'rebase', 'opening']),
  log_key: z.string(),
  kind: z.enum(['deposit', 'withdrawal', 'transfer', 'rebase', 'opening']),
  amounts,
  worth: bigText,
  carried: z.optional(z.object({ cost: bigText, cost_usd: z.optional(decimal) })),
  peer: z.optional(z.object({ wallet: z.string(), log_key: z.string() })),
  block: z.int(),
  block_hash: z.string(),
  transaction_hash: z.optional(z.string()),
  intent_id: z.optional(z.string()),
  asset_difference: z.optional(bigText),
  effective_at_ms: z.int(),
  booked_at_ms: z.int(),
  price_usd: z.optional(decimal),
  digest: z.string(),
});
const text = (value: { assets: bigint; shares: bigint }) => ({
  assets: String(value.assets),
  shares: String(value.shares),
});
const optional = (name: string, value: unknown) => (value === undefined ? {} : { [name]: String(value) });

function balanceItem(balanceNow: ChainBalance) {
  const { sequence, digest, posted, pending, events, listedAtMs, state: kept } = balanceNow;
  const { holding, lastAtMs, deposited, withdrawn, cost, realized, costUsd, realizedUsd } = kept ?? {};
  return {
    ...{ sequence, digest, posted: text(posted), pending: text(pending), events, listed_at_ms: listedAtMs },
    carried_out: balanceNow.carriedOut,
    ...(holding !== undefined && {
      state: {
        ...{ shares: String(holding.shares), transferred: String(holding.transferred) },
        ...{ opened_at_ms: holding.openedAtMs, last_at_ms: lastAtMs },
        ...{ deposited: String(deposited), withdrawn: String(withdrawn) },
        ...{ cost: String(cost), realized: String(realized) },
        ...{ ...optional('cost_usd', costUsd), ...optional('realized_usd', realizedUsd) },
      },
    }),
  };
}

/** The amounts of a position; zero without any entry. */
export async function readBalance(table: Table, place: ChainPlace): Promise<ChainBalance> {
  const { chain, vault, wallet } = place;
  const Key = ITEMS.chainBalance.key({ chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  if (item === undefined) return NO_BALANCE;
  const { listed_at_ms: listedAtMs, carried_out: carriedOut, state: kept, ...rest } = balance.parse(item);
  return {
    ...rest,
    carriedOut,
    listedAtMs,
    state: kept && {
      holding: { shares: kept.shares, transferred: kept.transferred, openedAtMs: kept.opened_at_ms },
      ...{ lastAtMs: kept.last_at_ms, deposited: kept.deposited, withdrawn: kept.withdrawn },
      ...{ cost: kept.cost, realized: kept.realized },
      ...{ costUsd: kept.cost_usd, realizedUsd: kept.realized_usd },
    },
  };
}

function entryItem(line: ChainEntry) {
  const { carried, peer } = line;
  return {
    sequence: line.sequence,
    effect: line.effect,
    log_key: line.logKey,
    kind: line.kind,
    amounts: text(line.amounts),
    worth: String(line.worth),
    ...(carried && { carried: { cost: String(carried.cost), ...optional('cost_usd', carried.costUsd) } }),
    ...(peer && { peer: { wallet: peer.wallet, log_key: peer.logKey } }),
    block: line.block,
    block_hash: line.blockHash,
    ...optional('transaction_hash', line.transactionHash),
    ...optional('intent_id', line.intentId),
    ...optional('asset_difference', line.assetDifference),
    effective_at_ms: line.effectiveAtMs,
    booked_at_ms: line.bookedAtMs,
    ...optional('price_usd', line.priceUsd),
    digest: line.digest,
  };
}

/** What appending changes to a position's journal comes to. */
export interface Appended {
  /** One for each change. */
  readonly lines: readonly { readonly entry: ChainEntry; readonly after: ChainBalance }[];
  readonly balance: ChainBalance;
  /** They fail when another entry was appended meanwhile. */
  readonly writes: readonly Write[];
}

/** Appends changes to the journal of a position, in their order. Nothing is stored yet. */
export async function appended(
  table: Table,
  place: ChainPlace,
  before: ChainBalance,
  changes: readonly ChainChange[],
): Promise<Appended> {
  let balanceNow = before;
  const lines: { entry: ChainEntry; after: ChainBalance }[] = [];
  for (const change of changes) {
    const line = entryOf(place, balanceNow, change);
    const journal = needsJournal(balanceNow, change) ? await readChainEntries(table, place) : undefined;
    const known = lines.map(({ entry: earlier }) => earlier);
    const replayed = journal && vaultStateOf([...journal, ...known, line]);
    balanceNow = booked(balanceNow, line, replayed);
    lines.push({ entry: line, after: balanceNow });
  }
  const { chain, vault, wallet } = place;
  const at = { chain, vault, wallet };
  return {
    lines,
    balance: balanceNow,
    writes: [
      {
        Put: {
          Item: { ...ITEMS.chainBalance.key(at), ...balanceItem(balanceNow) },
          ...(before.sequence === 0
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : {
                ConditionExpression: '#sequence = :before',
                ExpressionAttributeNames: { '#sequence': 'sequence' },
                ExpressionAttributeValues: { ':before': before.sequence },
              }),
        },
      },
      ...lines.map(({ entry: line }) => ({
        Put: {
          Item: {
            ...ITEMS.chainEntry.key({ ...at, sequence: sequenceText(line.sequence) }),
            ...entryItem(line),
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      })),
    ],
  };
}

/** A position's journal in order, from an entry on. */
export async function readChainEntries(
  table: Table,
  { chain, vault, wallet }: ChainPlace,
  fromSequence = 1,
): Promise<ChainEntry[]> {
  const key = ITEMS.chainEntry.key({ chain, vault, wallet, sequence: sequenceText(fromSequence) });
  const items = await queryFrom(table, key);
  return items.map((item) => {
    const parsed = entry.parse(item);
    const { carried, peer } = parsed;
    return {
      ...{ sequence: parsed.sequence, effect: parsed.effect, logKey: parsed.log_key, kind: parsed.kind },
      ...{ amounts: parsed.amounts, worth: parsed.worth },
      carried: carried && { cost: carried.cost, costUsd: carried.cost_usd },
      peer: peer && { wallet: peer.wallet, logKey: peer.log_key },
      ...{ block: parsed.block, blockHash: parsed.block_hash, transactionHash: parsed.transaction_hash },
      ...{ intentId: parsed.intent_id, assetDifference: parsed.asset_difference },
      ...{ effectiveAtMs: parsed.effective_at_ms, bookedAtMs: parsed.booked_at_ms },
      ...{ priceUsd: parsed.price_usd, digest: parsed.digest },
    };
  });
}
