import type { Answer, ClientOptions, RequestOptions } from './options.ts';
import { type Input, send, type Wire } from './send.ts';

/** Calls one endpoint; its input may be left out where nothing in it is required. */
export type Operation<In, Data, Meta> = (
  ...args: Record<never, never> extends In
    ? [input?: In, options?: RequestOptions]
    : [input: In, options?: RequestOptions]
) => Promise<Answer<Data, Meta>>;

interface PageMeta {
  readonly pagination: { readonly current_page: number; readonly total_pages: number };
}

/** Calls an endpoint that lists; `pages` and `items` go on to the last page by themselves. */
export type Collection<In, Item, Meta extends PageMeta> = Operation<In, Item[], Meta> & {
  /** Page after page, beginning with the one that the input names; of 100 items unless `per_page` is given. */
  pages(input?: In, options?: RequestOptions): AsyncGenerator<Answer<Item[], Meta>, void>;
  /** Element after element over all pages. */
  items(input?: In, options?: RequestOptions): AsyncGenerator<Item, void>;
};

export function operation<In extends object, Data, Meta>(
  options: ClientOptions,
  wire: Wire,
): Operation<In, Data, Meta> {
  return (input?: In, request?: RequestOptions) => send<Data, Meta>(options, wire, { ...input }, request);
}

/** Items of a page that `pages` and `items` request, which is the most of every list. */
const PAGE_SIZE = 100;

/** Where the next page begins: after the last item. */
function cursorOf(last: unknown): Input {
  if (typeof last !== 'object' || last === null || !('sequence' in last)) {
    throw new TypeError('The last item of the page has no sequence');
  }
  return { after: last.sequence, page: undefined };
}

export function collection<In extends object, Item, Meta extends PageMeta>(
  options: ClientOptions,
  wire: Wire,
): Collection<In, Item, Meta> {
  const call = (input: Input, request?: RequestOptions) => send<Item[], Meta>(options, wire, input, request);
  async function* pages(input?: In, request?: RequestOptions) {
    let wanted: Input = { per_page: PAGE_SIZE, ...input };
    // With the latest first there is no item after which the next page could continue.
    const byCursor = wire.hasCursor === true && wanted.order !== 'desc';
    if (byCursor) wanted = { ...wanted, order: 'asc' };
    for (;;) {
      const answer = await call(wanted, request);
      yield answer;
      const { current_page, total_pages } = answer.meta.pagination;
      if (current_page >= total_pages) return;
      const next = byCursor ? cursorOf(answer.data.at(-1)) : { page: current_page + 1 };
      wanted = { ...wanted, ...next };
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
