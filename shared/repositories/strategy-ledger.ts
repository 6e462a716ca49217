import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Denomination } from '../domain/ledger/booking.ts';
import type { IndexSegment } from '../domain/ledger/growth-index.ts';
import type { Movement } from '../domain/ledger/holdings.ts';
import { POOL_SHARDS, poolShardOf } from '../domain/ledger/investment-id.ts';
import { fromLimbs, toLimbs } from '../domain/ledger/limbs.ts';
import type { Table } from './client.ts';
import { bigText } from './ledger-codec.ts';
import { ITEMS, sequenceText } from './table.ts';
import type { Write } from './transact.ts';

const segment = z.object({ from_ms: z.int(), index: bigText, apy: z.number(), rate: bigText });
const state = z.object({
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: z.string(),
  decimals: z.int().min(0),
  segments: z.array(segment).min(1),
  observations: z.int().min(1),
  accepts_deposits: z.boolean(),
});

/** What the ledger keeps of a strategy, from its first deposit on. */
export interface StrategyLedger extends Denomination {
  /** The recent segments of its index; all of them are in the observations' own items. */
  readonly segments: readonly IndexSegment[];
  /** How many observations (segments) there are in all. */
  readonly observations: number;
  /** Whether its pool's parts let deposits through. */
  readonly acceptsDeposits: boolean;
}

function toSegment({ from_ms, index, apy, rate }: z.output<typeof segment>): IndexSegment {
  return { fromMs: from_ms, index, apyPercent: apy, rate };
}

function segmentAttributes({ fromMs, index, apyPercent, rate }: IndexSegment): z.input<typeof segment> {
  return { from_ms: fromMs, index: String(index), apy: apyPercent, rate: String(rate) };
}

/** A strategy's ledger from its item. */
export function parseStrategyLedger(item: unknown): StrategyLedger {
  const parsed = state.parse(item);
  return {
    strategyId: parsed.strategy_id,
    strategyName: parsed.strategy_name,
    chain: parsed.chain,
    asset: parsed.asset,
    decimals: parsed.decimals,
    segments: parsed.segments.map(toSegment),
    observations: parsed.observations,
    acceptsDeposits: parsed.accepts_deposits,
  };
}

function stateItem(ledger: StrategyLedger) {
  const attributes: z.input<typeof state> = {
    strategy_id: ledger.strategyId,
    strategy_name: ledger.strategyName,
    chain: ledger.chain,
    asset: ledger.asset,
    decimals: ledger.decimals,
    segments: ledger.segments.map(segmentAttributes),
    observations: ledger.observations,
    accepts_deposits: ledger.acceptsDeposits,
  };
  return { ...ITEMS.strategyLedger.key({ id: ledger.strategyId }), ...attributes };
}

function indexItem(strategyId: string, number: number, opened: IndexSegment) {
  return {
    ...ITEMS.strategyIndex.key({ id: strategyId, number: sequenceText(number) }),
    ...segmentAttributes(opened),
  };
}

/** Writes that open a strategy's ledger; they fail when somebody has opened it meanwhile. */
export function openLedgerWrites(ledger: StrategyLedger): Write[] {
  const [first] = ledger.segments;
  if (first === undefined) throw new RangeError('A ledger opens with one segment');
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
  return [
    { Put: { Item: stateItem(ledger), ...isNew } },
    { Put: { Item: indexItem(ledger.strategyId, 1, first), ...isNew } },
    {
      Put: {
        Item: { ...ITEMS.ledgerStrategy.key({ id: ledger.strategyId }), strategy_id: ledger.strategyId },
      },
    },
  ];
}

/** Writes that record an observation; they fail when another was recorded since `before` was read. */
export function observationWrites(before: StrategyLedger, after: StrategyLedger): Write[] {
  const last = after.segments.at(-1);
  if (last === undefined) throw new RangeError('A ledger has at least one segment');
  return [
    {
      Put: {
        Item: stateItem(after),
        ConditionExpression: 'observations = :before',
        ExpressionAttributeValues: { ':before': before.observations },
      },
    },
    {
      Put: {
        Item: indexItem(after.strategyId, after.observations, last),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
}

/** Marks whether all parts of the pool have been told to let deposits through. */
export async function putAcceptsDeposits(table: Table, strategyId: string, accepts: boolean): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: ITEMS.strategyLedger.key({ id: strategyId }),
      UpdateExpression: 'SET accepts_deposits = :accepts',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':accepts': accepts },
    }),
  );
}

/** Lets deposits through every part of a strategy's pool, or stops them. */
export async function putDepositGate(table: Table, strategyId: string, open: boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: POOL_SHARDS }, (_, shard) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: ITEMS.strategyPool.key({ id: strategyId, shard: shardText(shard) }),
          UpdateExpression: 'SET deposits_stopped = :stopped',
          ExpressionAttributeValues: { ':stopped': !open },
        }),
      ),
    ),
  );
}

