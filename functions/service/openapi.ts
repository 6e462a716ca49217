import { endpoint } from '../../shared/http/endpoint.ts';
import { openapiRoute } from '../../shared/service/contract/openapi.ts';

const documents = new Map<string, string>();

/**
 * A version's document is the same for everybody, so it is built once per instance. Only then the routes of all other
 * functions are loaded.
 */
export const handler = endpoint(openapiRoute, async (_, { version }) => {
  const { buildOpenApi } = await import('../../shared/platform/documents/openapi.ts');
  const { ROUTES } = await import('../../shared/service/routes.ts');
  const document = documents.get(version.id) ?? JSON.stringify(buildOpenApi(ROUTES, version));
  documents.set(version.id, document);
  return { data: document };
});
