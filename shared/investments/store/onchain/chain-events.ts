import * as z from 'zod/mini';
import { hexSchema } from '../../../chain/abi.ts';
import { batchGet } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { fixedPrefixOf, formatSequence, ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import { CHAIN_EVENT_TYPES, ENTRY_STATUSES } from '../../contract/investment.ts';
import { bigintTextSchema } from '../../domain/encoding/big-text.ts';
import type { ChainEvent, EventReference } from '../../domain/onchain/events.ts';
import type { VaultPositionKey } from './chain-journal.ts';

const storedEventSchema = z.object({
  type: z.enum(CHAIN_EVENT_TYPES),
  number: z.int(),
  sequence: z.int(),
  status: z.enum(ENTRY_STATUSES),
  assets: bigintTextSchema,
  shares: bigintTextSchema,
  worth: bigintTextSchema,
  at_ms: z.int(),
  price_usd: z.optional(z.string()),
  transaction_hash: z.optional(hexSchema),
  block: z.optional(z.int()),
  vault_transaction_id: z.optional(z.string()),
});

function chainEventKeyOf(vaultPosition: VaultPositionKey, { type, number }: EventReference) {
  return ITEMS.chainEvent.key({ ...vaultPosition, type, number: formatSequence(number) });
}

/** Returns the write that adds a new event to its position's history. */
export function newEventWrite(vaultPosition: VaultPositionKey, event: ChainEvent): Write {
  const { type, number, sequence, status, amounts, worth, atMs } = event;
  const { priceUsd, transactionHash, block, vaultTransactionId } = event;
  return {
    Put: {
      Item: {
        ...chainEventKeyOf(vaultPosition, event),
        ...{ type, number, sequence, status },
        ...{ assets: String(amounts.assets), shares: String(amounts.shares), worth: String(worth) },
        at_ms: atMs,
        ...(priceUsd !== undefined && { price_usd: String(priceUsd) }),
        ...(transactionHash !== undefined && { transaction_hash: transactionHash }),
        ...(block !== undefined && { block }),
        ...(vaultTransactionId !== undefined && { vault_transaction_id: vaultTransactionId }),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Returns the write that changes an event's status, and its price if known. */
export function buildEventStatusWrite(
  vaultPosition: VaultPositionKey,
  eventReference: EventReference,
  { status, priceUsd }: Pick<ChainEvent, 'status' | 'priceUsd'>,
): Write {
  return {
    Update: {
      Key: chainEventKeyOf(vaultPosition, eventReference),
      UpdateExpression: `SET #status = :status${priceUsd === undefined ? '' : ', price_usd = :price'}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': status,
        ...(priceUsd !== undefined && { ':price': String(priceUsd) }),
      },
    },
  };
}

function parseChainEvent(item: Record<string, unknown>): ChainEvent {
  const {
    assets,
    shares,
    at_ms: atMs,
    price_usd: price,
    transaction_hash: transactionHash,
    vault_transaction_id: vaultTransactionId,
    ...rest
  } = storedEventSchema.parse(item);
  const priceUsd = price === undefined ? undefined : Number(price);
  return { ...rest, amounts: { assets, shares }, atMs, priceUsd, transactionHash, vaultTransactionId };
}

/** Returns the events of one type with the given numbers, in the order of `numbers`. */
export async function readChainEvents(
  table: Table,
  vaultPosition: VaultPositionKey,
  type: EventReference['type'],
  numbers: readonly number[],
): Promise<ChainEvent[]> {
  const keys = numbers.map((eventNumber) => chainEventKeyOf(vaultPosition, { type, number: eventNumber }));
  const items = await batchGet(table, keys, { consistent: true });
  const eventByNumber = new Map(items.map(parseChainEvent).map((event) => [event.number, event]));
  return numbers.flatMap((eventNumber) => eventByNumber.get(eventNumber) ?? []);
}

/** Returns all events of a position's history, sorted by type and number. */
export async function readEventHistory(table: Table, vaultPosition: VaultPositionKey): Promise<ChainEvent[]> {
  const { pk } = ITEMS.chainEvent.key({ ...vaultPosition, type: '', number: '' });
  const items = await queryAll(table, { pk, sk: fixedPrefixOf(ITEMS.chainEvent.template.sk) });
  return items.map(parseChainEvent);
}
