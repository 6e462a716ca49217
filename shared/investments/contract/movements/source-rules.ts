/** That a body holds a field: the type stands there for readers who look a name up where it is required. */
const holds = (name: string, type = 'string') => ({
  required: [name],
  properties: { [name]: { type } },
  additionalProperties: true,
});

/**
 * What a body of a withdrawal or a move has to hold, as JSON Schema: one of amount and all, and one of investment_id and
 * the field that names a strategy, no more and no less. Without `not` and `anyOf` outside `dependentSchemas`, of which
 * client generators make types.
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
