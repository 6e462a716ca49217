import type { ApiVersion } from '../platform/contract/versions/versions.ts';

/**
 * The texts that describe a version of the API to callers, made from all its routes. A deployed function has them
 * finished: the bundler puts them in the place of this module (infra/finished-documents.ts).
 */

/** The OpenAPI document, as JSON. */
export async function openApiText(version: ApiVersion): Promise<string> {
  const { buildOpenApi } = await import('../platform/documents/openapi.ts');
  const { ROUTES } = await import('./routes.ts');
  return JSON.stringify(buildOpenApi(ROUTES, version));
}

/** The reference for people, as HTML. */
export async function pageText(version: ApiVersion): Promise<string> {
  const { renderDocs } = await import('../platform/documents/page.ts');
  const { ROUTES } = await import('./routes.ts');
  return renderDocs(ROUTES, version);
}
