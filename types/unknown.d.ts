/*
 * What the standard library hands out as `any` is `unknown` here: whoever reads it says first what it is, by a schema or
 * a guard. Later declarations of an interface come first among its overloads, so the compiler names every place that
 * forgets.
 */

interface JSON {
  parse(
    text: string,
    reviver?: (
      this: object,
      key: string,
      value: unknown,
      context: { readonly source?: string | undefined },
    ) => unknown,
  ): unknown;
}

interface ArrayConstructor {
  isArray(value: unknown): value is unknown[];
  new <T = unknown>(length: number): T[];
  <T = unknown>(length: number): T[];
}

interface ObjectConstructor {
  (value: unknown): object;
  entries<T>(value: { readonly [name: string]: T } | ArrayLike<T>): [name: string, value: T][];
  entries(value: object): [name: string, value: unknown][];
  values<T>(value: { readonly [name: string]: T } | ArrayLike<T>): T[];
  values(value: object): unknown[];
  fromEntries<T = unknown>(entries: Iterable<readonly [PropertyKey, T]>): { [name: string]: T };
  fromEntries(entries: Iterable<readonly unknown[]>): { [name: string]: unknown };
  /** What is made on an object is used as one of its kind. */
  create<T extends object>(prototype: T, properties?: PropertyDescriptorMap): T;
  create(prototype: null): { [name: string]: never };
}

interface Promise<T> {
  catch<R = never>(onRejected: (reason: unknown) => R | PromiseLike<R>): Promise<T | R>;
}
