/** What a test needs and the types leave open: the first of a list, an optional field. Throws where it is not there. */
export function present<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('What the test needs is not there');
  return value;
}
