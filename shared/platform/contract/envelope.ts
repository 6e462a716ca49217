import * as z from 'zod';

/** `meta.pagination`, exactly as documented for every collection. */
export const pagination = z.strictObject({
  total: z.int().min(0).meta({ description: 'Items in all pages.' }),
  count: z.int().min(0).meta({ description: 'Items in this page.' }),
  per_page: z.int().min(1),
  current_page: z.int().min(1),
  total_pages: z.int().min(0),
});
export type Pagination = z.infer<typeof pagination>;

export const errorBody = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The success envelope around a response schema; `meta.pagination` is there for collections only. */
export function successBody(
  data: z.ZodType,
  options: { paginated: boolean; meta?: z.ZodRawShape | undefined },
) {
  const meta = { ...options.meta, ...(options.paginated ? { pagination } : {}) };
  return z.strictObject({ success: z.literal(true), data, meta: z.strictObject(meta) });
}

/** Totals of a page; `total_pages` is 0 for an empty collection. `total` and `count` are item counts. */
export function paginate(total: number, page: { page: number; per_page: number }, count: number): Pagination {
  return {
    total,
    count,
    per_page: page.per_page,
    current_page: page.page,
    total_pages: Math.ceil(total / page.per_page),
  };
}

/** JSON text of `data` made before the request, which the envelope embeds as it stands. */
export class PreparedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The body of a successful response. `data` is serialized unless it was prepared; `meta` is `{}` when there is
 * nothing to say.
 */
export function successText(data: unknown, meta: Readonly<Record<string, unknown>>): string {
  const text = data instanceof PreparedJson ? data.text : JSON.stringify(data);
  return `{"success":true,"data":${text},"meta":${JSON.stringify(meta)}}`;
}

/** The body of an error response: `details` only where there are any. */
export function errorText(error: {
  code: string;
  message: string;
  details?: Readonly<Record<string, unknown>> | undefined;
}): string {
  return JSON.stringify({
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  });
}
