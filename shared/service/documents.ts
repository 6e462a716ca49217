import type { ApiVersion } from '../platform/contract/versions/versions.ts';

/**
 * The functions in this module build the documents of an API version from all routes. In deployed functions, the
 * bundler replaces the module with texts that were built before the deployment (infra/prebuilt-documents.ts).
 */

/** Returns the OpenAPI document as JSON text. */
export async function openApiJson(version: ApiVersion): Promise<string> {
  const { buildOpenApi } = await import('../platform/documents/openapi.ts');
  const { ROUTES } = await import('./routes.ts');
  return JSON.stringify(buildOpenApi(ROUTES, version));
}

/** Returns the API reference as an HTML page. */
export async function renderApiReferenceHtml(version: ApiVersion): Promise<string> {
  const { renderApiReference: renderDocs } = await import('../platform/documents/page.ts');
  const { ROUTES } = await import('./routes.ts');
  return renderDocs(ROUTES, version);
}
