import * as z from 'zod/mini';
import { describe } from 'zod/v4/core';

/** A schema with what the documents say of it. For answers: what a function loads says nothing of itself. */
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
  per_page: z.int().check(z.minimum(1)),
  current_page: z.int().check(z.minimum(1)),
  total_pages: count,
});
export type Pagination = z.infer<typeof pagination>;

export const errorBody = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
});

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
