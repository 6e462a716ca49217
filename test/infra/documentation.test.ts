import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../clients/sdk/src/index.ts';
import {
  buildDocumentationPathPattern,
  CHANGELOG_ADDRESS,
  ERRORS_ADDRESS,
  EVENT_TYPES_ADDRESS,
  GUIDE_IDS,
  groupDocumentedRoutes,
  guideAddress,
  operationAddress,
} from '../../infra/documentation/addresses.ts';
import { buildDocumentation } from '../../infra/documentation/build.ts';
import { readChangelog, readGuides } from '../../infra/documentation/guides.ts';
import { renderPage } from '../../infra/documentation/layout.ts';
import { buildSamples, LANGUAGES } from '../../infra/documentation/samples.ts';
import { buildDocumentationPages } from '../../infra/documentation/site.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { events } from '../../shared/notifications/contract/documentation.ts';
import { EVENT_DEFINITIONS } from '../../shared/notifications/contract/event-responses.ts';
import { webhooks } from '../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { escapeHtml } from '../../shared/platform/documents/html.ts';
import { ROUTES } from '../../shared/service/routes.ts';

const parts = {
  groups: groupDocumentedRoutes(),
  version: CURRENT_VERSION,
  guides: readGuides(),
  changelog: readChangelog(),
};
const pages = buildDocumentationPages(parts);
const layout = { ...parts, script: '/assets/a.js', style: '/assets/a.css', searchIndex: '/assets/a.json' };
const rendered = new Map(
  pages.map((page) => [page.address, renderPage(page, layout).contents.toString()] as const),
);
/** Runs a sample as written, with a client that sends nothing over the network. */
async function runSdkSample(sample: string, fetching: typeof fetch): Promise<void> {
  const code = sample.replace(/^import .*$/m, '');
  const client = (options: ClientOptions) => createClient({ ...options, fetch: fetching, retries: 0 });
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const given = {
    createClient: client,
    fetch: fetching,
    process: { env: { KEY: 'k' } },
    console: { log: () => {} },
  };
  await new AsyncFunction(...Object.keys(given), code)(...Object.values(given));
}

/** Returns the texts of the cells of each table row. */
const rowsOf = (html: string) =>
  html.split('<tr>').map((row) => row.split('</td>').map((cell) => cell.replace(/<[^>]*>/g, '')));

/** Returns the names of the fields that the tables of a text contain. */
const fieldsOf = (html: string) => rowsOf(html).map(([name = '']) => name);

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');

describe('the pages of the documentation', () => {
  test('the documentation has a page for every guide and operation, the error codes and the changelog', () => {
    for (const id of GUIDE_IDS) expect([...rendered.keys()]).toContain(guideAddress(id));
    for (const route of ROUTES) expect([...rendered.keys()]).toContain(operationAddress(route));
    expect([...rendered.keys()]).toContain(CHANGELOG_ADDRESS);
    const errors = idsOf(rendered.get(ERRORS_ADDRESS) ?? '');
    for (const code of Object.keys(ERRORS)) expect(errors).toContain(`error-${code}`);
    expect(rendered.size).toBe(pages.length);
  });

  test('the documentation has exactly eleven guides in a fixed order', () => {
    expect(parts.guides.map(({ title }) => title)).toEqual([
      ...['First call', 'Python', 'Authentication', 'Paging', 'Limits', 'Idempotency', 'Deposits on chain'],
      ...['Webhooks', 'Errors', 'Assistants', 'API changes'],
    ]);
  });

  test('every parent path of a documentation page is a documentation page too', () => {
    for (const address of rendered.keys()) {
      const parents = address
        .split('/')
        .slice(2)
        .map((_, index, parts) => ['/docs', ...parts.slice(0, index)].join('/'));
      for (const parent of parents) expect([...rendered.keys()]).toContain(parent);
    }
    const guides = rendered.get('/docs/guides') ?? '';
    for (const { id, title } of parts.guides)
      expect(guides).toContain(`<a href="${guideAddress(id)}">${title}</a>`);
  });

  test('the URL path pattern of the documentation matches every page of the documentation and no other path', () => {
    const pattern = buildDocumentationPathPattern();
    for (const address of rendered.keys()) {
      expect(address).toMatch(pattern);
      expect(`${address}/`).toMatch(pattern);
    }
    for (const address of ['/docs/none', '/docs/guides/none', '/docs/strategies/deposit', '/docsx']) {
      expect(address).not.toMatch(pattern);
    }
  });

  test('every link leads to an existing page and to an existing id in that page', () => {
    const others = /^(https?:|\/$|\/v1\/|\/llms\.txt$|\/assets\/|data:)/;
    for (const [address, html] of rendered) {
      const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, target]) => target ?? '');
      for (const target of targets.filter((each) => !others.test(each))) {
        const [page = '', place] = target.split('#');
        const found = rendered.get(page === '' ? address : page);
        expect(found, `${address} leads to ${target}`).toBeDefined();
        if (place !== undefined) expect(idsOf(found ?? ''), `${address} leads to ${target}`).toContain(place);
      }
    }
  });

  test('the page of event types has the meaning and the data fields of each event type', () => {
    const page = rendered.get(EVENT_TYPES_ADDRESS) ?? '';
    const sections = new Map(
      page.split('<h3 id="').map((section) => [section.slice(0, section.indexOf('"')), section] as const),
    );
    for (const { name, description, schema } of EVENT_DEFINITIONS) {
      const section = sections.get(name) ?? '';
      expect(section, name).toContain(escapeHtml(description));
      expect(fieldsOf(section), name).toEqual(
        expect.arrayContaining(Object.keys(schema.shape.data.shape).map((field) => `data.${field}`)),
      );
      expect(page).toContain(`<a href="#${name}">`);
    }
    expect(fieldsOf(page)).toEqual(
      expect.arrayContaining(['id', 'type', 'sequence', 'created_at', 'account']),
    );
  });

  test('the webhooks guide and the operations that return or select events link to the event types', () => {
    const addresses = [events.list, webhooks.create, webhooks.update].map(operationAddress);
    for (const address of [...addresses, guideAddress('webhooks')]) {
      const text = (rendered.get(address) ?? '').split('<main').at(-1);
      expect(text, address).toContain(`href="${EVENT_TYPES_ADDRESS}`);
    }
  });

  test('the page of an operation with several response types has a table of fields for each type', () => {
    const deposit =
      (rendered.get(operationAddress(investments.deposit)) ?? '').split('id="answer"').at(-1) ?? '';
    const [summary = '', sandboxTransaction = '', chainTransaction = ''] = deposit.split(
      /<p><b>(?=SandboxTransaction|ChainTransaction)/,
    );
    expect(rowsOf(summary)).toContainEqual(
      expect.arrayContaining(['data', 'SandboxTransaction or ChainTransaction']),
    );
    expect(fieldsOf(sandboxTransaction)).toEqual(
      expect.arrayContaining(['data.source', 'data.investment.value']),
    );
    expect(fieldsOf(chainTransaction)).toEqual(
      expect.arrayContaining([
        'data.status',
        'data.steps',
        'data.expected_changes',
        'data.may_still_execute',
      ]),
    );
    for (const [address, html] of rendered) expect(html, address).not.toMatch(/object or object/);
  });

  test('no page of the documentation has the same HTML id twice', () => {
    for (const [address, html] of rendered) {
      const ids = idsOf(html);
      expect(ids.length, address).toBe(new Set(ids).size);
      const htmlWithoutCode = html.replace(/<(pre|textarea)[\s\S]*?<\/\1>/g, '');
      expect(htmlWithoutCode, address).not.toContain('`');
    }
  });

  test('the guides name only endpoints that exist', () => {
    const known = new Set(ROUTES.map(({ method, path }) => `${method} ${path}`));
    const named = parts.guides.flatMap(({ html }) => [
      ...html.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g),
    ]);
    expect(named.length).toBeGreaterThan(12);
    expect(named.map(([call]) => call).filter((call) => !known.has(call))).toEqual([]);
  });

  test('the content security policy of every page allows only scripts and styles of the same host', () => {
    for (const html of rendered.values()) {
      expect(html).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(html).not.toMatch(/unsafe-|<script(?! type="module" src="\/)|<style|\son\w+=|style="/);
    }
  });
});

