import type { Route } from '../contract/route.ts';

function fields(route: Route): string {
  const addMarkToNames = (mark: string, shape: Readonly<Record<string, unknown>> | undefined) =>
    Object.keys(shape ?? {}).map((name) => `${mark}${name}`);
  return [...addMarkToNames('?', route.query?.shape), ...addMarkToNames('+', route.body?.shape)].join(' ');
}

/**
 * Returns the API as text, with one line per route. A test compares this text with a stored text, so that no change
 * of the API is overlooked.
 */
export function describeApiSurface(routes: readonly Route[]): string {
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
