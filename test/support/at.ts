/** What lies in a value of unknown form, by the keys that lead to it; undefined where one of them is missing. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (inner === undefined || inner === null ? undefined : Reflect.get(Object(inner), key)),
    value,
  );
}
