import { endpoint } from '../../shared/http/endpoint.ts';
import { openapiRoute } from '../../shared/service/contract/openapi.ts';
import { openApiText } from '../../shared/service/documents.ts';

const documents = new Map<string, string>();

export const handler = endpoint(openapiRoute, async (_, { version }) => {
  const document = documents.get(version.id) ?? (await openApiText(version));
  documents.set(version.id, document);
  return { data: document };
});
