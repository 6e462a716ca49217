import * as z from 'zod';
import type { Part } from '../parts.ts';
import { type Answer, type DataOperation, errorName } from '../wire.ts';

const consumed = z.looseObject({ CapacityUnits: z.number() });
const answer = z.looseObject({ ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional() });

/** Write units of each kilobyte in a transaction. */
const TRANSACTION_UNITS_PER_KB = 2;

/**
 * Returns the capacity units of a call. For a transaction, computes them from its parts, because Amazon's local engine
 * reports the same units for every writing transaction. Counts a rejected write as one unit, the minimum, because the
 * engine reports none.
 */
export function capacityUnitsOf(operation: DataOperation, parts: readonly Part[], given: Answer): number {
  if (operation === 'TransactWriteItems') {
    return parts.reduce((sum, { weight }) => sum + TRANSACTION_UNITS_PER_KB * Math.max(1, weight), 0);
  }
  const { ConsumedCapacity = [] } = answer.parse(given.body);
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  return errorName(given) === 'ConditionalCheckFailedException' ? 1 : units;
}

/** Divides the units of a call among its parts by weight. */
export function divideUnits(parts: readonly Part[], units: number): number[] {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map(({ weight }) => (total === 0 ? 0 : (units * weight) / total));
}
