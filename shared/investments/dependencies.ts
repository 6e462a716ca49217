import { setTimeout } from 'node:timers/promises';
import { getConfiguredChains } from '../chain/configured-chains.ts';
import { readCurrentMarket } from '../market/prices/prices-data.ts';
import { config } from '../platform/config.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import type { ReaderLog } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { PoolCache } from './settlement/pool-cache.ts';
import type { TransactionDependencies } from './settlement/transaction-request.ts';

/** Waits for a random time below `maxPauseMs` milliseconds. */
export function pauseRandomly(maxPauseMs: number): Promise<void> {
  return setTimeout(Math.random() * maxPauseMs);
}

/**
 * Returns the latest price of an asset in USD. Undefined if it is unknown or cannot be read, because a deposit
 * continues without a price.
 */
async function readLatestPrice(
  asset: string,
  context: { readonly now: Date; readonly log: ReaderLog },
): Promise<number | undefined> {
  try {
    const { value } = await readCurrentMarket(context);
    const price = value.prices.find((entry) => entry.asset === asset)?.price;
    return price !== undefined && price > 0 ? price : undefined;
  } catch (error) {
    context.log.warn('deposit without a price', { asset, error_message: String(error) });
    return undefined;
  }
}

/** The pool cache of this Lambda instance, shared by its requests. */
const poolCache = new PoolCache();

/** Returns the dependencies of the investment routes in a deployed function. */
export function createTransactionDependencies(context: {
  readonly now: Date;
  readonly log: Logger;
  readonly getRemainingTimeInMillis: () => number;
}): TransactionDependencies {
  return {
    table: defaultTable(),
    sandbox: config.STAGE_KIND === 'test',
    createTransactionId: () => createId('transaction'),
    clock: Date.now,
    remainingMs: () => context.getRemainingTimeInMillis(),
    pools: poolCache,
    chains: getConfiguredChains,
    onContention: (attemptCounts) => context.log.info('transaction conflicts', { ...attemptCounts }),
    pause: pauseRandomly,
    priceUsd: (asset) => readLatestPrice(asset, context),
  };
}
