/** The value at a path of keys in an unknown value; undefined when one of them is missing. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (inner === undefined || inner === null ? undefined : Reflect.get(Object(inner), key)),
    value,
  );
}