test('the same sources always give the same documentation files', async () => {
  const build = () => buildDocumentation('assets', ['es2023']);
  const [first, second] = [await build(), await build()];
  expect(second.map(({ path }) => path)).toEqual(first.map(({ path }) => path));
  expect(second.map(({ contents }) => contents)).toEqual(first.map(({ contents }) => contents));
  // Compress with a low quality, because a higher quality takes too long for all pages. The files are then larger, so
  // the limit is checked more strictly.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const brotli = (path: string) =>
    brotliCompressSync(first.find((file) => file.path === path)?.contents ?? '', { params }).byteLength;
  const parts = first.map(({ path }) => path).filter((path) => /\.(js|css)$/.test(path));
  const pagePaths = first.map(({ path }) => path).filter((path) => path.endsWith('.html'));
  const longestPageBytes = Math.max(...pagePaths.map(brotli));
  expect(parts.map(brotli).reduce((sum, bytes) => sum + bytes, longestPageBytes)).toBeLessThan(30_000);
  const assets = first.filter(({ path }) => path.startsWith('/assets/'));
  expect(assets.map(({ path }) => path.replace(/-[A-Z0-9]{8}\./, '.')).toSorted()).toEqual([
    ...['/assets/documentation-search.json', '/assets/documentation.css', '/assets/documentation.js'],
  ]);
});

describe.each(ROUTES.map((route) => [route.id, route] as const))(
  'the code samples of the operation %s',
  (_, route) => {
    const samples = new Map(buildSamples(route, CURRENT_VERSION));

    test('there is a code sample in every programming language, with the address of the API', () => {
      expect([...samples.keys()]).toEqual(Object.keys(LANGUAGES));
      for (const [language, text] of samples) {
        expect(text).toContain('https://api.example.com/v1');
        const header = language === 'sdk' ? 'credential' : 'X-API-KEY';
        expect(text.includes(header)).toBe(route.access !== 'public');
      }
    });

    test('the curl sample sends the same idempotency key each time it runs', () => {
      const key = /Idempotency-Key: ([^"]*)"/.exec(samples.get('curl') ?? '')?.[1];
      expect(key?.match(/^[\da-f-]{36}$/)?.[0]).toBe(key);
      expect(key !== undefined).toBe(route.idempotent === true);
    });

    test('the sample for the SDK sends the same method and path as the sample for curl', async () => {
      const sent: [string, string][] = [];
      const fetching: typeof fetch = async (url, options) => {
        sent.push([options?.method ?? 'GET', new URL(String(url)).pathname.replace(/\/$/, '')]);
        return Response.json({ success: true, data: [], meta: {} });
      };
      await runSdkSample(samples.get('sdk') ?? '', fetching);
      const path = (samples.get('curl') ?? '').match(/https:\/\/api\.example\.com([^"?]*)/)?.[1];
      expect(sent).toEqual([[route.method, path]]);
    });
  },
);
