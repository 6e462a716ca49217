import { renderDocs } from '../../shared/contract/docs.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { service } from '../../shared/contract/service.ts';
import { CURRENT_VERSION } from '../../shared/contract/versions.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';

let page: string | undefined;

/** The page is the same for everybody, so it is rendered once per instance. */
export const handler = endpoint(service.docs, () => {
  page ??= renderDocs(ROUTES, CURRENT_VERSION);
  return { data: page };
});
