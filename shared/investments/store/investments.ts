import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { parseSwitches, type Switches } from '../../platform/dynamodb/switches.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { type StrategyTerms, strategyTerms } from '../../strategies/records.ts';
import { type Booking, NEW_OWNER, type OwnerHead, type Position } from '../domain/booking.ts';
import { headCodec, type KeptPosition, positionCodec } from '../domain/codec.ts';
import type { Tails } from '../domain/streams.ts';
import { entryWrites } from './journal.ts';
import { parseStrategyLedger, type StrategyLedger } from './strategy-ledger.ts';
import { poolWrite } from './strategy-pool.ts';

const opened = z.object({ strategy_id: z.string() });

/** All that a movement is decided on, from one consistent batch read. */
export interface MovementState {
  readonly head: OwnerHead;
  readonly position: Position | undefined;
  /** Ends of the position's streams. */
  readonly tails: Tails;
  readonly ledger: StrategyLedger | undefined;
  /** The catalog's record, where it was asked for. */
  readonly strategy: StrategyTerms | undefined;
  /** What operators have stopped, as of the strategy's record; nothing where that was not asked for. */
  readonly switches: Switches;
  /** The record of a repeated request, as stored. */
  readonly answer: Record<string, unknown> | undefined;
}

/** Reads everything at once. `strategyId` is undefined when the request names nothing that could exist. */
export async function readMovementState(
  table: Table,
  request: {
    readonly ownerId: string;
    readonly strategyId: string | undefined;
    readonly withStrategy: boolean;
    readonly answerKey: Key | undefined;
  },
): Promise<MovementState> {
  const { ownerId, strategyId: id, answerKey } = request;
  const keys = {
    head: ITEMS.ledgerHead.key({ owner: ownerId }),
    position: id === undefined ? undefined : ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id }),
    ledger: id === undefined ? undefined : ITEMS.strategyLedger.key({ id }),
    strategy: id === undefined || !request.withStrategy ? undefined : ITEMS.strategy.key({ id }),
    switches: request.withStrategy ? ITEMS.switches.key({}) : undefined,
    answer: answerKey,
  };
  const wanted = Object.values(keys).filter((key) => key !== undefined);
  const items = await batchGet(table, wanted, { consistent: true });
  const found = (key: Key | undefined) =>
    key === undefined ? undefined : items.find((item) => item.pk === key.pk && item.sk === key.sk);
  const map = <T>(item: Record<string, unknown> | undefined, parse: (item: unknown) => T) =>
    item === undefined ? undefined : parse(item);
  return {
    head: map(found(keys.head), headCodec.decode) ?? NEW_OWNER,
    ...(map(found(keys.position), positionCodec.decode) ?? { position: undefined, tails: {} }),
    ledger: map(found(keys.ledger), parseStrategyLedger),
    strategy: map(found(keys.strategy), (item) => strategyTerms.parse(item)),
    switches: parseSwitches(found(keys.switches)),
    answer: found(keys.answer),
  };
}

/** The head of an owner who has never deposited is the empty one. */
export async function readHead(table: Table, ownerId: string): Promise<OwnerHead> {
  const key = ITEMS.ledgerHead.key({ owner: ownerId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return item === undefined ? NEW_OWNER : headCodec.decode(item);
}

/** The head's write is the first of a booking's, so that its failure can be told from the others. */
export const HEAD_WRITE = 0;
/** The pool's write is the second: its condition is that deposits are let through. */
export const POOL_WRITE = 1;
const POSITION_WRITE = 2;

/**
 * The snapshot as the next attempt needs it, from the items that a refused booking found in its way: so that one who
 * was overtaken goes on with what overtook it, without another read. Undefined when more has changed than that.
 */
export function refreshed(
  before: MovementState,
  found: ReadonlyMap<number, Readonly<Record<string, unknown>> | undefined>,
): MovementState | undefined {
  const head = found.get(HEAD_WRITE);
  if (head === undefined || found.has(POOL_WRITE)) return undefined;
  if (!found.has(POSITION_WRITE)) return { ...before, head: headCodec.decode(head) };
  const position = found.get(POSITION_WRITE);
  if (position === undefined) return undefined;
  return { ...before, head: headCodec.decode(head), ...positionCodec.decode(position) };
}

function headWrite(ownerId: string, before: OwnerHead, after: OwnerHead): Write {
  return {
    Put: {
      Item: { ...ITEMS.ledgerHead.key({ owner: ownerId }), ...headCodec.encode(after) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(before.sequence === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#sequence = :before',
            ExpressionAttributeNames: { '#sequence': 'sequence' },
            ExpressionAttributeValues: { ':before': before.sequence },
          }),
    },
  };
}

function positionWrite(ownerId: string, before: Position | undefined, after: KeptPosition): Write {
  return {
    Put: {
      Item: {
        ...ITEMS.ledgerPosition.key({ owner: ownerId, strategy: after.position.strategyId }),
        ...positionCodec.encode(after),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression:
              'deposits = :deposits AND withdrawals = :withdrawals AND adjustments = :adjustments',
            ExpressionAttributeValues: {
              ':deposits': before.deposits,
              ':withdrawals': before.withdrawals,
              ':adjustments': before.adjustments,
            },
          }),
    },
  };
}

/** Every write of a booking, each with the precondition that what it was decided on still stands. */
export function bookingWrites(before: Pick<MovementState, 'head' | 'position'>, booking: Booking): Write[] {
  const { entry, head, tails } = booking;
  const { ownerId, position, transition } = entry;
  const { strategyId, investmentId, number } = position;
  const writes = [
    headWrite(ownerId, before.head, head),
    poolWrite(strategyId, investmentId, entry, head.active - before.head.active),
    positionWrite(ownerId, before.position, { position, tails }),
    ...entryWrites(booking),
  ];
  if (transition !== 'opened') return writes;
  const key = ITEMS.ledgerOpened.key({ owner: ownerId, number: sequenceText(number) });
  return [
    ...writes,
    { Put: { Item: { ...key, strategy_id: strategyId }, ConditionExpression: 'attribute_not_exists(pk)' } },
  ];
}

/** Strategies of an owner's investments by their numbers, in the order asked for. */
export async function readOpened(
  table: Table,
  ownerId: string,
  numbers: readonly number[],
): Promise<string[]> {
  const keys = numbers.map((number) =>
    ITEMS.ledgerOpened.key({ owner: ownerId, number: sequenceText(number) }),
  );
  const items = await batchGet(table, keys, { consistent: true });
  const byKey = new Map(items.map((item) => [item.sk, opened.parse(item).strategy_id]));
  return keys.flatMap(({ sk }) => byKey.get(sk) ?? []);
}

/** An owner's positions in some strategies, each with the strategy's ledger, in the order asked for. */
export async function readPositions(
  table: Table,
  ownerId: string,
  strategyIds: readonly string[],
): Promise<(KeptPosition & { ledger: StrategyLedger })[]> {
  const keys = strategyIds.flatMap((id) => [
    ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id }),
    ITEMS.strategyLedger.key({ id }),
  ]);
  const items = await batchGet(table, keys, { consistent: true });
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  return strategyIds.flatMap((id) => {
    const at = ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id });
    const state = ITEMS.strategyLedger.key({ id });
    const position = byKey.get(`${at.pk} ${at.sk}`);
    const ledger = byKey.get(`${state.pk} ${state.sk}`);
    if (position === undefined || ledger === undefined) return [];
    return { ...positionCodec.decode(position), ledger: parseStrategyLedger(ledger) };
  });
}
