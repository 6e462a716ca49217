import { endpoint } from '../../shared/http/endpoint.ts';
import { renderDocs } from '../../shared/platform/documents/page.ts';
import { docsRoute } from '../../shared/service/contract/docs.ts';
import { ROUTES } from '../../shared/service/routes.ts';

const pages = new Map<string, string>();

/** A version's page is the same for everybody, so it is rendered once per instance. */
export const handler = endpoint(docsRoute, (_, { version }) => {
  const page = pages.get(version.id) ?? renderDocs(ROUTES, version);
  pages.set(version.id, page);
  return { data: page };
});
