/**
 * Returns a JSON Schema that requires a field. The schema repeats the field's type, because some tools look
 * for the type in the schema that requires the field.
 */
const requiresField = (name: string, type = 'string') => ({
  required: [name],
  properties: { [name]: { type } },
  additionalProperties: true,
});

/**
 * The JSON Schema rules for the body of a withdrawal or move: exactly one of `amount` and `all`, and exactly
 * one of `investment_id` and the field that names a strategy.
 * `not` and `anyOf` are used only inside `dependentSchemas`. Elsewhere, client generators would derive types
 * from these keywords.
 */
export const sourceRules = (strategy: string) => {
  const source = { if: requiresField('investment_id'), else: requiresField(strategy) };
  return {
    if: requiresField('amount'),
    else: requiresField('all', 'boolean'),
    dependentSchemas: {
      amount: { ...source, not: requiresField('all', 'boolean') },
      all: source,
      investment_id: { not: requiresField(strategy) },
      user_id: requiresField(strategy),
    },
  };
};
