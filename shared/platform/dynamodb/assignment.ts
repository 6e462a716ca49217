/** Condition of an update, with the placeholders that it uses. */
interface UpdateCondition {
  readonly condition: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Returns a DynamoDB update (without its key) that sets attributes if a condition holds. An attribute with the
 * value undefined is removed. Attributes that are not in `attributes` stay unchanged. In the condition, `#name`
 * stands for the attribute `name` of `attributes`.
 *
 * @param attributes attribute names (letters and underscores only) and new values; at least one value must be
 * defined
 */
export function buildAssignmentUpdate(
  attributes: Readonly<Record<string, unknown>>,
  { condition, names, values }: UpdateCondition,
) {
  const attributeNames = Object.keys(attributes);
  const assignedAttributeNames = attributeNames.filter((name) => attributes[name] !== undefined);
  const removedNames = attributeNames.filter((name) => attributes[name] === undefined);
  const removeClauseText =
    removedNames.length === 0 ? '' : ` REMOVE ${removedNames.map((name) => `#${name}`).join(', ')}`;
  return {
    UpdateExpression: `SET ${assignedAttributeNames.map((name) => `#${name} = :new_${name}`).join(', ')}${removeClauseText}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      ...names,
      ...Object.fromEntries(attributeNames.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(assignedAttributeNames.map((name) => [`:new_${name}`, attributes[name]])),
    },
  };
}
