import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Route } from '../../shared/platform/contract/route.ts';
import { API_VERSIONS } from '../../shared/platform/contract/versions/version-table.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { API_VERSIONS as TWO_VERSIONS } from '../service/two-versions/version-table.ts';
import { EVERY_OPTION, FEW_ROUTES, makeStack, makeTemplate, type StackOptions } from './support/stack.ts';

/** Maximum number of resources that this test allows in the stack. CloudFormation's limit is 500. */
const RESOURCES_MAX = 450;
/** CloudFormation's limit for the bytes of a template. */
const TEMPLATE_BYTES_MAX = 1_000_000;
/** Number of bytes that one endpoint adds to a template with two API versions. */
const TEMPLATE_BYTES_PER_ENDPOINT = 9_400;
/** Number of further endpoints for which the template must have space. */
const ENDPOINTS_RESERVED = 5;
/** Number of routes to plan for, which is more than the current number. */
const PLANNED_ROUTE_COUNT = 90;

const countResources = (routes: readonly Route[]) =>
  Object.keys(makeTemplate({ routes }).toJSON().Resources).length;

/**
 * Returns the existing routes and made-up routes, `PLANNED_ROUTE_COUNT` in total. The made-up routes are in groups of six.
 * In each group, one route has a path parameter.
 */
function buildPlannedRoutes(): Route[] {
  const [first] = ROUTES;
  if (first === undefined) throw new Error('There are no routes');
  const made = Array.from({ length: PLANNED_ROUTE_COUNT - ROUTES.length }, (_, index): Route => {
    const group = `group${Math.floor(index / 6)}`;
    const path: Route['path'] = index % 6 === 5 ? `/${group}/{id}` : `/${group}/action${index}`;
    return { ...first, id: `${group}.action${index}`, path };
  });
  return [...ROUTES, ...made];
}

test('the stack stays below the resource limit of CloudFormation, even with the planned number of endpoints', () => {
  expect(countResources(buildPlannedRoutes())).toBeLessThan(RESOURCES_MAX);
});

/** Schema of a template, with only the field `Resources`. */
const template = z.object({ Resources: z.record(z.string(), z.unknown()) });

function measureTemplate(options: StackOptions) {
  const { app, stack } = makeStack({ ...options, jobs: JOBS });
  const { directory } = app.synth();
  const text = readFileSync(join(directory, stack.templateFile));
  const { Resources } = template.parse(JSON.parse(text.toString()));
  return { resources: Object.keys(Resources).length, bytes: text.byteLength };
}

test.each<[string, StackOptions]>([
  ['one version', { versions: API_VERSIONS }],
  ['two versions, a domain and every option', { versions: TWO_VERSIONS, context: EVERY_OPTION }],
])(
  'the template with %s stays below the limits of CloudFormation, with room for five more endpoints',
  (_, options) => {
    const { resources, bytes } = measureTemplate(options);
    expect(resources).toBeLessThanOrEqual(RESOURCES_MAX);
    const room = Math.floor((TEMPLATE_BYTES_MAX - bytes) / TEMPLATE_BYTES_PER_ENDPOINT);
    expect(
      room,
      `The template has ${bytes} bytes: room for ${room} more endpoints in two versions. CloudFormation allows ${TEMPLATE_BYTES_MAX}. Remove a version after its sunset, or shorten what every endpoint repeats (infra/constructs/api/body).`,
    ).toBeGreaterThanOrEqual(ENDPOINTS_RESERVED);
  },
);

test('the base address of the API contains the oldest version, unless the stage sets baseVersion', () => {
  const baseUrlOutputOf = (context: StackOptions['context']) =>
    JSON.stringify(
      makeTemplate({ routes: FEW_ROUTES, versions: TWO_VERSIONS, ...(context && { context }) }).findOutputs(
        'BaseUrl',
      ),
    );
  expect(baseUrlOutputOf({})).toContain('/v1"');
  expect(baseUrlOutputOf({ baseVersion: 'v2' })).toContain('/v2"');
  expect(() => baseUrlOutputOf({ baseVersion: 'v3' })).toThrow(/baseVersion: must be one of v1, v2/);
});
