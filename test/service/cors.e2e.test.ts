import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { auth } from '../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { versionedPath } from '../../shared/platform/contract/versions/versions.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { RouteAnswer } from '../support/answer.ts';
import { findBrowserPath, launchBrowser } from '../support/browser.ts';
import { pathOf, type RouteRequest } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 20 });
});
afterAll(() => service.stop());

describe('a CORS preflight request', () => {
  const paths = [...new Set(ROUTES.map((route) => versionedPath(CURRENT_VERSION, route)))];

  test.each(paths)(
    'a preflight for %s from any origin is answered with 200 and the rate limit headers',
    async (path) => {
      const address = new URL(service.baseUrl).origin + path.replace(/\{\w+\}/g, 'x');
      const response = await fetch(address, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(response.status).toBe(200);
      const methods = ROUTES.filter((route) => versionedPath(CURRENT_VERSION, route) === path);
      for (const { method } of methods) {
        expect(response.headers.get('Access-Control-Allow-Methods')).toContain(method);
      }
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response.headers.get('Access-Control-Allow-Headers')).toContain('X-API-KEY');
      expect(response.headers.get('Access-Control-Max-Age')).toBe('7200');
      expect(response.headers.get('Vary')).toBe('Origin');
      for (const name of ['Limit', 'Remaining', 'Reset']) {
        expect(response.headers.get(`X-RateLimit-${name}`)).toMatch(/^\d+$/);
      }
      expect(await response.json()).toEqual({ success: true, data: null, meta: {} });
    },
  );
});

describe('a page of another origin in a browser', () => {
  let pages: Server;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    pages = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Page</title>');
    });
    const port = await listenOnLoopback(pages);
    browser = await launchBrowser(await findBrowserPath());
    page = await browser.newPage();
    await page.goto(`http://localhost:${port}/`);
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
  });

  /** Returns the response that the script of the page receives. */
  const call = async <R extends Route>(route: R, request: RouteRequest = {}): Promise<RouteAnswer<R>> => {
    const seen = await page.evaluate(
      async ({ address, method: verb, key, body }) => {
        const response = await fetch(address, {
          method: verb,
          headers: {
            ...(key === undefined ? {} : { 'X-API-KEY': key }),
            ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const headers = Object.fromEntries(response.headers.entries());
        return { status: response.status, headers, text: await response.text() };
      },
      {
        address: service.baseUrl + pathOf(route, request),
        method: route.method,
        key: request.key,
        body: request.body,
      },
    );
    return new RouteAnswer(route, { ...seen, headers: new Headers(seen.headers) });
  };

  test('the page can read a response and its rate limit headers', async () => {
    const answer = await call(strategies.list, { key: service.keys.pro, query: { per_page: '1' } });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      'x-request-id': expect.any(String),
    });
  });

  test('the page can read an error of the gateway and an error of the service', async () => {
    expect((await call(strategies.list)).error.code).toBe('unauthorized');
    expect((await call({ ...strategies.list, path: '/no-such-thing' })).status).toBe(404);
    const refused = await call(strategies.list, { key: service.keys.pro, query: { per_page: '0' } });
    expect(refused.error.code).toBe('invalid_request');
  });

  test('the page can sign in with a wallet and use the session', async () => {
    const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`);
    const challenge = await call(auth.challenge, { body: { wallet_address: wallet.address } });
    const { message } = challenge.data;
    const signature = await wallet.signMessage({ message });
    const login = await call(auth.login, { body: { message, signature } });
    expect(login.status).toBe(200);
    const profile = await call(user.profile, { key: login.data.token });
    expect(profile.status).toBe(200);
  });

  test('the browser that runs these tests does not let the page read a response without CORS headers', async () => {
    const silent = createServer((_, response) => response.end('{}'));
    const port = await listenOnLoopback(silent);
    const read = page.evaluate(
      (address) => fetch(address).then((r) => r.status),
      `http://127.0.0.1:${port}/`,
    );
    await expect(read).rejects.toThrow(/Failed to fetch/);
    silent.close();
  });
});
