import { describe, expect, test } from 'vitest';
import { readGuides } from '../../infra/documentation/guides.ts';
import { LANGUAGES, samplesOf } from '../../infra/documentation/samples.ts';
import { renderSite } from '../../infra/documentation/site.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { ROUTES } from '../../shared/service/routes.ts';

const guides = readGuides();
const page = renderSite({
  routes: ROUTES,
  version: CURRENT_VERSION,
  guides,
  script: '/assets/documentation-1.js',
  style: '/assets/documentation-1.css',
});
const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe('the documentation', () => {
  test('has the guides, every endpoint and every error code, each at an address of its own', () => {
    expect(guides.map(({ title }) => title)).toEqual([
      'First call',
      'Authentication',
      'Paging',
      'Limits',
      'Idempotency',
      'Deposits on chain',
      'Webhooks',
      'Errors',
      'Assistants',
    ]);
    for (const { id } of [...guides, ...ROUTES]) expect(ids).toContain(id);
    for (const code of Object.keys(ERRORS)) expect(ids).toContain(`error-${code}`);
    expect(page.match(/ id="/g)).toHaveLength(ids.size);
  });

  test('leads nowhere by its own links where nothing is', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('names endpoints in its guides that there are', () => {
    const known = new Set(ROUTES.map(({ method, path }) => `${method} ${path}`));
    const named = guides.flatMap(({ html }) => [...html.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}-]+)/g)]);
    expect(named.length).toBeGreaterThan(8);
    expect(named.map(([call]) => call).filter((call) => !known.has(call))).toEqual([]);
  });
});

describe.each(ROUTES.map((route) => [route.id, route] as const))('the samples of %s', (_, route) => {
  const samples = new Map(samplesOf(route, CURRENT_VERSION));

  test('are there in every language, each with the method and the address', () => {
    expect([...samples.keys()]).toEqual(Object.keys(LANGUAGES));
    for (const text of samples.values()) {
      expect(text).toContain('https://api.example.com/v1');
      expect(text.toUpperCase()).toContain(route.method === 'GET' ? 'HTTPS' : route.method);
      expect(text.includes('X-API-KEY')).toBe(route.access !== 'public');
    }
  });

  test('are JavaScript that runs', async () => {
    const sent: [string, RequestInit | undefined][] = [];
    const fetching = async (url: string, options?: RequestInit) => {
      sent.push([url, options]);
      return new Response('{}');
    };
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    await new AsyncFunction('fetch', 'process', 'console', samples.get('javascript'))(
      fetching,
      { env: { KEY: 'k' } },
      { log: () => {} },
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]?.[1]?.method ?? 'GET').toBe(route.method);
  });
});
