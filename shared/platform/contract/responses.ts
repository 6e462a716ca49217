import * as z from 'zod/mini';
import { describe } from 'zod/v4/core';

/**
 * Gives schemas the names that the documents, and the clients made of them, know them by, each with a sentence. A name
 * is that of the very schema and goes to nothing that is extended from it.
 */
export function nameSchemas(schemas: Readonly<Record<string, readonly [z.ZodMiniType, string]>>): void {
  for (const [id, [schema, description]] of Object.entries(schemas)) {
    z.globalRegistry.add(schema, { id, description });
  }
}

/**
 * A schema with its description for the documents. For responses only: schemas that a function loads carry no
 * description.
 */
export function described<T extends z.ZodMiniType>(schema: T, text: string): T {
  return schema.check(describe(text));
}

export const timestamp = described(z.iso.datetime(), 'ISO 8601, UTC.');

/** How many there are of something. */
export const count = z.int().check(z.minimum(0));

/** An amount in an answer: the exact decimal string, without trailing zeros. */
export const amountOutput = described(z.string(), 'Exact decimal string in units of the asset.');

/** `meta.pagination`, exactly as documented for every collection. */
const pagination = z.strictObject({
  total: described(count, 'Items in all pages.'),
  count: described(count, 'Items in this page.'),
  per_page: described(z.int().check(z.minimum(1)), 'Items that a page has at most.'),
  current_page: described(z.int().check(z.minimum(1)), 'Number of this page, from 1.'),
  total_pages: described(count, '0 where there are no items.'),
});
nameSchemas({ Pagination: [pagination, 'Where a page stands in its collection.'] });
export type Pagination = z.infer<typeof pagination>;

/** `meta` of a collection that has the parameter `after`. */
export const cursorMeta = {
  next_after: described(
    z.nullable(z.string()),
    'Cursor: send it as `after` to get the next page. Null on the last page.',
  ),
} as const;

/** Schemas of the keys of `meta` beside `pagination`. */
export type MetaShape = Readonly<Record<string, z.ZodMiniType>>;

/** The success envelope around a response schema; `meta.pagination` is there for collections only. */
export function successBody(
  data: z.ZodMiniType,
  options: { readonly paginated: boolean; readonly meta?: MetaShape | undefined },
) {
  const meta = { ...options.meta, ...(options.paginated ? { pagination } : {}) };
  return z.strictObject({ success: z.literal(true), data, meta: z.strictObject(meta) });
}
