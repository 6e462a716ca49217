/** Returns a value that must be present, such as the first of a list. Throws when it is undefined or null. */
export function present<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('What the test needs is not there');
  return value;
}
