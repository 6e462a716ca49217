import type { Pagination } from './responses.ts';

/**
 * Returns the pagination of a list. `total` is the number of items on all pages, `count` the number of items
 * on this page. `total_pages` is 0 for an empty list.
 */
export function buildPagination(
  total: number,
  page: { page: number; per_page: number },
  count: number,
): Pagination {
  return {
    total,
    count,
    per_page: page.per_page,
    current_page: page.page,
    total_pages: Math.ceil(total / page.per_page),
  };
}

/** JSON text of `data` that was created before the request. The envelope contains the text unchanged. */
export class PreparedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the body of a success response. `data` is converted to JSON, unless it is a `PreparedJson`. */
export function buildSuccessBody(data: unknown, meta: Readonly<Record<string, unknown>>): string {
  const text = data instanceof PreparedJson ? data.text : JSON.stringify(data);
  return `{"success":true,"data":${text},"meta":${JSON.stringify(meta)}}`;
}

/**
 * Returns the body of an error response. `details` also contains the request id, because users copy the body
 * into error reports.
 */
export function formatErrorBody(
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
