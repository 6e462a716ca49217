import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { VERSIONS } from '../../../shared/platform/contract/versions/version-table.ts';
import { newestOf } from '../../../shared/platform/contract/versions/versions.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { apiEvent } from './api-event.ts';
import { sdkSources } from './sdk/index.ts';

/** The placeholder in committed events; the invoke command puts a demo key in its place. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

/** The committed event files: file name to text, for `sam local invoke` and `npm run invoke`. */
export function generatedEvents(routes: readonly DocumentedRoute[]): Record<string, string> {
  return Object.fromEntries(
    routes.map((route) => {
      const { params, query, body } = route.example ?? {};
      const event = apiEvent(route, {
        ...(params === undefined ? {} : { params }),
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
        ...(route.access === 'public' ? {} : { headers: { 'X-API-KEY': KEY_PLACEHOLDER } }),
        sourceIp: '127.0.0.1',
      });
      return [`${route.id}.json`, `${JSON.stringify(event, null, 2)}\n`];
    }),
  );
}

/** The committed document of the newest version. */
export function generatedDocument(routes: readonly DocumentedRoute[]): string {
  return `${JSON.stringify(buildOpenApi(routes, newestOf(VERSIONS)), null, 1)}\n`;
}

/** The committed sources of the client that are made of the newest version's document. */
export function generatedClient(routes: readonly DocumentedRoute[]): Readonly<Record<string, string>> {
  return sdkSources(buildOpenApi(routes, newestOf(VERSIONS)));
}
