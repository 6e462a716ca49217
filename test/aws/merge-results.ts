import * as z from 'zod';

const result = z.looseObject({ success: z.boolean(), testResults: z.array(z.unknown()) });

/** What vitest's JSON reporter wrote of several runs, as if they had been one: figures are added up. */
export function mergeResults(given: readonly unknown[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const each of z.array(result).parse(given)) {
    for (const [name, value] of Object.entries(each)) {
      const before = merged[name];
      merged[name] =
        name.startsWith('num') && typeof value === 'number' && typeof before === 'number'
          ? before + value
          : (before ?? value);
    }
  }
  const runs = z.array(result).parse(given);
  return {
    ...merged,
    success: runs.every(({ success }) => success),
    testResults: runs.flatMap(({ testResults }) => testResults),
  };
}
