import { endpoint } from '../../shared/http/endpoint.ts';
import { buildOpenApi } from '../../shared/platform/documents/openapi.ts';
import { openapiRoute } from '../../shared/service/contract/openapi.ts';
import { ROUTES } from '../../shared/service/routes.ts';

const documents = new Map<string, string>();

/** A version's document is the same for everybody, so it is built once per instance. */
export const handler = endpoint(openapiRoute, (_, { version }) => {
  const document = documents.get(version.id) ?? JSON.stringify(buildOpenApi(ROUTES, version));
  documents.set(version.id, document);
  return { data: document };
});
