import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { VERSIONS } from '../../../shared/platform/contract/versions/version-table.ts';
import { type ApiVersion, newestOf } from '../../../shared/platform/contract/versions/versions.ts';
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

/** The committed documents, one for each supported version: file name to text. */
export function generatedDocuments(
  routes: readonly DocumentedRoute[],
  versions: readonly ApiVersion[] = VERSIONS,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    versions.map((version) => [
      `${version.id}.json`,
      `${JSON.stringify(buildOpenApi(routes, version), null, 1)}\n`,
    ]),
  );
}

/** The committed sources of the client that are made of the newest version's document. */
export function generatedClient(routes: readonly DocumentedRoute[]): Readonly<Record<string, string>> {
  return sdkSources(buildOpenApi(routes, newestOf(VERSIONS)));
}

/** The committed listing of the items that the code of each function names: a line for each function. */
export function generatedItems(items: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(items)
    .toSorted()
    .map(
      ([id, names]) => `  ${JSON.stringify(id)}: [${names.map((name) => JSON.stringify(name)).join(', ')}]`,
    );
  return `{\n${lines.join(',\n')}\n}\n`;
}
