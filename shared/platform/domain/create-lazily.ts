/**
 * Returns a function that creates a value at its first call. Later calls return the same value.
 * Use it for schemas and number formats that many requests do not need, because creating them slows down the start of
 * a function.
 */
export function createLazily<T>(createValue: () => T): () => T {
  let cachedValue: { readonly value: T } | undefined;
  return () => {
    cachedValue ??= { value: createValue() };
    return cachedValue.value;
  };
}
