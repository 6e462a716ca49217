import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryFrom } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS, sequenceText } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import type { ChainEventType } from '../../contract/investment.ts';
import { bigText } from '../../domain/encoding/big-text.ts';
import { type ChainBalance, NO_BALANCE } from '../../domain/onchain/books.ts';
import type { ChainEntry } from '../../domain/onchain/entry.ts';
import { NO_EVENTS } from '../../domain/onchain/events.ts';

/** Whose position it is: one wallet in one vault on one chain. Addresses in lower case. */
export interface ChainPlace {
  readonly chain: string;
  readonly vault: string;
  readonly wallet: string;
}

const amounts = z.object({ assets: bigText, shares: bigText });
const count = z.int();
const balance = z.object({
  sequence: z.int(),
  posted: amounts,
  pending: amounts,
  // Of what was booked before there were histories none is listed.
  events: z._default(
    z.object({
      deposit: count,
      withdrawal: count,
      transfer_in: count,
      transfer_out: count,
      rebase: count,
    } satisfies Record<ChainEventType, typeof count>),
    NO_EVENTS,
  ),
  listed_at_ms: z._default(z.int(), 0),
});
const entry = z.object({
  sequence: z.int(),
  effect: z.enum(['pending', 'post', 'void', 'reverse', 'rebase']),
  log_key: z.string(),
  kind: z.enum(['deposit', 'withdrawal', 'transfer', 'rebase']),
  amounts,
  asset_difference: z.optional(bigText),
  effective_at_ms: z.int(),
  booked_at_ms: z.int(),
  price_usd: z.optional(z.string()),
});
const text = (value: { assets: bigint; shares: bigint }) => ({
  assets: String(value.assets),
  shares: String(value.shares),
});

export async function readBalance(table: Table, place: ChainPlace): Promise<ChainBalance> {
  const Key = ITEMS.chainBalance.key({ ...place });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  if (item === undefined) return NO_BALANCE;
  const { listed_at_ms: listedAtMs, ...rest } = balance.parse(item);
  return { ...rest, listedAtMs };
}

/** Writes that append an entry to a position's journal; they fail when another was appended meanwhile. */
export function chainEntryWrites(place: ChainPlace, line: ChainEntry, after: ChainBalance): Write[] {
  const { amounts: moved, ...rest } = line;
  const { sequence, events, listedAtMs } = after;
  const kept = { posted: text(after.posted), pending: text(after.pending), events };
  const balanceItem = { sequence, ...kept, listed_at_ms: listedAtMs };
  return [
    {
      Put: {
        Item: {
          ...ITEMS.chainEntry.key({ ...place, sequence: sequenceText(line.sequence) }),
          sequence: rest.sequence,
          effect: rest.effect,
          log_key: rest.logKey,
          kind: rest.kind,
          amounts: text(moved),
          effective_at_ms: rest.effectiveAtMs,
          booked_at_ms: rest.bookedAtMs,
          ...(rest.assetDifference !== undefined && { asset_difference: String(rest.assetDifference) }),
          ...(rest.priceUsd !== undefined && { price_usd: String(rest.priceUsd) }),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Put: {
        Item: { ...ITEMS.chainBalance.key({ ...place }), ...balanceItem },
        ...(after.sequence === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: '#sequence = :before',
              ExpressionAttributeNames: { '#sequence': 'sequence' },
              ExpressionAttributeValues: { ':before': after.sequence - 1 },
            }),
      },
    },
  ];
}

/** A position's journal in order, from an entry on. */
export async function readChainEntries(
  table: Table,
  place: ChainPlace,
  fromSequence = 1,
): Promise<ChainEntry[]> {
  const key = ITEMS.chainEntry.key({ ...place, sequence: sequenceText(fromSequence) });
  const items = await queryFrom(table, key);
  return items.map((item) => {
    const {
      log_key: logKey,
      asset_difference: assetDifference,
      effective_at_ms: effectiveAtMs,
      booked_at_ms: bookedAtMs,
      price_usd: price,
      ...rest
    } = entry.parse(item);
    const priceUsd = price === undefined ? {} : { priceUsd: Number(price) };
    return { ...rest, logKey, effectiveAtMs, bookedAtMs, assetDifference, ...priceUsd };
  });
}
