import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type DocumentedRoute, documentRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../../shared/platform/contract/errors.ts';
import { enumParam, integerParam, listParam, textParam } from '../../../shared/platform/contract/query.ts';
import { defineRoute } from '../../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../../shared/platform/contract/versions/versions.ts';
import { escapeHtml } from '../../../shared/platform/documents/html.ts';
import { buildCurlCommand, renderApiReference } from '../../../shared/platform/documents/page.ts';
import { FIELD_DESCRIPTIONS } from '../../../shared/platform/documents/vocabulary.ts';
import { ROUTES as ALL_ROUTES } from '../../../shared/service/routes.ts';

const ROUTES = ALL_ROUTES.filter((route) => isServedIn(route, CURRENT_VERSION));
const page = renderApiReference(ROUTES, CURRENT_VERSION);

const HOSTILE_HTML = '<script>alert("1")</script>';
const hostile = documentRoute(
  defineRoute({
    id: 'test.hostile',
    method: 'POST',
    path: '/things/{id}',
    summary: HOSTILE_HTML,
    access: 'authenticated',
    table: 'none',
    params: z.strictObject({ id: textParam(8) }),
    query: z.strictObject({
      color: z._default(enumParam(['red', 'blue']), 'red'),
      size: z.optional(integerParam({ min: 1, max: 9_000 })),
      tags: z.optional(listParam(textParam(8), 5)),
    }),
    body: z.strictObject({ [HOSTILE_HTML]: z.string() }),
    status: 201,
    paginated: false,
    errors: [],
  }),
  {
    description: HOSTILE_HTML,
    fields: {
      params: { id: HOSTILE_HTML },
      query: { color: 'What to paint it.', size: '', tags: '' },
      body: { [HOSTILE_HTML]: '' },
    },
    response: z.strictObject({
      owner: z.strictObject({ name: z.nullable(z.string()) }),
      [HOSTILE_HTML]: z.int(),
    }),
    example: { params: { id: '7' }, query: { color: 'blue' }, body: { note: "it's & <b>" } },
  },
);
const hostilePage = renderApiReference([hostile], CURRENT_VERSION);

/** Returns the rows of the page's tables as the texts of their cells. */
function rows(html: string): string[][] {
  return html.split('<tr>').map((row) => row.split('</td>').map((cell) => cell.replace(/<[^>]*>/g, '')));
}

describe('the HTML page of the documentation', () => {
  test.each(ROUTES.map((route) => [route.id, route] as const))(
    'the page has a section with a sample call for the route %s',
    (id, route) => {
      expect(page).toContain(`<h3 id="${id}">`);
      expect(page).toContain(`<a href="#${id}">`);
      expect(page).toContain(escapeHtml(buildCurlCommand(route)));
      expect(page).toContain(escapeHtml(route.summary));
    },
  );

  test('the page has an anchor for each error code and an example of each response', () => {
    for (const code of Object.keys(ERRORS)) expect(page).toContain(`id="error-${code}"`);
    const enveloped = ROUTES.filter(({ format }) => format === undefined);
    expect(page.split('Example of an answer')).toHaveLength(enveloped.length + 1);
  });

  test('the page loads no files and runs no scripts', () => {
    expect(page).not.toMatch(/<(script|link|img|iframe|object)|@import|url\(|\son\w+=/i);
    const targets = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !target?.startsWith('#'))).toEqual(['openapi.json']);
  });

  test('the page escapes HTML in the texts of route records', () => {
    expect(hostilePage).not.toContain('<script');
    expect(hostilePage.split(escapeHtml(HOSTILE_HTML)).length - 1).toBeGreaterThanOrEqual(5);
  });

  test('the page shows the type or the allowed values, and the default, of every parameter', () => {
    expect(rows(hostilePage)).toEqual(
      expect.arrayContaining([
        ['query', 'color', 'red, blue', 'What to paint it. Default red.', ''],
        ['query', 'size', 'integer, 1 to 9,000', '', ''],
        ['query', 'tags', 'comma-separated list of string, 1 to 8 characters, at most 5', '', ''],
        ['path', 'id (required)', 'string, 1 to 8 characters', escapeHtml(HOSTILE_HTML), ''],
      ]),
    );
  });

  test('the page lists the fields of responses with their paths', () => {
    expect(rows(hostilePage)).toContainEqual([
      'data.owner.name',
      'string or null',
      FIELD_DESCRIPTIONS.name,
      '',
    ]);
    expect(rows(page)).toContainEqual([
      'data[].historical_apy.7d',
      'number',
      'APY in percent: 5.0 means 5%.',
      '',
    ]);
  });
});

describe('the sample call of an endpoint', () => {
  test('the arguments of the sample call are quoted for a shell', () => {
    const print = 'curl() { for each in "$@"; do printf "%s\\n" "$each"; done; }';
    const given = execFileSync('sh', ['-c', `${print}\n${buildCurlCommand(hostile)}`], {
      env: { BASE: 'http://localhost/v1', KEY: 'the-key' },
      encoding: 'utf8',
    });
    expect(given.trimEnd().split('\n')).toEqual([
      '-s',
      '-X',
      'POST',
      '-H',
      'X-API-KEY: the-key',
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"note":"it\'s & <b>"}',
      'http://localhost/v1/things/7?color=blue',
    ]);
  });

  test('the sample call of a public endpoint sends no key', () => {
    const isPublic = (route: DocumentedRoute) => route.access === 'public';
    expect(ROUTES.filter((route) => isPublic(route) === buildCurlCommand(route).includes('$KEY'))).toEqual(
      [],
    );
  });
});
