import { expect, test } from 'vitest';
import type { Route } from '../../shared/platform/contract/route.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { makeTemplate } from './support/stack.ts';

/** CloudFormation's limit is 500 per stack. */
const RESOURCES_MAX = 400;
/** More than the documented endpoints and our own beside them. */
const ROUTES_FORESEEN = 90;

const countOf = (routes: readonly Route[]) => Object.keys(makeTemplate({ routes }).toJSON().Resources).length;

/** Routes up to the number foreseen, in groups of six, of which one has a path parameter. */
function padded(): Route[] {
  const [first] = ROUTES;
  if (first === undefined) throw new Error('There are no routes');
  const made = Array.from({ length: ROUTES_FORESEEN - ROUTES.length }, (_, index): Route => {
    const group = `group${Math.floor(index / 6)}`;
    const path: Route['path'] = index % 6 === 5 ? `/${group}/{id}` : `/${group}/action${index}`;
    return { ...first, id: `${group}.action${index}`, path };
  });
  return [...ROUTES, ...made];
}

test('the stack stays far below the limit of CloudFormation, with room for more endpoints', () => {
  expect(countOf(ROUTES)).toBeLessThan(RESOURCES_MAX);
  expect(countOf(padded())).toBeLessThan(RESOURCES_MAX);
});
