import { CURSOR_RULE, cursorParams } from '../platform/contract/cursor.ts';
import type { RequestIssue } from '../platform/contract/errors.ts';
import type { Route } from '../platform/contract/route.ts';

/** Separates the name of the list from the position. No route id and no position contains it. */
const SEPARATOR = '~';

const hasCursor = (route: Route) => route.query?.shape.after === cursorParams.after;
const prefixOf = ({ id }: Route) => `${id}${SEPARATOR}`;

/** Returns the meta of an answer, with the name of the list in its cursor. A cursor is valid for one list only. */
export function nameList(
  route: Route,
  meta: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { next_after: next } = meta;
  if (typeof next !== 'string' || !hasCursor(route)) return meta;
  return { ...meta, next_after: `${prefixOf(route)}${next}` };
}

/** Removes the name of the list from the cursor of a query. The cursor of another list is an issue. */
export function removeListName(
  route: Route,
  query: Readonly<Record<string, unknown>>,
  issues: RequestIssue[],
): Readonly<Record<string, unknown>> {
  const { after, ...others } = query;
  if (typeof after !== 'string' || !hasCursor(route)) return query;
  const prefix = prefixOf(route);
  if (after.startsWith(prefix)) return { ...others, after: after.slice(prefix.length) };
  issues.push({ path: 'query.after', message: CURSOR_RULE });
  return others;
}
