import { endpoint } from '../../shared/http/endpoint.ts';
import { docsRoute } from '../../shared/service/contract/docs.ts';
import { apiReferenceHtml } from '../../shared/service/documents.ts';

const pages = new Map<string, string>();

export const handler = endpoint(docsRoute, async (_, { version }) => {
  const page = pages.get(version.id) ?? (await apiReferenceHtml(version));
  pages.set(version.id, page);
  return { data: page };
});
