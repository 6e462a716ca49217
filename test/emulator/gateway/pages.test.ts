import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUIDE_IDS, guideAddress } from '../../../infra/documentation/addresses.ts';
import { createHostHandler } from '../../../infra/emulator/pages.ts';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

let server: Server;
let origin: string;
beforeAll(async () => {
  const handler = createHostHandler({
    apiSegments: new Set(['v1', 'mcp']),
    api: (_, response) => response.end('api'),
    onError: (error) => {
      throw error;
    },
  });
  server = createServer(handler);
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => server.close());

async function read(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const response = await fetch(`${origin}${path}`, { method, headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test.each([
  ['/v2/strategies', HTML],
  ['/.well-known/oauth-authorization-server', HTML],
  ['/.well-known/oauth-protected-resource/mcp', { accept: 'application/json' }],
  ['/register', HTML],
  ['/index.php', HTML],
  ['/docs/none', HTML],
  ['/docs/investments/none', HTML],
  ['/assets/none.js', HTML],
  ['/strategies', { accept: '*/*' }],
])('the path %s is answered with 404 and a JSON error', async (path, headers) => {
  const { status, type, text } = await read(path, headers);
  expect([status, type]).toEqual([404, 'application/json']);
  expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: 'not_found' } });
});

test('the 404 of a path outside the API names the paths of the API and of the documentation', async () => {
  const { text } = await read('/strategies', { accept: '*/*' });
  expect(JSON.parse(text)).toMatchObject({
    error: { message: expect.stringMatching(/start with \/v1,.* documentation is at \/docs\./) },
  });
});

test.each(['/register', '/.well-known/oauth-protected-resource/mcp', '/.well-known/openid-configuration'])(
  'a client that looks for OAuth at %s gets an error that says to check the API key header',
  async (path) => {
    const { text } = await read(path, {}, path === '/register' ? 'POST' : 'GET');
    expect(JSON.parse(text)).toMatchObject({
      error: { message: expect.stringContaining('check the header') },
    });
  },
);

test('a POST request outside the API is answered with a 404 in JSON', async () => {
  expect(await read('/register', {}, 'POST')).toMatchObject({ status: 404, type: 'application/json' });
});

test('a page of the dashboard is served to requests that accept HTML', async () => {
  expect(await read('/strategies/strat_1', HTML)).toMatchObject({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  expect(await read('/llms.txt', { accept: '*/*' })).toMatchObject({ status: 200 });
});

test('llms.txt has a link to every guide', async () => {
  const { text } = await read('/llms.txt', {});
  for (const id of GUIDE_IDS) expect(text).toContain(`(${guideAddress(id)})`);
});

test.each([
  '/docs',
  '/docs/',
  '/docs/investments/deposit',
  '/docs/guides',
  '/docs/guides/',
  '/docs/guides/webhooks',
  '/docs/investments',
  '/docs/errors',
  '/docs/events',
  '/docs/changelog',
])('the documentation page %s refers only to assets that exist', async (path) => {
  const { status, text } = await read(path, HTML);
  expect(status).toBe(200);
  expect(text).toContain('<h1');
  const assets = [...text.matchAll(/"(\/assets\/documentation[^"]+)"/g)].map(([, asset]) => asset ?? '');
  expect(assets).toHaveLength(3);
  for (const asset of assets) expect((await read(asset, {})).status).toBe(200);
  expect(await read(path, { accept: '*/*' })).toMatchObject({ status: 200, text });
  expect(await read(path, { accept: 'application/json' })).toMatchObject({ status: 404 });
});

test('the local server passes a request to the API if its path starts with the API version', async () => {
  expect(await read('/v1/strategies', HTML)).toMatchObject({ text: 'api' });
});
