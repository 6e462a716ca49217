/**
 * A value that is made when it is first asked for, then kept. Schemas are the most of what a function's start costs
 * after the packages: those that many of its requests do without are made so.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
