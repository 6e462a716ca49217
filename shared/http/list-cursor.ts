import { CURSOR_RULE, cursorParams } from '../platform/contract/cursor.ts';
import type { RequestIssue } from '../platform/contract/errors.ts';
import type { Route } from '../platform/contract/route.ts';
import { hashRequestInput } from '../platform/domain/request-hash.ts';
import type { Request } from './middleware.ts';

/**
 * Number of hexadecimal digits of a list's tag. Each cursor starts with the tag of its list, so that a cursor of
 * another list can be rejected.
 */
const CURSOR_TAG_LENGTH = 12;

const isPagedByCursor = (route: Route) => route.query?.shape.after === cursorParams.after;

/**
 * Returns a tag that identifies the list that a request reads: a hash of the route, the path parameters and the
 * account.
 */
function cursorTagOf({ event, context, internal: { route } }: Request): string {
  const list = [route.id, event.pathParameters ?? {}, context.principal?.userId];
  return hashRequestInput(list).slice(0, CURSOR_TAG_LENGTH);
}

/**
 * Returns a copy of `meta` with the list's tag at the start of the cursor `next_after`. The tag is a hash of the route,
 * its path parameters and the account.
 */
export function addCursorTag(
  request: Request,
  meta: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { next_after: next } = meta;
  if (typeof next !== 'string' || !isPagedByCursor(request.internal.route)) return meta;
  return { ...meta, next_after: `${cursorTagOf(request)}${next}` };
}

/**
 * Removes the tag (the name of the list) from the cursor `after` of a query. If the tag names another list, leaves out
 * the cursor and adds an issue to `issues`.
 */
export function removeCursorTag(
  request: Request,
  query: Readonly<Record<string, unknown>>,
  issues: RequestIssue[],
): Readonly<Record<string, unknown>> {
  const { after, ...otherParameters } = query;
  if (typeof after !== 'string' || !isPagedByCursor(request.internal.route)) return query;
  if (after.startsWith(cursorTagOf(request)))
    return { ...otherParameters, after: after.slice(CURSOR_TAG_LENGTH) };
  issues.push({ path: 'query.after', message: CURSOR_RULE });
  return otherParameters;
}
