/**
 * Returns a JSON Schema that requires a field. The schema also contains the field's type, because some tools do not
 * look for the type in the main schema.
 */
const buildRequiredFieldSchema = (name: string, type = 'string') => ({
  required: [name],
  properties: { [name]: { type } },
  additionalProperties: true,
});

/**
 * The JSON Schema rules for the body of a withdrawal or move: exactly one of `amount` and `all`, and exactly one of
 * `investment_id` and the field that names a strategy.
 * `not` and `anyOf` are only inside `dependentSchemas`. Elsewhere, client generators would derive types from them.
 */
export const buildSourceFieldRules = (strategy: string) => {
  const sourceRule = {
    if: buildRequiredFieldSchema('investment_id'),
    else: buildRequiredFieldSchema(strategy),
  };
  return {
    if: buildRequiredFieldSchema('amount'),
    else: buildRequiredFieldSchema('all', 'boolean'),
    dependentSchemas: {
      amount: { ...sourceRule, not: buildRequiredFieldSchema('all', 'boolean') },
      all: sourceRule,
      investment_id: { not: buildRequiredFieldSchema(strategy) },
      user_id: buildRequiredFieldSchema(strategy),
    },
  };
};
