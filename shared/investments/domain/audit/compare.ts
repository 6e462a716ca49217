import { canonicalJson } from '../../../platform/domain/request-hash.ts';
import { toPlainJson } from '../encoding/digest.ts';

/** One stored value that differs from the value computed from the journal. */
export interface Difference {
  /** The item that differs, such as `usr_a entry 12` or `strat_b pool 3`. */
  readonly where: string;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * Maximum number of reported differences per item. Without this limit, a list that lacks its first entry
 * would yield a difference at every index.
 */
const DIFFERENCES_PER_ITEM_MAX = 5;

function collectDifferences(
  location: string,
  field: string,
  expected: unknown,
  actual: unknown,
): Difference[] {
  const text = (value: unknown) => (value === undefined ? 'missing' : canonicalJson(value));
  if (text(expected) === text(actual)) return [];
  if (typeof expected === 'object' && expected && typeof actual === 'object' && actual) {
    const [a, b] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))];
    return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
      collectDifferences(location, `${field}.${key}`, a.get(key), b.get(key)),
    );
  }
  return [{ where: location, what: field, expected: text(expected), found: text(actual) }];
}

/** Returns the differences between two values. Each difference names the path of its field. */
export function listDifferences(
  location: string,
  field: string,
  expected: unknown,
  actual: unknown,
): Difference[] {
  return collectDifferences(location, field, toPlainJson(expected), toPlainJson(actual)).slice(
    0,
    DIFFERENCES_PER_ITEM_MAX,
  );
}
