import * as z from 'zod/mini';
import { ENTRY_TYPES, TRANSACTION_STATUSES } from '../../contract/investment.ts';
import type { Entry, OwnerHead, Position } from '../booking.ts';
import { ACCOUNT_NAMES } from '../journal.ts';
import { packEntries, type Tails, unpackEntries } from '../streams.ts';
import { bigText } from './big-text.ts';

const count = z.int().check(z.minimum(0));
const tails = z.record(z.string(), z.instanceof(Uint8Array));

const head = z.object({
  sequence: count,
  last_at_ms: count,
  last_digest: z.string(),
  deposits: count,
  withdrawals: count,
  adjustments: count,
  opened: count,
  active: count,
  active_set: z.instanceof(Uint8Array),
  tails,
});

/** What an entry and the position's own item both hold of a position. */
const place = {
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: z.string(),
  decimals: count,
  number: count,
  shares: bigText,
  principal: bigText,
  accrued: bigText,
  deposited: bigText,
  withdrawn: bigText,
  deposits: count,
  withdrawals: count,
  adjustments: count,
  wallet_address: z.optional(z.string()),
  opened_at_ms: count,
};

const position = z.object({ ...place, investment_id: z.string(), index: bigText, updated_at_ms: count });
const kept = z.object({ tails });

/** What is the same as in the entry itself, or follows from its legs, is not kept a second time. */
const entry = z.object({
  id: z.string(),
  sequence: count,
  type: z.enum(ENTRY_TYPES),
  status: z.enum(TRANSACTION_STATUSES),
  owner_id: z.string(),
  investment_id: z.string(),
  at_ms: count,
  index: bigText,
  amount: bigText,
  cost: bigText,
  accrual: bigText,
  realized: bigText,
  minted: bigText,
  legs: z.array(z.tuple([z.enum(ACCOUNT_NAMES), bigText])),
  after: z.object(place),
  price_usd: z.optional(z.string()),
  reason: z.optional(z.string()),
  counterpart_id: z.optional(z.string()),
  transition: z.optional(z.enum(['opened', 'reopened', 'closed'])),
  digest: z.string(),
});

type TailBytes = z.output<typeof tails>;

/** The ends of streams as attributes, and back. */
const tailsCodec = {
  encode: (value: Tails): TailBytes =>
    Object.fromEntries(Object.entries(value).map(([name, listed]) => [name, packEntries(listed)])),
  decode: (value: TailBytes): Tails =>
    Object.fromEntries(Object.entries(value).map(([name, bytes]) => [name, unpackEntries(bytes)])),
};

/** The owner's head as attributes of its item, and back. */
export const headCodec = {
  encode: (value: OwnerHead): z.input<typeof head> => ({
    sequence: value.sequence,
    last_at_ms: value.lastAtMs,
    last_digest: value.lastDigest,
    deposits: value.deposits,
    withdrawals: value.withdrawals,
    adjustments: value.adjustments,
    opened: value.opened,
    active: value.active,
    active_set: value.activeSet,
    tails: tailsCodec.encode(value.tails),
  }),
  decode: (item: unknown): OwnerHead => {
    const parsed = head.parse(item);
    return {
      sequence: parsed.sequence,
      lastAtMs: parsed.last_at_ms,
      lastDigest: parsed.last_digest,
      deposits: parsed.deposits,
      withdrawals: parsed.withdrawals,
      adjustments: parsed.adjustments,
      opened: parsed.opened,
      active: parsed.active,
      activeSet: new Uint8Array(parsed.active_set),
      tails: tailsCodec.decode(parsed.tails),
    };
  },
};

type Place = z.output<z.ZodMiniObject<typeof place>>;

/** A position from what is kept of it, and the three values that are kept elsewhere in an entry. */
function toPosition(
  item: Place,
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

function placeAttributes(value: Position) {
  return {
    strategy_id: value.strategyId,
    strategy_name: value.strategyName,
    chain: value.chain,
    asset: value.asset,
    decimals: value.decimals,
    number: value.number,
    shares: String(value.holdings.shares),
    principal: String(value.holdings.principal),
    accrued: String(value.holdings.accrued),
    deposited: String(value.holdings.deposited),
    withdrawn: String(value.holdings.withdrawn),
    deposits: value.deposits,
    withdrawals: value.withdrawals,
    adjustments: value.adjustments,
    wallet_address: value.walletAddress,
    opened_at_ms: value.openedAtMs,
  };
}

/** A position with the ends of its streams. */
export interface KeptPosition {
  readonly position: Position;
  readonly tails: Tails;
}

/** A position with the ends of its streams as attributes of its item, and back. */
export const positionCodec = {
  encode: ({
    position: value,
    tails: ends,
  }: KeptPosition): z.input<typeof position> & z.input<typeof kept> => ({
    ...placeAttributes(value),
    investment_id: value.investmentId,
    index: String(value.holdings.index),
    updated_at_ms: value.updatedAtMs,
    tails: tailsCodec.encode(ends),
  }),
  decode: (item: unknown): KeptPosition => ({
    position: decodePosition(item),
    tails: tailsCodec.decode(kept.parse(item).tails),
  }),
};

/** A position alone from attributes of its item, for readers of the stream, which shows bytes as text. */
export function decodePosition(item: unknown): Position {
  const parsed = position.parse(item);
  const { investment_id: investmentId, updated_at_ms: updatedAtMs, index } = parsed;
  return toPosition(parsed, { investmentId, index, updatedAtMs });
}

/** A journal entry as attributes of its item, and back. */
export const entryCodec = {
  encode: ({ movement, position: after, ...value }: Entry): z.input<typeof entry> => ({
    id: value.id,
    sequence: value.sequence,
    type: value.type,
    status: value.status,
    owner_id: value.ownerId,
    investment_id: after.investmentId,
    at_ms: value.atMs,
    index: String(value.index),
    amount: String(movement.amount),
    cost: String(movement.principal),
    accrual: String(movement.accrual),
    realized: String(movement.realized),
    minted: String(movement.shares),
    legs: value.legs.map(([account, amount]) => [account, String(amount)]),
    after: placeAttributes(after),
    price_usd: value.priceUsd === undefined ? undefined : String(value.priceUsd),
    reason: value.reason,
    counterpart_id: value.counterpartId,
    transition: value.transition,
    digest: value.digest,
  }),
  decode: (item: unknown): Entry => {
    const parsed = entry.parse(item);
    const { investment_id: investmentId, at_ms: atMs, index } = parsed;
    const held = toPosition(parsed.after, { investmentId, index, updatedAtMs: atMs });
    return {
      id: parsed.id,
      sequence: parsed.sequence,
      type: parsed.type,
      status: parsed.status,
      ownerId: parsed.owner_id,
      atMs,
      index,
      movement: {
        holdings: held.holdings,
        shares: parsed.minted,
        amount: parsed.amount,
        principal: parsed.cost,
        accrual: parsed.accrual,
        realized: parsed.realized,
      },
      legs: parsed.legs,
      position: held,
      priceUsd: parsed.price_usd === undefined ? undefined : Number(parsed.price_usd),
      reason: parsed.reason,
      counterpartId: parsed.counterpart_id,
      transition: parsed.transition,
      digest: parsed.digest,
    };
  },
};
