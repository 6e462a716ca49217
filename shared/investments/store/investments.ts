import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { RecordedTransaction } from '../domain/booking.ts';
import { headCodec } from '../domain/encoding/codec.ts';
import { positionCodec, type StoredPosition } from '../domain/encoding/position-codec.ts';
import { NEW_OWNER_HEAD, type OwnerJournalHead, type Position } from '../domain/ledger-entry.ts';
import { buildEntryWrites } from './journal.ts';
import type { StateBeforeTransaction, StrategyState } from './state-before-transaction.ts';
import { parseStrategyLedger, type StrategyLedger } from './strategy-ledger.ts';
import { buildPoolWrite } from './strategy-pool.ts';

const openedInvestmentSchema = z.object({ strategy_id: z.string() });

/** Returns the head of an owner's journal; an empty head before the first deposit. */
export async function readOwnerHead(table: Table, ownerId: string): Promise<OwnerJournalHead> {
  const key = ITEMS.ledgerHead.key({ owner: ownerId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return item === undefined ? NEW_OWNER_HEAD : headCodec.decode(item);
}

/** Index of the write to the owner's head item in the array that `buildRecordingWrites` returns. */
export const HEAD_WRITE_INDEX = 0;
/**
 * Returns the index of the write to a strategy's totals (pool) in the array from `buildRecordingWrites`. For a deposit,
 * this write requires that the pool accepts deposits.
 */
export const poolWriteIndexOf = (strategyIndex: number) => 1 + 2 * strategyIndex;
const positionWriteIndexOf = (strategyIndex: number) => 2 + 2 * strategyIndex;

type CurrentItemByWriteIndex = ReadonlyMap<number, Readonly<Record<string, unknown>> | undefined>;

/**
 * Returns the strategy's data with its current position after a failed DynamoDB transaction. Returns undefined if
 * DynamoDB did not return the changed position.
 */
function refreshStrategyState(
  stateBefore: StrategyState,
  strategyIndex: number,
  currentItemByWriteIndex: CurrentItemByWriteIndex,
): StrategyState | undefined {
  if (!currentItemByWriteIndex.has(positionWriteIndexOf(strategyIndex))) return stateBefore;
  const item = currentItemByWriteIndex.get(positionWriteIndexOf(strategyIndex));
  return item === undefined ? undefined : { ...stateBefore, ...positionCodec.decode(item) };
}

/**
 * Returns the state for the next attempt from the items that a failed DynamoDB transaction returned. Returns undefined
 * if the state must be read again.
 */
export function refreshStateBeforeTransaction(
  stateBefore: StateBeforeTransaction,
  currentItemByWriteIndex: CurrentItemByWriteIndex,
): StateBeforeTransaction | undefined {
  const head = currentItemByWriteIndex.get(HEAD_WRITE_INDEX);
  if (
    head === undefined ||
    stateBefore.strategies.some((_, i) => currentItemByWriteIndex.has(poolWriteIndexOf(i)))
  )
    return undefined;
  const refreshedStates = stateBefore.strategies.flatMap(
    (strategyState, i) => refreshStrategyState(strategyState, i, currentItemByWriteIndex) ?? [],
  );
  if (refreshedStates.length < stateBefore.strategies.length) return undefined;
  return { ...stateBefore, head: headCodec.decode(head), strategies: refreshedStates };
}

function buildOwnerHeadWrite(
  ownerId: string,
  headBefore: OwnerJournalHead,
  headAfter: OwnerJournalHead,
): Write {
  return {
    Put: {
      Item: { ...ITEMS.ledgerHead.key({ owner: ownerId }), ...headCodec.encode(headAfter) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(headBefore.sequence === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#sequence = :before',
            ExpressionAttributeNames: { '#sequence': 'sequence' },
            ExpressionAttributeValues: { ':before': headBefore.sequence },
          }),
    },
  };
}

function buildPositionWrite(
  ownerId: string,
  positionBefore: Position | undefined,
  positionAfter: StoredPosition,
): Write {
  return {
    Put: {
      Item: {
        ...ITEMS.ledgerPosition.key({ owner: ownerId, strategy: positionAfter.position.strategyId }),
        ...positionCodec.encode(positionAfter),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(positionBefore === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression:
              'deposits = :deposits AND withdrawals = :withdrawals AND adjustments = :adjustments',
            ExpressionAttributeValues: {
              ':deposits': positionBefore.deposits,
              ':withdrawals': positionBefore.withdrawals,
              ':adjustments': positionBefore.adjustments,
            },
          }),
    },
  };
}

function buildOpenedInvestmentWrites({
  entry: { ownerId, position, transition },
}: RecordedTransaction): Write[] {
  if (transition !== 'opened') return [];
  const key = ITEMS.ledgerOpened.key({ owner: ownerId, number: formatSequence(position.number) });
  const Item = { ...key, strategy_id: position.strategyId };
  return [{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }];
}

/**
 * Returns the writes that record ledger entries. They fail if the owner's journal or positions have changed since
 * `stateBefore` was read.
 *
 * @param recordedTransactions one per strategy, in the order of `stateBefore.strategies`
 */
export function buildRecordingWrites(
  stateBefore: Pick<StateBeforeTransaction, 'head' | 'strategies'>,
  recordedTransactions: readonly RecordedTransaction[],
): Write[] {
  const lastTransaction = recordedTransactions.at(-1);
  if (lastTransaction === undefined) throw new RangeError('A transaction has at least one entry');
  const { ownerId } = lastTransaction.entry;
  const strategyWrites = recordedTransactions.flatMap(({ entry, head, tails }, i) => {
    const { position } = entry;
    const activeCountChange = head.active - (recordedTransactions[i - 1]?.head ?? stateBefore.head).active;
    return [
      buildPoolWrite(position.strategyId, position.investmentId, entry, activeCountChange),
      buildPositionWrite(ownerId, stateBefore.strategies[i]?.position, { position, tails }),
    ];
  });
  return [
    buildOwnerHeadWrite(ownerId, stateBefore.head, lastTransaction.head),
    ...strategyWrites,
    ...recordedTransactions.flatMap(buildEntryWrites),
    ...recordedTransactions.flatMap(buildOpenedInvestmentWrites),
  ];
}

/** Returns the strategy ids of an owner's investments with the given numbers, in the order of `investmentNumbers`. */
export async function readStrategyIdsOfInvestments(
  table: Table,
  ownerId: string,
  investmentNumbers: readonly number[],
): Promise<string[]> {
  const keys = investmentNumbers.map((investmentNumber) =>
    ITEMS.ledgerOpened.key({ owner: ownerId, number: formatSequence(investmentNumber) }),
  );
  const items = await batchGet(table, keys, { consistent: true });
  const strategyIdByKey = new Map(
    items.map((item) => [item.sk, openedInvestmentSchema.parse(item).strategy_id]),
  );
  return keys.flatMap(({ sk }) => strategyIdByKey.get(sk) ?? []);
}

/**
 * Returns an owner's positions in some strategies, each with the strategy's ledger, in the order of
 * `strategyIds`.
 */
export async function readPositions(
  table: Table,
  ownerId: string,
  strategyIds: readonly string[],
): Promise<(StoredPosition & { ledger: StrategyLedger })[]> {
  const keys = strategyIds.flatMap((id) => [
    ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id }),
    ITEMS.strategyLedger.key({ id }),
  ]);
  const items = await batchGet(table, keys, { consistent: true });
  const itemByKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  return strategyIds.flatMap((id) => {
    const positionKey = ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id });
    const ledgerKey = ITEMS.strategyLedger.key({ id });
    const position = itemByKey.get(`${positionKey.pk} ${positionKey.sk}`);
    const ledger = itemByKey.get(`${ledgerKey.pk} ${ledgerKey.sk}`);
    if (position === undefined || ledger === undefined) return [];
    return { ...positionCodec.decode(position), ledger: parseStrategyLedger(ledger) };
  });
}
