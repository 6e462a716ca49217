import * as z from 'zod';
import { ITEMS, type ItemName } from '../../../shared/platform/dynamodb/table.ts';
import committed from './items.json' with { type: 'json' };

/** The kinds of items that the code of a function names, by the id of its route or job, without the shared chain's. */
export type FunctionItems = Readonly<Record<string, readonly ItemName[]>>;

const names = Object.keys as (items: typeof ITEMS) => ItemName[];

/** Written by `npm run generate`, so that a review shows what a function gains. A test compares it with the code. */
export const FUNCTION_ITEMS: FunctionItems = z
  .record(z.string(), z.array(z.enum(names(ITEMS))))
  .parse(committed);