function shardText(shard: number): string {
  return String(shard).padStart(2, '0');
}

/** Sums over the positions of a pool, or of a part of it. Shares in share units, the others in base units. */
export interface PoolTotals {
  readonly shares: bigint;
  readonly principal: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly active: number;
}

/** One part of a pool. */
export interface PoolPart extends PoolTotals {
  readonly depositsStopped: boolean;
}

const SUMS = ['shares', 'principal', 'deposited', 'withdrawn'] as const;
const COUNTS = ['deposits', 'withdrawals', 'active'] as const;

/**
 * The update of the investment's part of the pool. It adds without reading, so that only movements that meet in one
 * of the parts at the very same moment wait for one another. A deposit fails while the part is stopped.
 */
export function poolWrite(
  strategyId: string,
  investmentId: string,
  movement: Movement,
  active: number,
): Write {
  const isDeposit = movement.amount > 0n;
  const sums = {
    shares: movement.shares,
    principal: movement.principal,
    deposited: isDeposit ? movement.amount : 0n,
    withdrawn: isDeposit ? 0n : -movement.amount,
  };
  const additions: (readonly [string, bigint | number])[] = SUMS.flatMap((name) =>
    toLimbs(sums[name]).map((limb, i) => [`${name}_${i}`, limb] as const),
  );
  additions.push([isDeposit ? 'deposits' : 'withdrawals', 1]);
  if (active !== 0) additions.push(['active', active]);
  return {
    Update: {
      Key: ITEMS.strategyPool.key({ id: strategyId, shard: shardText(poolShardOf(investmentId)) }),
      UpdateExpression: `ADD ${additions.map(([name]) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeValues: {
        ...Object.fromEntries(additions.map(([name, value]) => [`:${name}`, value])),
        ...(isDeposit ? { ':no': false } : {}),
      },
      ...(isDeposit
        ? { ConditionExpression: 'attribute_not_exists(deposits_stopped) OR deposits_stopped = :no' }
        : {}),
    },
  };
}

const numeric = z.union([z.bigint(), z.int()]);

function limbsOf(item: Readonly<Record<string, unknown>>, name: string): bigint[] {
  const limbs: bigint[] = [];
  for (const [key, value] of Object.entries(item)) {
    const place = key.startsWith(`${name}_`) ? Number(key.slice(name.length + 1)) : Number.NaN;
    if (Number.isInteger(place)) limbs[place] = BigInt(numeric.parse(value));
  }
  return Array.from(limbs, (limb) => limb ?? 0n);
}

/** The totals of one part of a pool from its item. */
export function parsePool(item: Readonly<Record<string, unknown>>): PoolPart {
  const sums = Object.fromEntries(SUMS.map((name) => [name, fromLimbs(limbsOf(item, name))]));
  const counts = Object.fromEntries(COUNTS.map((name) => [name, Number(numeric.parse(item[name] ?? 0))]));
  return poolSchema.parse({ ...sums, ...counts, depositsStopped: item.deposits_stopped ?? false });
}

const poolSchema = z.object({
  shares: z.bigint(),
  principal: z.bigint(),
  deposited: z.bigint(),
  withdrawn: z.bigint(),
  deposits: z.int(),
  withdrawals: z.int(),
  active: z.int(),
  depositsStopped: z.boolean(),
});

/** The parts of a strategy's pool, by their number. */
export async function readPools(table: Table, strategyId: string): Promise<ReadonlyMap<number, PoolPart>> {
  const items = await queryAll(table, ITEMS.strategyPool.key({ id: strategyId, shard: '' }));
  return new Map(items.map((item) => [Number(String(item.sk).slice(-2)), parsePool(item)]));
}

/** Every segment that a strategy's index ever had, in order. */
export async function readSegments(table: Table, strategyId: string): Promise<IndexSegment[]> {
  const items = await queryAll(table, ITEMS.strategyIndex.key({ id: strategyId, number: '' }));
  return items.map((item) => toSegment(segment.parse(item)));
}

/** A strategy's ledger; undefined before its first deposit. */
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

/** Ids of the strategies that ever took a deposit. */
export async function readLedgerStrategies(table: Table): Promise<string[]> {
  const items = await queryAll(table, ITEMS.ledgerStrategy.key({ id: '' }));
  return items.map((item) => z.string().parse(item.strategy_id));
}

/** All items of a partition whose sort key begins with the key's, consistently and in order. */
export async function queryAll(
  table: Table,
  { pk, sk }: { pk: string; sk: string },
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}
