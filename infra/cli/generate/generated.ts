import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { API_VERSIONS } from '../../../shared/platform/contract/versions/version-table.ts';
import { type ApiVersion, newestVersionOf } from '../../../shared/platform/contract/versions/versions.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { buildApiEvent } from './api-event.ts';
import { buildSdkSources } from './sdk/index.ts';

/** Placeholder for the API key in committed events. `npm run invoke` replaces it with a demo key. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

/** Returns the committed event files: text by file name. `sam local invoke` and `npm run invoke` use them. */
export function buildEventFiles(routes: readonly DocumentedRoute[]): Record<string, string> {
  return Object.fromEntries(
    routes.map((route) => {
      const { params, query, body } = route.example ?? {};
      const event = buildApiEvent(route, {
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

/** Returns the committed OpenAPI documents, one per supported version: text by file name. */
export function buildOpenApiFiles(
  routes: readonly DocumentedRoute[],
  versions: readonly ApiVersion[] = API_VERSIONS,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    versions.map((version) => [
      `${version.id}.json`,
      `${JSON.stringify(buildOpenApi(routes, version), null, 1)}\n`,
    ]),
  );
}

/** Returns the committed SDK sources that are generated from the newest version's OpenAPI document. */
export function buildClientFiles(routes: readonly DocumentedRoute[]): Readonly<Record<string, string>> {
  return buildSdkSources(buildOpenApi(routes, newestVersionOf(API_VERSIONS)));
}

/**
 * Returns the committed list of the kinds of DynamoDB items that each function's code uses, one line per function.
 */
export function buildFunctionItemsModule(items: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(items)
    .toSorted()
    .map(
      ([id, names]) => `  ${JSON.stringify(id)}: [${names.map((name) => JSON.stringify(name)).join(', ')}]`,
    );
  return `{\n${lines.join(',\n')}\n}\n`;
}
