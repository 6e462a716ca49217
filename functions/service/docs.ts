import { endpoint } from '../../shared/http/endpoint.ts';
import { docsRoute } from '../../shared/service/contract/docs.ts';

const pages = new Map<string, string>();

/**
 * A version's page is the same for everybody, so it is rendered once per instance. Only then the routes of all other
 * functions are loaded.
 */
export const handler = endpoint(docsRoute, async (_, { version }) => {
  const { renderDocs } = await import('../../shared/platform/documents/page.ts');
  const { ROUTES } = await import('../../shared/service/routes.ts');
  const page = pages.get(version.id) ?? renderDocs(ROUTES, version);
  pages.set(version.id, page);
  return { data: page };
});
