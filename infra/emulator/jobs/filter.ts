import * as z from 'zod';

/** Returns whether a record of an event source passes the filter. */
export type RecordFilter = (record: unknown) => boolean;

const comparisonOperatorSchema = z.union([
  z.literal('='),
  z.literal('<'),
  z.literal('<='),
  z.literal('>'),
  z.literal('>='),
]);

/** One rule of an event pattern: an equal value or one of EventBridge's comparison operators. */
const ruleSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ 'equals-ignore-case': z.string() }),
  z.strictObject({
    'anything-but': z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
  }),
  z.strictObject({ numeric: z.array(z.union([comparisonOperatorSchema, z.number()])) }),
]);
type Rule = z.infer<typeof ruleSchema>;

function readProperty(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

const COMPARISON_BY_OPERATOR: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '=': (value, limit) => value === limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

function matchesNumericRule(parts: readonly (string | number)[], value: unknown): boolean {
  // DynamoDB's JSON writes numbers as strings.
  const numericValue = typeof value === 'string' ? Number(value) : value;
  if (typeof numericValue !== 'number' || Number.isNaN(numericValue)) return false;
  for (let index = 0; index + 1 < parts.length; index += 2) {
    if (COMPARISON_BY_OPERATOR[String(parts[index])]?.(numericValue, Number(parts[index + 1])) !== true)
      return false;
  }
  return true;
}

function matchesRule(one: Rule, value: unknown): boolean {
  if (one === null || typeof one !== 'object') return value === one;
  if ('exists' in one) return (value !== undefined) === one.exists;
  if ('numeric' in one) return matchesNumericRule(one.numeric, value);
  if ('anything-but' in one) {
    const excludedValues = one['anything-but'];
    const list: readonly unknown[] = Array.isArray(excludedValues) ? excludedValues : [excludedValues];
    return value !== undefined && !list.includes(value);
  }
  if (typeof value !== 'string') return false;
  if ('prefix' in one) return value.startsWith(one.prefix);
  if ('suffix' in one) return value.endsWith(one.suffix);
  return value.toLowerCase() === one['equals-ignore-case'].toLowerCase();
}

function compilePattern(pattern: unknown): RecordFilter {
  if (Array.isArray(pattern)) {
    const rules = pattern.map((one) => ruleSchema.parse(one));
    return (value) => {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return rules.some((one) => values.some((part) => matchesRule(one, part)));
    };
  }
  if (pattern === null || typeof pattern !== 'object')
    throw new Error('A filter pattern holds objects and lists.');
  const memberFilters = Object.entries(pattern).map(([name, part]): [string, RecordFilter] => {
    if (name !== '$or') return [name, compilePattern(part)];
    const alternativeFilters = z.array(z.unknown()).parse(part).map(compilePattern);
    return ['$or', (value) => alternativeFilters.some((matchesValue) => matchesValue(value))];
  });
  return (value) =>
    memberFilters.every(([name, matchesMember]) =>
      matchesMember(name === '$or' ? value : readProperty(value, name)),
    );
}

/**
 * Compiles the filter patterns of an event source mapping. A record passes when it matches at least one
 * pattern, or when there are no patterns.
 *
 * @param patternTexts JSON texts, as in the mapping's `FilterCriteria`
 */
export function compileFilters(patternTexts: readonly string[]): RecordFilter {
  if (patternTexts.length === 0) return () => true;
  const recordFilters = patternTexts.map((pattern) => compilePattern(JSON.parse(pattern)));
  return (record) => recordFilters.some((matchesRecord) => matchesRecord(record));
}
