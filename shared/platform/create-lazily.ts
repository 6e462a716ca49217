/**
 * Returns a function that creates a value at its first call and then keeps it.
 * Creating schemas is a large part of a function's start time. Schemas that many requests do not need are
 * therefore created lazily.
 */
export function createLazily<T>(make: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
