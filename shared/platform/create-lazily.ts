/**
 * Returns a function that creates a value at its first call. Later calls return the same value.
 * Use it for schemas that many requests do not need, because creating schemas takes a large part of a
 * function's start time.
 */
export function createLazily<T>(make: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
