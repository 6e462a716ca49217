import * as z from 'zod';
import { ITEMS, type ItemName } from '../../../shared/platform/dynamodb/table.ts';
import committed from './items.json' with { type: 'json' };

/**
 * Kinds of DynamoDB items that each function's code uses, by the id of its route or job. Items that only the
 * shared middleware chain uses are not included.
 */
export type FunctionItems = Readonly<Record<string, readonly ItemName[]>>;

const names = Object.keys as (items: typeof ITEMS) => ItemName[];

/**
 * Kinds of items that each function uses, read from the committed file `items.json`. `npm run generate` writes this
 * file. A code review then shows when a function uses a new kind of item. A test compares the file with the code.
 */
export const FUNCTION_ITEMS: FunctionItems = z
  .record(z.string(), z.array(z.enum(names(ITEMS))))
  .parse(committed);
