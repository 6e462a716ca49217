import { endpoint } from '../../shared/http/endpoint.ts';
import { openapiRoute } from '../../shared/service/contract/openapi.ts';
import { openApiText } from '../../shared/service/documents.ts';

const documents = new Map<string, string>();

/**
 * Returns the OpenAPI document of a version. Each instance decompresses the document only once, because the
 * document is the same for all callers.
 */
export const handler = endpoint(openapiRoute, async (_, { version }) => {
  const document = documents.get(version.id) ?? (await openApiText(version));
  documents.set(version.id, document);
  return { data: document };
});
