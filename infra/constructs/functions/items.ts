import * as z from 'zod';
import { ITEMS, type ItemName } from '../../../shared/platform/dynamodb/table.ts';
import committed from './items.json' with { type: 'json' };

/**
 * Kinds of items that each function's code uses, by the id of its route or job. Items of the shared
 * middleware chain are not included.
 */
export type FunctionItems = Readonly<Record<string, readonly ItemName[]>>;

const names = Object.keys as (items: typeof ITEMS) => ItemName[];

/**
 * Committed list of the kinds of items of each function. `npm run generate` writes it, so that a review shows
 * when a function uses a new kind. A test compares the list with the code.
 */
export const FUNCTION_ITEMS: FunctionItems = z
  .record(z.string(), z.array(z.enum(names(ITEMS))))
  .parse(committed);
