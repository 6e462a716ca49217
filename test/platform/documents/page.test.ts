import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { enumParam, integerParam, listParam, textParam } from '../../../shared/platform/contract/query.ts';
import { defineRoute, type Route } from '../../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/version-table.ts';
import { escapeHtml } from '../../../shared/platform/documents/html.ts';
import { curlLine, renderDocs } from '../../../shared/platform/documents/page.ts';
import { ROUTES } from '../../../shared/service/routes.ts';

const page = renderDocs(ROUTES, CURRENT_VERSION);

const HOSTILE = '<script>alert("1")</script>';
const hostile = defineRoute({
  id: 'test.hostile',
  method: 'POST',
  path: '/things/{id}',
  summary: HOSTILE,
  description: HOSTILE,
  access: 'authenticated',
  table: 'none',
  params: z.strictObject({ id: textParam(8).meta({ description: HOSTILE }) }),
  query: z.strictObject({
    color: enumParam(['red', 'blue']).default('red').meta({ description: 'What to paint it.' }),
    size: integerParam({ min: 1, max: 9_000 }).optional(),
    tags: listParam(textParam(8), 5).optional(),
  }),
  body: z.strictObject({ [HOSTILE]: z.string() }),
  response: z.strictObject({ owner: z.strictObject({ name: z.string().nullable() }), [HOSTILE]: z.int() }),
  status: 201,
  paginated: false,
  errors: [],
  example: { params: { id: '7' }, query: { color: 'blue' }, body: { note: "it's & <b>" } },
});
const hostilePage = renderDocs([hostile], CURRENT_VERSION);

/** The rows of the page's tables, each as the texts of its cells. */
function rows(html: string): string[][] {
  return html.split('<tr>').map((row) => row.split('</td>').map((cell) => cell.replace(/<[^>]*>/g, '')));
}

describe('the page', () => {
  test.each(ROUTES.map((route) => [route.id, route] as const))(
    'has a section and a call of %s',
    (id, route) => {
      expect(page).toContain(`<h2 id="${id}">`);
      expect(page).toContain(`<a href="#${id}">`);
      expect(page).toContain(escapeHtml(curlLine(route)));
      expect(page).toContain(escapeHtml(route.summary));
    },
  );

  test('loads nothing and runs nothing', () => {
    expect(page).not.toMatch(/<(script|link|img|iframe|object)|@import|url\(|\son\w+=/i);
    const targets = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !target?.startsWith('#'))).toEqual(['openapi.json']);
  });

  test('writes out whatever a record says, as text', () => {
    expect(hostilePage).not.toContain('<script');
    expect(hostilePage.split(escapeHtml(HOSTILE)).length - 1).toBeGreaterThanOrEqual(5);
  });

  test('gives the type, the choices and the default of every parameter', () => {
    expect(rows(hostilePage)).toEqual(
      expect.arrayContaining([
        ['query', 'color', 'red, blue', 'What to paint it. Default red.', ''],
        ['query', 'size', 'integer, 1 to 9,000', '', ''],
        ['query', 'tags', 'comma-separated list of string, at most 5', '', ''],
        ['path', 'id (required)', 'string, 1 to 8 characters', escapeHtml(HOSTILE), ''],
      ]),
    );
  });

  test('gives the fields of the answer by their paths', () => {
    expect(rows(hostilePage)).toContainEqual(['data.owner.name', 'string or null', '', '']);
    expect(rows(page)).toContainEqual([
      'data[].historical_apy.7d',
      'number',
      'APY in percent: 5.0 means 5%.',
      '',
    ]);
  });
});

describe('the call of an endpoint', () => {
  test('goes through a shell as it stands', () => {
    const print = 'curl() { for each in "$@"; do printf "%s\\n" "$each"; done; }';
    const given = execFileSync('sh', ['-c', `${print}\n${curlLine(hostile)}`], {
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

  test('of a public endpoint sends no key', () => {
    const isPublic = (route: Route) => route.access === 'public';
    expect(ROUTES.filter((route) => isPublic(route) === curlLine(route).includes('$KEY'))).toEqual([]);
  });
});
