import { endpoint } from '../../shared/http/endpoint.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions.ts';
import { buildOpenApi } from '../../shared/platform/documents/openapi.ts';
import { service } from '../../shared/service/contract.ts';
import { ROUTES } from '../../shared/service/routes.ts';

let document: string | undefined;

/** The document is the same for everybody, so it is built once per instance. */
export const handler = endpoint(service.openapi, () => {
  document ??= JSON.stringify(buildOpenApi(ROUTES, CURRENT_VERSION));
  return { data: document };
});
