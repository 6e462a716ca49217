import * as z from 'zod';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../contract.ts';
import type { Entry, OwnerHead, Position } from '../domain/booking.ts';

/** Base units and shares outgrow a database number's 38 digits, so they are stored as text. */
export const bigText = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);

const count = z.int().min(0);

const head = z.object({
  sequence: count,
  last_at_ms: count,
  last_digest: z.string(),
  deposits: count,
  withdrawals: count,
  opened: count,
  active: count,
  active_set: z.instanceof(Uint8Array),
});

const position = z.object({
  investment_id: z.string(),
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: z.string(),
  decimals: count,
  number: count,
  shares: bigText,
  principal: bigText,
  deposited: bigText,
  withdrawn: bigText,
  deposits: count,
  withdrawals: count,
  wallet_address: z.string().optional(),
  opened_at_ms: count,
  updated_at_ms: count,
});

const entry = z.object({
  id: z.string(),
  sequence: count,
  type: z.enum(TRANSACTION_TYPES),
  status: z.enum(TRANSACTION_STATUSES),
  owner_id: z.string(),
  at_ms: count,
  index: bigText,
  change: z.object({ shares: bigText, amount: bigText, principal: bigText, realized: bigText }),
  legs: z.array(z.tuple([z.string(), z.string(), bigText])),
  after: position,
  transition: z.enum(['opened', 'reopened', 'closed']).optional(),
  digest: z.string(),
});

/** The owner's head as attributes of its item, and back. */
export const headCodec = {
  encode: (value: OwnerHead): z.input<typeof head> => ({
    sequence: value.sequence,
    last_at_ms: value.lastAtMs,
    last_digest: value.lastDigest,
    deposits: value.deposits,
    withdrawals: value.withdrawals,
    opened: value.opened,
    active: value.active,
    active_set: value.activeSet,
  }),
  decode: (item: unknown): OwnerHead => {
    const parsed = head.parse(item);
    return {
      sequence: parsed.sequence,
      lastAtMs: parsed.last_at_ms,
      lastDigest: parsed.last_digest,
      deposits: parsed.deposits,
      withdrawals: parsed.withdrawals,
      opened: parsed.opened,
      active: parsed.active,
      activeSet: parsed.active_set,
    };
  },
};

function toPosition(item: z.output<typeof position>): Position {
  const { shares, principal, deposited, withdrawn } = item;
  return {
    investmentId: item.investment_id,
    strategyId: item.strategy_id,
    strategyName: item.strategy_name,
    chain: item.chain,
    asset: item.asset,
    decimals: item.decimals,
    number: item.number,
    holdings: { shares, principal, deposited, withdrawn },
    deposits: item.deposits,
    withdrawals: item.withdrawals,
    walletAddress: item.wallet_address,
    openedAtMs: item.opened_at_ms,
    updatedAtMs: item.updated_at_ms,
  };
}

/** A position as attributes of its item, and back. */
export const positionCodec = {
  encode: (value: Position): z.input<typeof position> => ({
    investment_id: value.investmentId,
    strategy_id: value.strategyId,
    strategy_name: value.strategyName,
    chain: value.chain,
    asset: value.asset,
    decimals: value.decimals,
    number: value.number,
    shares: String(value.holdings.shares),
    principal: String(value.holdings.principal),
    deposited: String(value.holdings.deposited),
    withdrawn: String(value.holdings.withdrawn),
    deposits: value.deposits,
    withdrawals: value.withdrawals,
    wallet_address: value.walletAddress,
    opened_at_ms: value.openedAtMs,
    updated_at_ms: value.updatedAtMs,
  }),
  decode: (item: unknown): Position => toPosition(position.parse(item)),
};

/** A journal entry as attributes of its item, and back. */
export const entryCodec = {
  encode: ({ movement, position: after, ...value }: Entry): z.input<typeof entry> => ({
    id: value.id,
    sequence: value.sequence,
    type: value.type,
    status: value.status,
    owner_id: value.ownerId,
    at_ms: value.atMs,
    index: String(value.index),
    change: {
      shares: String(movement.shares),
      amount: String(movement.amount),
      principal: String(movement.principal),
      realized: String(movement.realized),
    },
    legs: value.legs.map(({ account, unit, amount }) => [account, unit, String(amount)]),
    after: positionCodec.encode(after),
    transition: value.transition,
    digest: value.digest,
  }),
  decode: (item: unknown): Entry => {
    const { change, legs, after, ...parsed } = entry.parse(item);
    const held = toPosition(after);
    return {
      id: parsed.id,
      sequence: parsed.sequence,
      type: parsed.type,
      status: parsed.status,
      ownerId: parsed.owner_id,
      atMs: parsed.at_ms,
      index: parsed.index,
      movement: { ...change, holdings: held.holdings },
      legs: legs.map(([account, unit, amount]) => ({ account, unit, amount })),
      position: held,
      transition: parsed.transition,
      digest: parsed.digest,
    };
  },
};
