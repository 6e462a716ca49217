import * as z from 'zod';
import { ITEMS, type ItemName } from '../../../shared/platform/dynamodb/table.ts';
import committed from './items.json' with { type: 'json' };

/**
 * Kinds of DynamoDB items that each function's code uses, by the id of its route or job. Items that only the
 * shared middleware chain uses are not included.
 */
export type ItemNamesByFunction = Readonly<Record<string, readonly ItemName[]>>;

const itemNamesOf = Object.keys as (items: typeof ITEMS) => ItemName[];

/**
 * Kinds of DynamoDB items that each function uses. The file items.json is committed, so that a code review shows when a
 * function uses a new kind.
 */
export const ITEM_NAMES_BY_FUNCTION: ItemNamesByFunction = z
  .record(z.string(), z.array(z.enum(itemNamesOf(ITEMS))))
  .parse(committed);
