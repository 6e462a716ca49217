import type { Route } from '../contract/route.ts';

function fields(route: Route): string {
  const of = (mark: string, shape: Readonly<Record<string, unknown>> | undefined) =>
    Object.keys(shape ?? {}).map((name) => `${mark}${name}`);
  return [...of('?', route.query?.shape), ...of('+', route.body?.shape)].join(' ');
}

/**
 * What callers can reach, as text: one line a route with its method, path, status, access, query parameters (`?name`)
 * and body fields (`+name`), and its own error codes. A change of it is a change of the API.
 */
export function surface(routes: readonly Route[]): string {
  const lines = routes.map((route) =>
    [
      `${route.method} ${route.path}`,
      route.id,
      `${route.status}${route.paginated ? ' paginated' : ''}${route.idempotent === true ? ' idempotent' : ''}`,
      route.access,
      fields(route),
      [...route.errors].sort().join(' '),
    ]
      .join(' | ')
      .replace(/( \| )+$/, ''),
  );
  return `${lines.join('\n')}\n`;
}
