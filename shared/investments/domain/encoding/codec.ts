import * as z from 'zod/mini';
import { ENTRY_STATUSES, LEDGER_ENTRY_TYPES } from '../../contract/investment.ts';
import { LEDGER_ACCOUNT_NAMES } from '../journal.ts';
import type { LedgerEntry, OwnerJournalHead } from '../ledger-entry.ts';
import { bigintTextSchema } from './big-text.ts';
import {
  countSchema,
  positionAttributes,
  positionFields,
  streamTailsCodec,
  streamTailsSchema,
  toPosition,
} from './position-codec.ts';

const ownerHeadSchema = z.object({
  sequence: countSchema,
  last_at_ms: countSchema,
  last_digest: z.string(),
  deposits: countSchema,
  withdrawals: countSchema,
  adjustments: countSchema,
  opened: countSchema,
  active: countSchema,
  active_set: z.instanceof(Uint8Array),
  tails: streamTailsSchema,
});

/** The stored attributes of a journal entry. Values that can be computed from other attributes are not stored. */
const entrySchema = z.object({
  id: z.string(),
  sequence: countSchema,
  type: z.enum(LEDGER_ENTRY_TYPES),
  status: z.enum(ENTRY_STATUSES),
  owner_id: z.string(),
  investment_id: z.string(),
  at_ms: countSchema,
  index: bigintTextSchema,
  amount: bigintTextSchema,
  cost: bigintTextSchema,
  accrual: bigintTextSchema,
  realized: bigintTextSchema,
  minted: bigintTextSchema,
  legs: z.array(z.tuple([z.enum(LEDGER_ACCOUNT_NAMES), bigintTextSchema])),
  after: z.object(positionFields),
  price_usd: z.optional(z.string()),
  reason: z.optional(z.string()),
  counterpart_id: z.optional(z.string()),
  transition: z.optional(z.enum(['opened', 'reopened', 'closed'])),
  digest: z.string(),
});

export const headCodec = {
  encode: (head: OwnerJournalHead): z.input<typeof ownerHeadSchema> => ({
    sequence: head.sequence,
    last_at_ms: head.lastAtMs,
    last_digest: head.lastDigest,
    deposits: head.deposits,
    withdrawals: head.withdrawals,
    adjustments: head.adjustments,
    opened: head.opened,
    active: head.active,
    active_set: head.activeSet,
    tails: streamTailsCodec.encode(head.tails),
  }),
  decode: (item: unknown): OwnerJournalHead => {
    const parsed = ownerHeadSchema.parse(item);
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
      tails: streamTailsCodec.decode(parsed.tails),
    };
  },
};

export const entryCodec = {
  encode: ({
    holdingsChange,
    position: positionAfter,
    ...value
  }: LedgerEntry): z.input<typeof entrySchema> => ({
    id: value.id,
    sequence: value.sequence,
    type: value.type,
    status: value.status,
    owner_id: value.ownerId,
    investment_id: positionAfter.investmentId,
    at_ms: value.atMs,
    index: String(value.index),
    amount: String(holdingsChange.amount),
    cost: String(holdingsChange.principal),
    accrual: String(holdingsChange.accrual),
    realized: String(holdingsChange.realized),
    minted: String(holdingsChange.shares),
    legs: value.legs.map(([account, amount]) => [account, String(amount)]),
    after: positionAttributes(positionAfter),
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
      holdingsChange: {
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
