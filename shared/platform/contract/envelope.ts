import type { Pagination } from './responses.ts';

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

/**
 * The body of an error response: `details` only where there are any. The request's id goes there, as bodies are what
 * people paste into a report.
 */
export function errorText(
  error: {
    code: string;
    message: string;
    details?: Readonly<Record<string, unknown>> | undefined;
  },
  requestId?: string,
): string {
  const details = {
    ...error.details,
    ...(requestId === undefined || requestId === '' ? {} : { request_id: requestId }),
  };
  return JSON.stringify({
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(Object.keys(details).length === 0 ? {} : { details }),
    },
  });
}
