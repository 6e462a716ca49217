import type { Answer, ClientOptions, RawRequest, RequestOptions } from './options.ts';
import { type HttpEndpoint, type Input, send, sendRawRequest } from './send.ts';

/** Calls one endpoint. The input may be omitted if none of its fields is required. */
export type Operation<In, Data, Meta> = (
  ...args: Record<never, never> extends In
    ? [input?: In, options?: RequestOptions]
    : [input: In, options?: RequestOptions]
) => Promise<Answer<Data, Meta>>;

/**
 * Calls an endpoint for which this client has no method, with the same credential, retries, hooks and errors. The
 * client does not validate the response against `Data` and `Meta`.
 */
export type RawOperation = <Data = unknown, Meta = unknown>(
  request: RawRequest,
  options?: RequestOptions,
) => Promise<Answer<Data, Meta>>;

export function rawOperation(options: ClientOptions): RawOperation {
  return (raw, request) => sendRawRequest(options, raw, request);
}

interface PageMeta {
  readonly pagination: { readonly current_page: number; readonly total_pages: number };
  /** The cursor of the next page. Only lists that can change during paging have a cursor. */
  readonly next_after?: string | number | null;
}

/** Calls a list endpoint. `pages` and `items` load all pages one after another. */
export type Collection<In, Item, Meta extends PageMeta> = Operation<In, Item[], Meta> & {
  /**
   * Yields all pages in order, starting with the page that the input requests. Each page has 100 items unless the input
   * sets `per_page`.
   */
  pages(input?: In, options?: RequestOptions): AsyncGenerator<Answer<Item[], Meta>, void>;
  /** Yields all items of all pages. */
  items(input?: In, options?: RequestOptions): AsyncGenerator<Item, void>;
};

export function operation<In extends object, Data, Meta>(
  options: ClientOptions,
  endpoint: HttpEndpoint,
): Operation<In, Data, Meta> {
  return (input?: In, request?: RequestOptions) => send<Data, Meta>(options, endpoint, { ...input }, request);
}

/** Items per page that `pages` and `items` request. This is the maximum page size of every list. */
const PAGE_SIZE = 100;

export function collection<In extends object, Item, Meta extends PageMeta>(
  options: ClientOptions,
  endpoint: HttpEndpoint,
): Collection<In, Item, Meta> {
  const call = (input: Input, request?: RequestOptions) =>
    send<Item[], Meta>(options, endpoint, input, request);
  async function* pages(input?: In, request?: RequestOptions) {
    let pageInput: Input = { per_page: PAGE_SIZE, ...input };
    for (;;) {
      const answer = await call(pageInput, request);
      yield answer;
      const { pagination, next_after: nextCursor } = answer.meta;
      if (pagination.current_page >= pagination.total_pages) return;
      // Prefer the cursor. With page numbers, items that are added meanwhile would cause gaps or repeated items.
      const nextPageInput =
        nextCursor == null ? { page: pagination.current_page + 1 } : { after: nextCursor, page: undefined };
      pageInput = { ...pageInput, ...nextPageInput };
    }
  }
  async function* items(input?: In, request?: RequestOptions) {
    for await (const { data } of pages(input, request)) yield* data;
  }
  return Object.assign((input?: In, request?: RequestOptions) => call({ ...input }, request), {
    pages,
    items,
  });
}
