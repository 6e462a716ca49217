import * as z from 'zod/mini';
import { buildPagination } from './envelope.ts';
import { invalidRequestError } from './errors.ts';
import { type PageRequest, pageParams } from './query.ts';
import type { Pagination } from './responses.ts';

/**
 * Position of an item in a list: the item's sort key and its id. The position stays the same when other items
 * are added or removed.
 */
export interface ListPosition {
  /** Sort key of the item. It is an ISO 8601 time or a zero-padded number, so that keys can be compared as text. */
  readonly key: string;
  readonly id: string;
  /**
   * The item's sub-account, or an empty text for the account itself. Set only in lists that are sorted by sub-account
   * first.
   */
  readonly userId?: string | undefined;
}

/**
 * Maximum number of characters in a cursor. It is enough for a sort key and two ids of 128 characters with 4 bytes
 * each.
 */
export const CURSOR_MAX_LENGTH = 2_048;
export const CURSOR_RULE = 'must be the value of meta.next_after from an earlier page of the same list';

const cursorPartsSchema = z.union([
  z.tuple([z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.string()]),
]);

function decodeCursor(text: string): ListPosition | undefined {
  try {
    const { data } = cursorPartsSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return data && { key: data[0], id: data[1], userId: data[2] };
  } catch {
    return undefined;
  }
}

/** Encodes a position in a list as a cursor. Callers must treat a cursor as an opaque text. */
export function encodeCursor({ key, id, userId }: ListPosition): string {
  const cursorFields = userId === undefined ? [key, id] : [key, id, userId];
  return Buffer.from(JSON.stringify(cursorFields)).toString('base64url');
}

function cursorParam() {
  return z.pipe(
    z.string().check(z.minLength(1, CURSOR_RULE), z.maxLength(CURSOR_MAX_LENGTH, CURSOR_RULE)),
    z.transform((text: string, context) => {
      const position = decodeCursor(text);
      if (position !== undefined) return position;
      context.issues.push({ code: 'custom', message: CURSOR_RULE, input: text });
      return z.NEVER;
    }),
  );
}

/** Parameters of a list whose items may change while a caller reads it page by page. */
export const cursorParams = {
  after: /* @__PURE__ */ z.optional(/* @__PURE__ */ cursorParam()),
  ...pageParams,
} as const;

export interface CursorRequest extends PageRequest {
  /**
   * If set, only items after this position are returned. Page 1 is then the page directly after this position.
   */
  readonly after?: ListPosition | undefined;
}

/**
 * Throws the error for a cursor that cannot belong to the requested list.
 *
 * @throws ApiError invalid_request
 */
export function rejectCursor(): never {
  throw invalidRequestError([{ path: 'query.after', message: CURSOR_RULE }]);
}

/**
 * Returns the number in a cursor's sort key. Use it for lists that are sorted by number.
 *
 * @throws ApiError invalid_request if the key is not a number
 */
export function numberOfCursor({ key }: ListPosition): number {
  return /^\d{1,15}$/.test(key) ? Number(key) : rejectCursor();
}

/**
 * Returns the time in a cursor's sort key, in epoch milliseconds. Use it for lists that are sorted by time.
 *
 * @throws ApiError invalid_request if the key is not a time
 */
export function timeOfCursor({ key }: ListPosition): number {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(key) && !Number.isNaN(Date.parse(key))
    ? Date.parse(key)
    : rejectCursor();
}

/**
 * Returns the value of `meta.next_after` for a page: the cursor of the page's last item. Returns null on the
 * last page.
 */
export function nextPageCursor(
  { current_page, total_pages }: Pagination,
  last: ListPosition | undefined,
): string | null {
  return last === undefined || current_page >= total_pages ? null : encodeCursor(last);
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
  readonly meta: { readonly next_after: string | null };
}

/** A page of a list in the form that a handler returns. */
export interface PageReply<T, Meta = unknown> extends Pick<ListPage<T>, 'pagination'> {
  readonly data: T[];
  readonly meta: ListPage<T>['meta'] & Meta;
}

function compareListPositions(a: ListPosition, b: ListPosition): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** Returns one page of a list whose items are all in memory. The items are sorted by their `ListPosition`. */
export function pageOfList<T>(
  all: readonly T[],
  { after, ...page }: CursorRequest,
  positionOf: (item: T) => ListPosition,
  order: 'asc' | 'desc' = 'desc',
): ListPage<T> {
  const sign = order === 'asc' ? 1 : -1;
  const itemsAfterCursor = all
    .map((item) => ({ item, place: positionOf(item) }))
    .filter(({ place }) => after === undefined || sign * compareListPositions(place, after) > 0)
    .sort((a, b) => sign * compareListPositions(a.place, b.place));
  const pageItems = itemsAfterCursor.slice((page.page - 1) * page.per_page, page.page * page.per_page);
  const pagination = buildPagination(itemsAfterCursor.length, page, pageItems.length);
  return {
    items: pageItems.map(({ item }) => item),
    pagination,
    meta: { next_after: nextPageCursor(pagination, pageItems.at(-1)?.place) },
  };
}
