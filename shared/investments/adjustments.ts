import { ApiError } from '../platform/contract/errors.ts';
import { decimalPlaces, toBaseUnits } from '../platform/domain/units.ts';
import { Idempotency } from '../platform/idempotency/idempotency.ts';
import type { Transaction } from './contract/responses.ts';
import type { MovementPorts } from './movements/movement-request.ts';
import { move, ONE_MOVEMENT, oneMovement, recallMovement } from './movements/movements.ts';
import { placeOfInvestment } from './owners.ts';
import { booksTime } from './sandbox-time.ts';

/** What an operator wants changed, and why. */
export interface Adjustment {
  readonly ownerId: string;
  readonly investmentId: string;
  /** Plain decimal in units of the asset; below 0 takes something off. */
  readonly amount: string;
  /** Shown to the owner. */
  readonly reason: string;
  /** The same adjustment under the same reference is booked once. */
  readonly reference: string;
  readonly now: Date;
}

/** No route uses this name, so operators' idempotency records cannot collide with callers'. */
const OPERATION = 'ledger.adjust';

/**
 * Records a correction of an investment's worth: a write-down, a correction or the reversal of a mistake. No money is
 * paid. The owner sees it in the history, with its reason.
 *
 * @throws ApiError investment_not_found, invalid_request, insufficient_balance when more is taken off than there is
 */
export async function adjustInvestment(
  ports: MovementPorts,
  { ownerId: account, investmentId, amount, reason, reference, now: asked }: Adjustment,
): Promise<Pick<Transaction, 'id'>> {
  // A ledger whose time is ahead of the clock continues from its own time.
  const now = await booksTime(ports.table, asked);
  const place = await placeOfInvestment(ports.table, account, investmentId);
  const ownerId = place?.ownerId ?? account;
  const recall = recallMovement(ports.table, ownerId, ONE_MOVEMENT);
  const input = { investmentId, amount, reason };
  const idempotency = new Idempotency({
    ownerId: account,
    routeId: OPERATION,
    key: reference,
    input,
    now,
    recall,
  });
  const isNegative = amount.startsWith('-');
  const text = isNegative ? amount.slice(1) : amount;
  const { data } = await move(ports, {
    ownerId,
    strategyIds: place === undefined ? [] : [place.strategyId],
    withStrategy: false,
    now,
    idempotency,
    view: oneMovement,
    decide: async ({ places: [held] }) => {
      const { position, ledger } = held ?? {};
      if (position === undefined || ledger === undefined) throw new ApiError('investment_not_found');
      if (decimalPlaces(text) > ledger.decimals) {
        throw new ApiError('invalid_request', {
          message: `${ledger.asset} has ${ledger.decimals} decimals.`,
        });
      }
      const magnitude = toBaseUnits(text, ledger.decimals);
      const order = { type: 'adjustment', amount: isNegative ? -magnitude : magnitude, reason } as const;
      return [{ order, ledger, opensLedger: false }];
    },
  });
  if (typeof data !== 'object' || data === null || !('id' in data)) throw new Error('There is no answer');
  return { ...data, id: String(data.id) };
}
