import { randomBytes } from 'node:crypto';
import { ID_BYTES, newId } from '../domain/new-id.ts';
import type { Logger } from '../middleware/log.ts';
import { defaultTable } from '../repositories/client.ts';
import { pauseBelow } from '../repositories/pause.ts';
import type { ReaderLog } from '../repositories/snapshot-reader.ts';
import type { DepositPorts } from './deposits.ts';
import { currentMarket } from './market-data.ts';
import { ledgerSettlement } from './settlement.ts';

/** The bound of the random pause grows by the first of these with each attempt, up to the second. */
const PAUSE_STEP_MS = 50;
const PAUSE_MAX_MS = 1_000;

/** A random pause under a growing bound. */
export async function pauseAfter(attempt: number): Promise<void> {
  await pauseBelow(Math.min(PAUSE_MAX_MS, PAUSE_STEP_MS * attempt));
}

/** A deposit does not wait on the market data: where that cannot be read, the price counts as unknown. */
async function latestPrice(
  asset: string,
  context: { readonly now: Date; readonly log: ReaderLog },
): Promise<number | undefined> {
  try {
    const { value } = await currentMarket(context);
    const price = value.prices.find((entry) => entry.asset === asset)?.price;
    return price !== undefined && price > 0 ? price : undefined;
  } catch (error) {
    context.log.warn('deposit without a price', { asset, error_message: String(error) });
    return undefined;
  }
}

/** What the ledger's endpoints work with in a deployed function. */
export function ledgerPorts(context: { readonly now: Date; readonly log: Logger }): DepositPorts {
  return {
    table: defaultTable(),
    settlement: ledgerSettlement,
    newTransactionId: () => newId('transaction', randomBytes(ID_BYTES)),
    clock: Date.now,
    contended: (attempts) => context.log.info('movement contended', { ...attempts }),
    pause: pauseAfter,
    priceUsd: (asset) => latestPrice(asset, context),
  };
}
