import * as z from 'zod';
import { type Body, type DataOperation, INPUT_SCHEMAS } from './wire.ts';

/** A batch split into the part to send now and the part to return as unprocessed. */
export interface SplitBatch {
  readonly rest: Body;
  readonly withheld: Body;
}

function divide<T>(elements: readonly T[], isMarked: () => boolean): { kept: T[]; marked: T[] } {
  const kept: T[] = [];
  const marked: T[] = [];
  for (const element of elements) (isMarked() ? marked : kept).push(element);
  return { kept, marked };
}

/** Returns a copy as plain JSON. */
const copyOf = (part: object) => z.json().parse(JSON.parse(JSON.stringify(part)));

/**
 * Splits a batch into the elements to send and the elements to withhold. `marked` has one value per element, in the
 * order of the tables and of their elements. True means that the element is withheld.
 */
export function splitWithheldElements(
  operation: Extract<DataOperation, `Batch${string}`>,
  input: Body,
  marked: readonly boolean[],
): SplitBatch {
  let position = -1;
  const next = () => {
    position += 1;
    return marked[position] === true;
  };
  const rest: Body = {};
  const withheld: Body = {};
  if (operation === 'BatchWriteItem') {
    for (const [table, writes] of Object.entries(INPUT_SCHEMAS.BatchWriteItem.parse(input).RequestItems)) {
      const divided = divide(writes, next);
      if (divided.kept.length > 0) rest[table] = copyOf(divided.kept);
      if (divided.marked.length > 0) withheld[table] = copyOf(divided.marked);
    }
  } else {
    for (const [table, { Keys, ...options }] of Object.entries(
      INPUT_SCHEMAS.BatchGetItem.parse(input).RequestItems,
    )) {
      const divided = divide(Keys, next);
      if (divided.kept.length > 0) rest[table] = copyOf({ ...options, Keys: divided.kept });
      if (divided.marked.length > 0) withheld[table] = copyOf({ ...options, Keys: divided.marked });
    }
  }
  return { rest: { ...input, RequestItems: rest }, withheld };
}
