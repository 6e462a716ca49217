import { endpoint } from '../../shared/http/endpoint.ts';
import { docsRoute } from '../../shared/service/contract/docs.ts';
import { renderApiReferenceHtml } from '../../shared/service/documents.ts';

const pageByVersionId = new Map<string, string>();

export const handler = endpoint(docsRoute, async (_, { version }) => {
  const page = pageByVersionId.get(version.id) ?? (await renderApiReferenceHtml(version));
  pageByVersionId.set(version.id, page);
  return { data: page };
});
