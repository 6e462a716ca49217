import { describe, expect, test } from 'vitest';
import {
  addChild,
  createRouteNode,
  matchRoute,
  type RouteNode,
} from '../../../infra/emulator/gateway/router.ts';

/** Returns a route tree in which the value of each method names its resource. */
function tree(...routes: [method: string, path: string][]): RouteNode<string> {
  const root = createRouteNode<string>('root', '/');
  const nodes = new Map([['', root]]);
  for (const [method, path] of routes) {
    let prefix = '';
    let node = root;
    for (const part of path.split('/').slice(1).filter(Boolean)) {
      prefix += `/${part}`;
      const child = nodes.get(prefix) ?? createRouteNode<string>(prefix, prefix);
      if (!nodes.has(prefix)) addChild(node, part, child);
      nodes.set(prefix, child);
      node = child;
    }
    node.methods.set(method, `${method} ${path}`);
  }
  return root;
}

const api = tree(
  ['GET', '/'],
  ['GET', '/strategies'],
  ['GET', '/strategies/{id}'],
  ['GET', '/strategies/performance'],
  ['PUT', '/admin/walletprovider/{id}'],
  ['ANY', '/files/{path+}'],
  ['GET', '/a/{x}/c'],
  ['GET', '/a/b/d'],
);

describe('the router of the local gateway, for known paths', () => {
  test.each([
    ['GET', '/', 'GET /', null],
    ['GET', '/strategies', 'GET /strategies', null],
    ['GET', '/strategies/', 'GET /strategies', null],
    ['GET', '/strategies/strat_1', 'GET /strategies/{id}', { id: 'strat_1' }],
    ['GET', '/strategies/performance', 'GET /strategies/performance', null],
    ['GET', '/strategies/a%20b', 'GET /strategies/{id}', { id: 'a%20b' }],
    ['PUT', '/admin/walletprovider/__proto__', 'PUT /admin/walletprovider/{id}', { id: '__proto__' }],
    ['DELETE', '/files/a/b/c', 'ANY /files/{path+}', { path: 'a/b/c' }],
    ['GET', '/a/b/c', 'GET /a/{x}/c', { x: 'b' }],
    ['GET', '/a/b/d', 'GET /a/b/d', null],
  ])('the router finds the method for %s %s', (method, path, expected, parameters) => {
    const match = matchRoute(api, method, path);
    expect(match?.method).toBe(expected);
    expect(match?.pathParameters ?? null).toEqual(parameters);
  });
});

describe('the router of the local gateway, for unknown paths', () => {
  test.each([
    ['POST', '/strategies', 'the resource lacks this method'],
    ['POST', '/strategies/performance', 'the resource with exactly this path has only another method'],
    ['GET', '/strategies/a/b', 'the path is too long'],
    ['GET', '/strategies//', 'a segment is empty'],
    ['GET', '//strategies', 'a slash is doubled'],
    ['GET', '/Strategies', 'the letter case is different'],
    ['GET', '/admin', 'the resource has no methods'],
    ['GET', '/files', 'the greedy parameter has no value'],
    ['get', '/strategies', 'the method is in lower case'],
  ])('the router finds no method for %s %s, because %s', (method, path) => {
    expect(matchRoute(api, method, path)).toBeUndefined();
  });
});
