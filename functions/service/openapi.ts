import { endpoint } from '../../shared/http/endpoint.ts';
import { openapiRoute } from '../../shared/service/contract/openapi.ts';
import { openApiJson } from '../../shared/service/documents.ts';

const openApiTextByVersion = new Map<string, string>();

export const handler = endpoint(openapiRoute, async (_, { version }) => {
  const documentText = openApiTextByVersion.get(version.id) ?? (await openApiJson(version));
  openApiTextByVersion.set(version.id, documentText);
  return { data: documentText };
});
