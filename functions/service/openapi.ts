import { buildOpenApi } from '../../shared/contract/openapi.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { service } from '../../shared/contract/service.ts';
import { CURRENT_VERSION } from '../../shared/contract/versions.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';

let document: string | undefined;

/** The document is the same for everybody, so it is built once per instance. */
export const handler = endpoint(service.openapi, () => {
  document ??= JSON.stringify(buildOpenApi(ROUTES, CURRENT_VERSION));
  return { data: document };
});
