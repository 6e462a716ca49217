/** That a body holds a field: the type stands there for readers who look a name up where it is required. */
const holds = (name: string, type = 'string') => ({ required: [name], properties: { [name]: { type } } });

/**
 * What a body of a withdrawal or a move has to hold, as JSON Schema: one of amount and all, and one of investment_id and
 * the field that names a strategy, no more and no less.
 */
export const rulesOfSource = (strategy: string) => ({
  dependentSchemas: {
    amount: { not: holds('all', 'boolean') },
    investment_id: { not: holds(strategy) },
    user_id: holds(strategy),
  },
  not: {
    anyOf: [
      { allOf: [{ not: holds('amount') }, { not: holds('all', 'boolean') }] },
      { allOf: [{ not: holds('investment_id') }, { not: holds(strategy) }] },
    ],
  },
});
