import * as z from 'zod/mini';
import type { Position } from '../ledger-entry.ts';
import { packEntries, type StreamTails, unpackEntries } from '../lists/streams.ts';
import { bigintTextSchema } from './big-text.ts';

/** A whole number, 0 or more. */
export const countSchema = z.int().check(z.minimum(0));
export const streamTailsSchema = z.record(z.string(), z.instanceof(Uint8Array));

/** Attributes that a position's own item and its journal entries both contain. */
export const positionFields = {
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: z.string(),
  decimals: countSchema,
  number: countSchema,
  shares: bigintTextSchema,
  principal: bigintTextSchema,
  accrued: bigintTextSchema,
  deposited: bigintTextSchema,
  withdrawn: bigintTextSchema,
  deposits: countSchema,
  withdrawals: countSchema,
  adjustments: countSchema,
  wallet_address: z.optional(z.string()),
  opened_at_ms: countSchema,
};

const positionSchema = z.object({
  ...positionFields,
  investment_id: z.string(),
  index: bigintTextSchema,
  updated_at_ms: countSchema,
});
const streamTailsItemSchema = z.object({ tails: streamTailsSchema });

type TailBytes = z.output<typeof streamTailsSchema>;

/** Converts the latest entries of each stream (list of ledger entries) to bytes, and back. */
export const streamTailsCodec = {
  encode: (tails: StreamTails): TailBytes =>
    Object.fromEntries(
      Object.entries(tails).map(([name, streamEntries]) => [name, packEntries(streamEntries)]),
    ),
  decode: (bytesByStream: TailBytes): StreamTails =>
    Object.fromEntries(Object.entries(bytesByStream).map(([name, bytes]) => [name, unpackEntries(bytes)])),
};

type PositionFields = z.output<z.ZodMiniObject<typeof positionFields>>;

/** Builds a position from its stored attributes and the other given values. */
export function toPosition(
  item: PositionFields,
  { investmentId, index, updatedAtMs }: Pick<Position, 'investmentId' | 'updatedAtMs'> & { index: bigint },
): Position {
  const { shares, principal, accrued, deposited, withdrawn } = item;
  return {
    investmentId,
    strategyId: item.strategy_id,
    strategyName: item.strategy_name,
    chain: item.chain,
    asset: item.asset,
    decimals: item.decimals,
    number: item.number,
    holdings: { shares, principal, accrued, index, deposited, withdrawn },
    deposits: item.deposits,
    withdrawals: item.withdrawals,
    adjustments: item.adjustments,
    walletAddress: item.wallet_address,
    openedAtMs: item.opened_at_ms,
    updatedAtMs,
  };
}

export function positionAttributes(position: Position) {
  return {
    strategy_id: position.strategyId,
    strategy_name: position.strategyName,
    chain: position.chain,
    asset: position.asset,
    decimals: position.decimals,
    number: position.number,
    shares: String(position.holdings.shares),
    principal: String(position.holdings.principal),
    accrued: String(position.holdings.accrued),
    deposited: String(position.holdings.deposited),
    withdrawn: String(position.holdings.withdrawn),
    deposits: position.deposits,
    withdrawals: position.withdrawals,
    adjustments: position.adjustments,
    wallet_address: position.walletAddress,
    opened_at_ms: position.openedAtMs,
  };
}

/** A position, with its latest ledger entries (`tails`). */
export interface StoredPosition {
  readonly position: Position;
  readonly tails: StreamTails;
}

export const positionCodec = {
  encode: ({
    position: value,
    tails: ends,
  }: StoredPosition): z.input<typeof positionSchema> & z.input<typeof streamTailsItemSchema> => ({
    ...positionAttributes(value),
    investment_id: value.investmentId,
    index: String(value.holdings.index),
    updated_at_ms: value.updatedAtMs,
    tails: streamTailsCodec.encode(ends),
  }),
  decode: (item: unknown): StoredPosition => ({
    position: decodePosition(item),
    tails: streamTailsCodec.decode(streamTailsItemSchema.parse(item).tails),
  }),
};

/** Decodes the position in a stored item or in an item from DynamoDB Streams. Ignores the item's field `tails`. */
export function decodePosition(item: unknown): Position {
  const parsed = positionSchema.parse(item);
  const { investment_id: investmentId, updated_at_ms: updatedAtMs, index } = parsed;
  return toPosition(parsed, { investmentId, index, updatedAtMs });
}
