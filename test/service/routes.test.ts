import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listLambdaEntryPoints } from '../../infra/bundle.ts';
import { buildGeneratedDocuments } from '../../infra/cli/generate/documents.ts';
import { buildClientFiles, buildEventFiles } from '../../infra/cli/generate/generated.ts';
import { handlerFileOf } from '../../infra/handler-files.ts';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { commonErrorCodesOf } from '../../shared/platform/contract/route.ts';
import { SCOPES } from '../../shared/platform/contract/scopes.ts';
import { API_VERSIONS } from '../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../shared/platform/contract/versions/versions.ts';
import { describeApiSurface } from '../../shared/platform/documents/surface.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { MCP_TOOLS } from '../../shared/service/mcp/tools.ts';
import { ROUTES } from '../../shared/service/routes.ts';

const exists = (path: string) => existsSync(new URL(`../../${path}`, import.meta.url));

describe.each(ROUTES.map((route) => [route.id, route] as const))('the route record %s', (id, route) => {
  test('the record has a handler file and an example event', () => {
    const handler = handlerFileOf(id);
    expect(exists(handler), `Write ${handler}: the record ${id} has no handler.`).toBe(true);
    expect(exists(`events/${id}.json`), `Run npm run generate: events/${id}.json is missing.`).toBe(true);
  });

  test('the schema of the record names exactly the parameters of its path', () => {
    const pathParameterNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(pathParameterNames);
  });

  test('the example of the record matches its schemas', () => {
    const problems = [
      route.params?.safeParse(route.example?.params ?? {}).error,
      route.query?.safeParse(route.example?.query ?? {}).error,
      route.body?.safeParse(route.example?.body ?? {}).error,
    ].filter((error) => error !== undefined);
    expect(problems).toEqual([]);
  });

  test('the schemas of the record reject unknown parameters and fields', () => {
    for (const schema of [route.query, route.body]) {
      const result = schema?.safeParse({ surely_unknown: '1' });
      expect(result?.error?.issues.map(({ code }) => code) ?? ['unrecognized_keys']).toContain(
        'unrecognized_keys',
      );
    }
  });

  test('the record has the parameters page and per_page exactly when its route returns a collection', () => {
    const keys = Object.keys(route.query?.shape ?? {});
    expect(keys.includes('page') && keys.includes('per_page')).toBe(route.paginated);
  });

  test('the record of a GET or DELETE route has no body', () => {
    if (route.method === 'GET' || route.method === 'DELETE') expect(route.body).toBeUndefined();
    if (route.status === 201) expect(route.method).toBe('POST');
  });

  test('the error codes of the record are all in the table of error codes', () => {
    for (const code of [...commonErrorCodesOf(route), ...route.errors]) expect(ERRORS).toHaveProperty(code);
  });

  test('the access of the route record is "public", "authenticated", "session" or the name of a scope', () => {
    expect(['public', 'authenticated', 'session', ...SCOPES]).toContain(route.access);
  });
});

describe('all route and job records together', () => {
  test('no two routes of an API version have the same method and path', () => {
    const ids = ROUTES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const version of API_VERSIONS) {
      const served = ROUTES.filter((route) => isServedIn(route, version));
      const places = served.map(({ method, path }) => `${method} ${path}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  test('the routes and their schemas equal the stored description of the API in surface.txt', async () => {
    const advice = 'test/service/surface.txt is out of date. Run npm run generate';
    await expect(describeApiSurface(ROUTES), advice).toMatchFileSnapshot('./surface.txt');
  });

  test.each([
    ['events', buildEventFiles],
    ['clients/sdk/src/generated', buildClientFiles],
  ] as const)('the committed files in %s equal what `npm run generate` writes', (path, generated) => {
    const folder = new URL(`../../${path}/`, import.meta.url);
    const committed = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);
    expect(Object.fromEntries(committed)).toEqual(generated(ROUTES));
  });

  test('every job record has a handler file', () => {
    for (const { id } of JOBS) {
      const handler = handlerFileOf(id);
      expect(exists(handler), `Write ${handler}: the job ${id} has no handler.`).toBe(true);
    }
  });

  test('every handler file belongs to a route or job record', () => {
    const known = new Set(listLambdaEntryPoints().map(({ file }) => file));
    const unknown = globSync('functions/**/*.ts', { cwd: PROJECT_ROOT })
      .map((file) => file.replaceAll(sep, '/'))
      .filter((file) => !known.has(file) && !file.startsWith('functions/service/tools/'));
    expect(
      unknown,
      'Add the documented record of each to the documentation.ts of its capability, or the job to shared/service/jobs.ts, or delete the file.',
    ).toEqual([]);
  });

  test('every MCP tool calls the handler of its route', () => {
    const read = (path: string) =>
      readFileSync(new URL(`../../functions/service/${path}`, import.meta.url), 'utf8');
    const text = read('mcp.ts');
    const groups = text.matchAll(/^const (\w+) = \(\) => import\('\.\/(tools\/\w+\.ts)'\)/gm);
    const exported = new Map(
      [...groups].flatMap(([, group, file = '']) =>
        [...read(file).matchAll(/^export \{ handler as (\w+) \} from '\.\.\/\.\.\/([^']+)'/gm)].map(
          ([, name, path]) => [`${group}.${name}`, `functions/${path}`] as const,
        ),
      ),
    );
    const named = text.matchAll(/^ {2}(\w+): async \(\) => \(await (\w+)\(\)\)\.(\w+),$/gm);
    const files = Object.fromEntries(
      [...named].map(([, tool, group, name]) => [tool, exported.get(`${group}.${name}`)]),
    );
    const own = { market_summary: 'functions/../shared/service/mcp/own-summary.ts' };
    expect(files).toEqual({
      ...Object.fromEntries(MCP_TOOLS.map(({ name, route }) => [name, handlerFileOf(route.id)])),
      ...own,
    });
  });
});

test('the generated parts of the Markdown documents equal what `npm run generate` writes', () => {
  for (const [path, text] of Object.entries(buildGeneratedDocuments(ROUTES))) {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toBe(text);
  }
});

test('docs/api.md names every operation', () => {
  const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const named = [...text.matchAll(/((?:`[A-Z]+`(?:, | and ))*)`([A-Z]+) (\/[^`]*)`/g)].flatMap(
    ([, others = '', last, path]) =>
      [...others.matchAll(/[A-Z]+/g), [last]].map(([method]) => `${method} ${path}`),
  );
  const missing = ROUTES.map(({ method, path }) => `${method} ${path}`).filter(
    (each) => !named.includes(each),
  );
  expect(missing, 'Run npm run generate: it writes the table of operations in docs/api.md.').toEqual([]);
});
