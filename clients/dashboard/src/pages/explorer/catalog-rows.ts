import type { Row } from './filters.ts';

const ROWS_START = '"data":[';
const ROWS_END = '],"meta":';
/** The text between two rows. No string contains it, because a quotation mark in a string is escaped. */
const BETWEEN_ROWS = '},{"id":';
/** Characters of JSON that are parsed before the browser can paint and react again. Takes a few milliseconds. */
const PART_LENGTH = 1_000_000;

const isRows = (value: unknown): value is Row[] => Array.isArray(value);
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Parses the rows in the JSON text of a catalog, and returns them with the text without rows. A catalog of 10 MB
 * would block the page for 0.1 s if it were parsed at once.
 */
export async function parseRows(
  text: string,
  partLength = PART_LENGTH,
): Promise<{ rows: Row[]; rest: string }> {
  const start = text.indexOf(ROWS_START) + ROWS_START.length;
  const end = text.lastIndexOf(ROWS_END);
  const parts: Row[][] = [];
  for (let from = start; from < end; ) {
    const next = text.indexOf(BETWEEN_ROWS, from + partLength);
    const to = next === -1 ? end : next + 1;
    const part = JSON.parse(`[${text.slice(from, to)}]`);
    if (isRows(part)) parts.push(part);
    from = to + 1;
    await nextTask();
  }
  return { rows: parts.flat(), rest: text.slice(0, start) + text.slice(end) };
}
