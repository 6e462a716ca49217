import * as z from 'zod';

const stringOrListSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** The supported condition operators, and how each compares values. */
const OPERATORS = [
  { name: 'ForAllValues:StringLike', all: true, like: true },
  { name: 'ForAllValues:StringEquals', all: true, like: false },
  { name: 'ForAnyValue:StringLike', all: false, like: true },
  { name: 'ForAnyValue:StringEquals', all: false, like: false },
] as const;

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const condition = z.strictObject({ [LEADING_KEYS]: stringOrListSchema });
const nullConditionSchema = z.strictObject({ [LEADING_KEYS]: z.union([z.boolean(), z.stringbool()]) });

/** Strict, because the proxy could allow too much if it ignored an unknown field. */
const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: stringOrListSchema,
  Resource: stringOrListSchema,
  Condition: z
    .strictObject({
      'ForAllValues:StringLike': condition.optional(),
      'ForAllValues:StringEquals': condition.optional(),
      'ForAnyValue:StringLike': condition.optional(),
      'ForAnyValue:StringEquals': condition.optional(),
      /** `false`: the call must name a partition key. `true`: the call must name none. */
      Null: nullConditionSchema.optional(),
    })
    .default({}),
});

export type Statement = z.output<typeof statement>;

export const policyDocument = z.looseObject({
  Statement: z
    .union([statement, z.array(statement)])
    .transform((value) => (Array.isArray(value) ? value : [value])),
});

export interface Access {
  /** The IAM action, such as `dynamodb:PutItem`. */
  readonly action: string;
  /** The ARN of the table or index. */
  readonly resource: string;
  /** Partition keys of the items. Empty if the call names none. */
  readonly leadingKeys: readonly string[];
}

/** Returns whether a text matches a pattern, in which `*` matches any text and `?` any one character. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Returns whether every condition holds. Without keys, `ForAllValues` holds and `ForAnyValue` does not. */
function conditionsHold(conditions: Statement['Condition'], keys: readonly string[]): boolean {
  const mustBeNull = conditions.Null?.[LEADING_KEYS];
  if (mustBeNull !== undefined && mustBeNull !== (keys.length === 0)) return false;
  return OPERATORS.every(({ name, all, like }) => {
    const wanted = conditions[name]?.[LEADING_KEYS];
    if (wanted === undefined) return true;
    const matchesAny = (key: string) => wanted.some((value) => (like ? matches(value, key) : value === key));
    return all ? keys.every(matchesAny) : keys.some(matchesAny);
  });
}

/** Returns whether the statements allow an access: at least one allows it, and none denies it. */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const effects = statements
    .filter(
      ({ Action, Resource, Condition }) =>
        Action.some((action) => matches(action.toLowerCase(), access.action.toLowerCase())) &&
        Resource.some((resource) => matches(resource, access.resource)) &&
        conditionsHold(Condition, access.leadingKeys),
    )
    .map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}
