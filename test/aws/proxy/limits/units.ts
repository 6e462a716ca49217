import * as z from 'zod';
import type { Part } from '../parts.ts';
import { type Answer, type DataOperation, errorName } from '../wire.ts';

const consumed = z.looseObject({ CapacityUnits: z.number() });
const answer = z.looseObject({ ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional() });

/** What a kilobyte of a transaction's item costs to write. */
const TRANSACT_UNITS = 2;

/**
 * Capacity units of a call by its answer. Amazon's local engine charges every transaction that writes the same, and
 * says nothing about refused writes, which cost as if they had been done: those are taken at the least they can be.
 */
export function unitsOf(operation: DataOperation, parts: readonly Part[], given: Answer): number {
  if (operation === 'TransactWriteItems') {
    return parts.reduce((sum, { weight }) => sum + TRANSACT_UNITS * Math.max(1, weight), 0);
  }
  const { ConsumedCapacity = [] } = answer.parse(given.body);
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  return errorName(given) === 'ConditionalCheckFailedException' ? 1 : units;
}

/** Each part's share of the call's units, by its weight. */
export function share(parts: readonly Part[], units: number): number[] {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map(({ weight }) => (total === 0 ? 0 : (units * weight) / total));
}
