import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { PoolSums } from '../domain/audit/pool.ts';
import type { Entry } from '../domain/books.ts';
import { fromLimbs, toLimbs } from '../domain/encoding/limbs.ts';
import { POOL_SHARDS, poolShardOf } from '../domain/ids/investment-id.ts';

/** Writes that let deposits through every part of a strategy's pool, or stop them: one for each part. */
export function depositGateWrites(strategyId: string, open: boolean): Write[] {
  return Array.from({ length: POOL_SHARDS }, (_, shard) => ({
    Update: {
      Key: ITEMS.strategyPool.key({ id: strategyId, shard: shardText(shard) }),
      UpdateExpression: 'SET deposits_stopped = :stopped',
      ExpressionAttributeValues: { ':stopped': !open },
    },
  }));
}

function shardText(shard: number): string {
  return String(shard).padStart(2, '0');
}

/** One part of a pool. */
export interface PoolPart extends PoolSums {
  readonly depositsStopped: boolean;
}

const SUMS = ['shares', 'principal', 'accrued', 'deposited', 'withdrawn'] as const;
const COUNTS = ['deposits', 'withdrawals', 'adjustments', 'active'] as const;
const COUNTED_AS = { deposit: 'deposits', withdrawal: 'withdrawals', adjustment: 'adjustments' } as const;

/**
 * The update of the investment's part of the pool. It adds without reading, so that only movements that meet in one
 * of the parts at the very same moment wait for one another. A deposit fails while the part is stopped.
 */
export function poolWrite(
  strategyId: string,
  investmentId: string,
  { type, movement }: Pick<Entry, 'type' | 'movement'>,
  active: number,
): Write {
  const isDeposit = type === 'deposit';
  const sums = {
    shares: movement.shares,
    principal: movement.principal,
    accrued: movement.accrual + movement.amount - movement.principal,
    deposited: isDeposit ? movement.amount : 0n,
    withdrawn: type === 'withdrawal' ? -movement.amount : 0n,
  };
  const additions: (readonly [string, bigint | number])[] = SUMS.flatMap((name) =>
    toLimbs(sums[name]).map((limb, i) => [`${name}_${i}`, limb] as const),
  );
  additions.push([COUNTED_AS[type], 1]);
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

/** The shares of all parts of a pool together. */
export function sharesOf(parts: ReadonlyMap<number, PoolPart>): bigint {
  return [...parts.values()].reduce((sum, part) => sum + part.shares, 0n);
}

/** The strategy's liabilities as they were read in a turn. */
interface RoomTurn {
  readonly shares: bigint;
  readonly turn: number;
}

const room = z.object({ turn: z.int() });

/**
 * The shares of a strategy's pool, read in a turn. A deposit that relies on them takes the turn with it (`turnWrite`).
 * Of all that read the same shares only one succeeds, and the others read again.
 */
export async function readRoomTurn(table: Table, strategyId: string): Promise<RoomTurn> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.strategyRoom.key({ id: strategyId }),
      ConsistentRead: true,
    }),
  );
  const shares = sharesOf(await readPools(table, strategyId));
  return { shares, turn: Item === undefined ? 0 : room.parse(Item).turn };
}

/** Takes a turn. Its condition fails where another request has taken the turn. */
export function turnWrite(strategyId: string, turn: number): Write {
  return {
    Put: {
      Item: { ...ITEMS.strategyRoom.key({ id: strategyId }), turn: turn + 1 },
      ...(turn === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'turn = :turn', ExpressionAttributeValues: { ':turn': turn } }),
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
function parsePool(item: Readonly<Record<string, unknown>>): PoolPart {
  const sums = Object.fromEntries(SUMS.map((name) => [name, fromLimbs(limbsOf(item, name))]));
  const counts = Object.fromEntries(COUNTS.map((name) => [name, Number(numeric.parse(item[name] ?? 0))]));
  return poolSchema.parse({ ...sums, ...counts, depositsStopped: item.deposits_stopped ?? false });
}

const poolSchema = z.object({
  shares: z.bigint(),
  principal: z.bigint(),
  accrued: z.bigint(),
  deposited: z.bigint(),
  withdrawn: z.bigint(),
  deposits: z.int(),
  withdrawals: z.int(),
  adjustments: z.int(),
  active: z.int(),
  depositsStopped: z.boolean(),
});

/** The parts of a strategy's pool, by their number. */
export async function readPools(table: Table, strategyId: string): Promise<ReadonlyMap<number, PoolPart>> {
  const items = await queryAll(table, ITEMS.strategyPool.key({ id: strategyId, shard: '' }));
  return new Map(items.map((item) => [Number(String(item.sk).slice(-2)), parsePool(item)]));
}
