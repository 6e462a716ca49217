import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { bigintTextSchema } from '../domain/encoding/big-text.ts';
import type { GrowthIndexSegment } from '../domain/growth-index.ts';
import type { StrategyAsset } from '../domain/ledger-entry.ts';

/** The APY is stored as text, because a DynamoDB number cannot represent every APY exactly. */
const segmentSchema = z.object({
  from_ms: z.int(),
  index: bigintTextSchema,
  apy: z.pipe(z.string(), z.transform(Number)),
  rate: bigintTextSchema,
});
const strategyLedgerSchema = z.object({
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: z.string(),
  decimals: z.int().check(z.minimum(0)),
  segments: z.array(segmentSchema).check(z.minLength(1)),
  observations: z.int().check(z.minimum(1)),
  accepts_deposits: z.boolean(),
});

/** The sandbox ledger's data about a strategy. It exists from the first deposit on. */
export interface StrategyLedger extends StrategyAsset {
  /** The recent segments of the growth index. Older segments are stored only in separate items. */
  readonly segments: readonly GrowthIndexSegment[];
  /** Number of all segments of the growth index, including the older segments. */
  readonly segmentCount: number;
  /** Whether all shards of the strategy's pool accept deposits. */
  readonly acceptsDeposits: boolean;
}

function toSegment({ from_ms, index, apy, rate }: z.output<typeof segmentSchema>): GrowthIndexSegment {
  return { fromMs: from_ms, index, apyPercent: apy, rate };
}

function toSegmentAttributes({
  fromMs,
  index,
  apyPercent,
  rate,
}: GrowthIndexSegment): z.input<typeof segmentSchema> {
  return { from_ms: fromMs, index: String(index), apy: String(apyPercent), rate: String(rate) };
}

export function parseStrategyLedger(item: unknown): StrategyLedger {
  const ledgerFields = strategyLedgerSchema.parse(item);
  return {
    strategyId: ledgerFields.strategy_id,
    strategyName: ledgerFields.strategy_name,
    chain: ledgerFields.chain,
    asset: ledgerFields.asset,
    decimals: ledgerFields.decimals,
    segments: ledgerFields.segments.map(toSegment),
    segmentCount: ledgerFields.observations,
    acceptsDeposits: ledgerFields.accepts_deposits,
  };
}

function toLedgerItem(ledger: StrategyLedger) {
  const attributes: z.input<typeof strategyLedgerSchema> = {
    strategy_id: ledger.strategyId,
    strategy_name: ledger.strategyName,
    chain: ledger.chain,
    asset: ledger.asset,
    decimals: ledger.decimals,
    segments: ledger.segments.map(toSegmentAttributes),
    observations: ledger.segmentCount,
    accepts_deposits: ledger.acceptsDeposits,
  };
  return { ...ITEMS.strategyLedger.key({ id: ledger.strategyId }), ...attributes };
}

function buildSegmentItem(strategyId: string, segmentNumber: number, segment: GrowthIndexSegment) {
  return {
    ...ITEMS.strategyIndex.key({ id: strategyId, number: formatSequence(segmentNumber) }),
    ...toSegmentAttributes(segment),
  };
}

/**
 * Returns the writes that create a strategy's ledger. The writes fail if another request has
 * already created the ledger.
 */
export function buildNewLedgerWrites(ledger: StrategyLedger): Write[] {
  const [firstSegment] = ledger.segments;
  if (firstSegment === undefined) throw new RangeError('A ledger opens with one segment');
  const newItemCondition = { ConditionExpression: 'attribute_not_exists(pk)' };
  return [
    { Put: { Item: toLedgerItem(ledger), ...newItemCondition } },
    { Put: { Item: buildSegmentItem(ledger.strategyId, 1, firstSegment), ...newItemCondition } },
    {
      Put: {
        Item: { ...ITEMS.ledgerStrategy.key({ id: ledger.strategyId }), strategy_id: ledger.strategyId },
      },
    },
  ];
}

/**
 * Returns the writes that add a segment for an APY reading. The writes fail if another segment was added
 * since `ledgerBefore` was read.
 */
export function newSegmentWrites(ledgerBefore: StrategyLedger, ledgerAfter: StrategyLedger): Write[] {
  const lastSegment = ledgerAfter.segments.at(-1);
  if (lastSegment === undefined) throw new RangeError('A ledger has at least one segment');
  return [
    {
      Put: {
        Item: toLedgerItem(ledgerAfter),
        ConditionExpression: 'observations = :before',
        ExpressionAttributeValues: { ':before': ledgerBefore.segmentCount },
      },
    },
    {
      Put: {
        Item: buildSegmentItem(ledgerAfter.strategyId, ledgerAfter.segmentCount, lastSegment),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
}

/** Returns the write that stores whether all shards of the pool accept deposits. */
export function buildDepositAcceptanceWrite(strategyId: string, acceptsDeposits: boolean): Write {
  return {
    Update: {
      Key: ITEMS.strategyLedger.key({ id: strategyId }),
      UpdateExpression: 'SET accepts_deposits = :accepts',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':accepts': acceptsDeposits },
    },
  };
}

/** Returns all segments of a strategy's growth index, in order. */
export async function readIndexSegments(table: Table, strategyId: string): Promise<GrowthIndexSegment[]> {
  const items = await queryAll(table, ITEMS.strategyIndex.key({ id: strategyId, number: '' }));
  return items.map((item) => toSegment(segmentSchema.parse(item)));
}

/** Returns a strategy's ledger. Returns undefined if the strategy has not received a deposit yet. */
export async function readStrategyLedger(
  table: Table,
  strategyId: string,
): Promise<StrategyLedger | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.strategyLedger.key({ id: strategyId }),
      ConsistentRead: true,
    }),
  );
  return item === undefined ? undefined : parseStrategyLedger(item);
}

/** Returns ledgers by strategy id. Strategies without a ledger are left out. */
export async function readStrategyLedgers(
  table: Table,
  strategyIds: Iterable<string>,
): Promise<ReadonlyMap<string, StrategyLedger>> {
  const keys = [...new Set(strategyIds)].map((id) => ITEMS.strategyLedger.key({ id }));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(items.map(parseStrategyLedger).map((ledger) => [ledger.strategyId, ledger]));
}

/** Returns the ids of all strategies that have ever received a deposit. */
export async function readLedgerStrategyIds(table: Table): Promise<string[]> {
  const items = await queryAll(table, ITEMS.ledgerStrategy.key({ id: '' }));
  return items.map((item) => z.string().parse(item.strategy_id));
}
