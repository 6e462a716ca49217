import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { PoolSums } from '../domain/audit/pool.ts';
import { bigintFromLimbs, toLimbs } from '../domain/encoding/limbs.ts';
import { POOL_SHARD_COUNT, poolShardOf } from '../domain/ids/investment-id.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';

/** Returns the writes that allow or stop deposits into a strategy, one write for each shard of its pool. */
export function buildDepositGateWrites(strategyId: string, areDepositsAllowed: boolean): Write[] {
  return Array.from({ length: POOL_SHARD_COUNT }, (_, shard) => ({
    Update: {
      Key: ITEMS.strategyPool.key({ id: strategyId, shard: toShardText(shard) }),
      UpdateExpression: 'SET deposits_stopped = :stopped',
      ExpressionAttributeValues: { ':stopped': !areDepositsAllowed },
    },
  }));
}

function toShardText(shard: number): string {
  return String(shard).padStart(2, '0');
}

/** The totals in one shard of a pool. The shard also stores whether it rejects deposits. */
export interface PoolShard extends PoolSums {
  readonly depositsStopped: boolean;
}

const SUM_ATTRIBUTES = ['shares', 'principal', 'accrued', 'deposited', 'withdrawn'] as const;
const COUNT_ATTRIBUTES = ['deposits', 'withdrawals', 'adjustments', 'active'] as const;
const COUNT_ATTRIBUTE_BY_TYPE = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  adjustment: 'adjustments',
} as const;

/**
 * Returns the write that adds a transaction to its shard of the strategy's pool. For a deposit, the write fails while
 * deposits are stopped.
 * The write adds to the stored numbers without a read, so that concurrent transactions rarely conflict.
 */
export function buildPoolWrite(
  strategyId: string,
  investmentId: string,
  { type, holdingsChange }: Pick<LedgerEntry, 'type' | 'holdingsChange'>,
  activeCountChange: number,
): Write {
  const isDeposit = type === 'deposit';
  const sums = {
    shares: holdingsChange.shares,
    principal: holdingsChange.principal,
    accrued: holdingsChange.accrual + holdingsChange.amount - holdingsChange.principal,
    deposited: isDeposit ? holdingsChange.amount : 0n,
    withdrawn: type === 'withdrawal' ? -holdingsChange.amount : 0n,
  };
  const amountsToAdd: (readonly [string, bigint | number])[] = SUM_ATTRIBUTES.flatMap((name) =>
    toLimbs(sums[name]).map((limb, i) => [`${name}_${i}`, limb] as const),
  );
  amountsToAdd.push([COUNT_ATTRIBUTE_BY_TYPE[type], 1]);
  if (activeCountChange !== 0) amountsToAdd.push(['active', activeCountChange]);
  return {
    Update: {
      Key: ITEMS.strategyPool.key({ id: strategyId, shard: toShardText(poolShardOf(investmentId)) }),
      UpdateExpression: `ADD ${amountsToAdd.map(([name]) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeValues: {
        ...Object.fromEntries(amountsToAdd.map(([name, value]) => [`:${name}`, value])),
        ...(isDeposit ? { ':no': false } : {}),
      },
      ...(isDeposit
        ? { ConditionExpression: 'attribute_not_exists(deposits_stopped) OR deposits_stopped = :no' }
        : {}),
    },
  };
}

/** Returns the sum of the shares in all shards of a pool. */
export function sumShares(shards: ReadonlyMap<number, PoolShard>): bigint {
  return [...shards.values()].reduce((sum, part) => sum + part.shares, 0n);
}

/** The number of shares in a strategy's pool, and the pool's version for optimistic locking. */
interface VersionedPoolShares {
  readonly shares: bigint;
  readonly poolVersion: number;
}

const poolVersionItemSchema = z.object({ pool_version: z.int() });

/**
 * Reads the number of shares in a strategy's pool, and the pool's version.
 * A large deposit must increase the version in its DynamoDB transaction, so that concurrent deposits cannot together
 * exceed the deposit cap.
 */
export async function readVersionedPoolShares(
  table: Table,
  strategyId: string,
): Promise<VersionedPoolShares> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.strategyPoolVersion.key({ id: strategyId }),
      ConsistentRead: true,
    }),
  );
  const shares = sumShares(await readPools(table, strategyId));
  return { shares, poolVersion: Item === undefined ? 0 : poolVersionItemSchema.parse(Item).pool_version };
}

/**
 * Returns the write that increases the version of a strategy's pool. It fails if another request has already
 * increased the version.
 */
export function buildPoolVersionWrite(strategyId: string, poolVersion: number): Write {
  return {
    Put: {
      Item: { ...ITEMS.strategyPoolVersion.key({ id: strategyId }), pool_version: poolVersion + 1 },
      ...(poolVersion === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'pool_version = :version',
            ExpressionAttributeValues: { ':version': poolVersion },
          }),
    },
  };
}

const numericSchema = z.union([z.bigint(), z.int()]);

function limbsOf(item: Readonly<Record<string, unknown>>, name: string): bigint[] {
  const limbs: bigint[] = [];
  for (const [key, value] of Object.entries(item)) {
    const limbIndex = key.startsWith(`${name}_`) ? Number(key.slice(name.length + 1)) : Number.NaN;
    if (Number.isInteger(limbIndex)) limbs[limbIndex] = BigInt(numericSchema.parse(value));
  }
  return Array.from(limbs, (limb) => limb ?? 0n);
}

function parsePool(item: Readonly<Record<string, unknown>>): PoolShard {
  const sums = Object.fromEntries(SUM_ATTRIBUTES.map((name) => [name, bigintFromLimbs(limbsOf(item, name))]));
  const counts = Object.fromEntries(
    COUNT_ATTRIBUTES.map((name) => [name, Number(numericSchema.parse(item[name] ?? 0))]),
  );
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

/** Returns the shards of a strategy's pool, by shard number. */
export async function readPools(table: Table, strategyId: string): Promise<ReadonlyMap<number, PoolShard>> {
  const items = await queryAll(table, ITEMS.strategyPool.key({ id: strategyId, shard: '' }));
  return new Map(items.map((item) => [Number(String(item.sk).slice(-2)), parsePool(item)]));
}
