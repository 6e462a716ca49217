/** What an item must be like, with the placeholders of its own. */
interface Condition {
  readonly condition: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * An update, without its key, that gives attributes their values if a condition holds: one that is undefined is removed,
 * and those that are not named stay. The condition may name an attribute of the update by `#` and its name.
 *
 * @param attributes by their names, letters and underscores alone; one at least has a value
 */
export function assignment(
  attributes: Readonly<Record<string, unknown>>,
  { condition, names, values }: Condition,
) {
  const all = Object.keys(attributes);
  const given = all.filter((name) => attributes[name] !== undefined);
  const gone = all.filter((name) => attributes[name] === undefined);
  const removes = gone.length === 0 ? '' : ` REMOVE ${gone.map((name) => `#${name}`).join(', ')}`;
  return {
    UpdateExpression: `SET ${given.map((name) => `#${name} = :new_${name}`).join(', ')}${removes}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(all.map((name) => [`#${name}`, name])) },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(given.map((name) => [`:new_${name}`, attributes[name]])),
    },
  };
}
