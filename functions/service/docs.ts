import { endpoint } from '../../shared/http/endpoint.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions.ts';
import { renderDocs } from '../../shared/platform/documents/page.ts';
import { service } from '../../shared/service/contract.ts';
import { ROUTES } from '../../shared/service/routes.ts';

let page: string | undefined;

/** The page is the same for everybody, so it is rendered once per instance. */
export const handler = endpoint(service.docs, () => {
  page ??= renderDocs(ROUTES, CURRENT_VERSION);
  return { data: page };
});
