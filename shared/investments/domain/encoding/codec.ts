import * as z from 'zod/mini';
import { ENTRY_STATUSES, ENTRY_TYPES } from '../../contract/investment.ts';
import { ACCOUNT_NAMES } from '../journal.ts';
import type { LedgerEntry, OwnerHead } from '../ledger-entry.ts';
import { bigText } from './big-text.ts';
import {
  count,
  positionAttributes,
  positionFields,
  tails,
  tailsCodec,
  toPosition,
} from './position-codec.ts';

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

/**
 * The stored attributes of a journal entry. Values that follow from other attributes or from the legs are not
 * stored twice.
 */
const entrySchema = z.object({
  id: z.string(),
  sequence: count,
  type: z.enum(ENTRY_TYPES),
  status: z.enum(ENTRY_STATUSES),
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
  after: z.object(positionFields),
  price_usd: z.optional(z.string()),
  reason: z.optional(z.string()),
  counterpart_id: z.optional(z.string()),
  transition: z.optional(z.enum(['opened', 'reopened', 'closed'])),
  digest: z.string(),
});

/** Converts the head of an owner's journal to the attributes of its item, and back. */
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

/** Converts a journal entry to the attributes of its item, and back. */
export const entryCodec = {
  encode: ({ movement, position: after, ...value }: LedgerEntry): z.input<typeof entrySchema> => ({
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
    after: positionAttributes(after),
    price_usd: value.priceUsd === undefined ? undefined : String(value.priceUsd),
    reason: value.reason,
    counterpart_id: value.counterpartId,
    transition: value.transition,
    digest: value.digest,
  }),
  decode: (item: unknown): LedgerEntry => {
    const parsed = entrySchema.parse(item);
    const { investment_id: investmentId, at_ms: atMs, index } = parsed;
    const position = toPosition(parsed.after, { investmentId, index, updatedAtMs: atMs });
    return {
      id: parsed.id,
      sequence: parsed.sequence,
      type: parsed.type,
      status: parsed.status,
      ownerId: parsed.owner_id,
      atMs,
      index,
      movement: {
        holdings: position.holdings,
        shares: parsed.minted,
        amount: parsed.amount,
        principal: parsed.cost,
        accrual: parsed.accrual,
        realized: parsed.realized,
      },
      legs: parsed.legs,
      position: position,
      priceUsd: parsed.price_usd === undefined ? undefined : Number(parsed.price_usd),
      reason: parsed.reason,
      counterpartId: parsed.counterpart_id,
      transition: parsed.transition,
      digest: parsed.digest,
    };
  },
};
