/**
 * A JSON Schema that requires a field. It repeats the type for tools that look up a name where it is
 * required.
 */
const holds = (name: string, type = 'string') => ({
  required: [name],
  properties: { [name]: { type } },
  additionalProperties: true,
});

/**
 * The JSON Schema rules for the body of a withdrawal or move: exactly one of `amount` and `all`, and exactly
 * one of `investment_id` and the field that names a strategy.
 * Outside `dependentSchemas` there is no `not` and no `anyOf`, because client generators would derive types
 * from them.
 */
export const rulesOfSource = (strategy: string) => {
  const source = { if: holds('investment_id'), else: holds(strategy) };
  return {
    if: holds('amount'),
    else: holds('all', 'boolean'),
    dependentSchemas: {
      amount: { ...source, not: holds('all', 'boolean') },
      all: source,
      investment_id: { not: holds(strategy) },
      user_id: holds(strategy),
    },
  };
};
