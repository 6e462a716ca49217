import * as z from 'zod/mini';
import { describe } from 'zod/v4/core';

/**
 * Gives schemas a name and a description, for the documents and the generated clients. A schema that extends
 * a named schema does not inherit its name.
 */
export function registerSchemaNames(
  schemas: Readonly<Record<string, readonly [z.ZodMiniType, string]>>,
): void {
  for (const [id, [schema, description]] of Object.entries(schemas)) {
    z.globalRegistry.add(schema, { id, description });
  }
}

/**
 * Returns a response schema with a description. Do not use it for request schemas: Lambda functions load these
 * schemas, but do not need descriptions.
 */
export function withDescription<T extends z.ZodMiniType>(schema: T, text: string): T {
  return schema.check(describe(text));
}

export const timestamp = withDescription(z.iso.datetime(), 'ISO 8601, UTC.');

export const count = z.int().check(z.minimum(0));

/** Schema of an amount in a response: an exact decimal string without trailing zeros. */
export const amountOutput = withDescription(z.string(), 'Exact decimal string in units of the asset.');

const pagination = z.strictObject({
  total: withDescription(count, 'Items in all pages.'),
  count: withDescription(count, 'Items in this page.'),
  per_page: withDescription(z.int().check(z.minimum(1)), 'Maximum number of items in a page.'),
  current_page: withDescription(z.int().check(z.minimum(1)), 'Number of this page, from 1.'),
  total_pages: withDescription(count, 'Number of pages; 0 if there are no items.'),
});
registerSchemaNames({ Pagination: [pagination, 'Position of the page in its collection.'] });
export type Pagination = z.infer<typeof pagination>;

export const cursorMeta = {
  next_after: withDescription(
    z.nullable(z.string()),
    'Cursor: send it as `after` to get the next page. Null on the last page.',
  ),
} as const;

/** Schemas of the fields of `meta`, except `pagination`. */
export type MetaShape = Readonly<Record<string, z.ZodMiniType>>;

/** Returns the schema of a success response. Only lists have the field `meta.pagination`. */
export function buildSuccessBodySchema(
  data: z.ZodMiniType,
  options: { readonly paginated: boolean; readonly meta?: MetaShape | undefined },
) {
  const meta = { ...options.meta, ...(options.paginated ? { pagination } : {}) };
  return z.strictObject({ success: z.literal(true), data, meta: z.strictObject(meta) });
}
