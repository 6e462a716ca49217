import type { Pagination } from './responses.ts';

/**
 * The pagination of a list. `total` and `count` are numbers of items; `total_pages` is 0 for an empty list.
 */
export function paginate(total: number, page: { page: number; per_page: number }, count: number): Pagination {
  return {
    total,
    count,
    per_page: page.per_page,
    current_page: page.page,
    total_pages: Math.ceil(total / page.per_page),
  };
}

/** JSON text of `data` that was made before the request. The envelope contains it unchanged. */
export class PreparedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The body of a success response. `data` is serialized unless it is a `PreparedJson`. */
export function successText(data: unknown, meta: Readonly<Record<string, unknown>>): string {
  const text = data instanceof PreparedJson ? data.text : JSON.stringify(data);
  return `{"success":true,"data":${text},"meta":${JSON.stringify(meta)}}`;
}

/**
 * The body of an error response. `details` contains the request id too, because users paste bodies into error
 * reports.
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
