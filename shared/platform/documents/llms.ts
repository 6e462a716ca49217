import type { DocumentedRoute } from '../contract/documented-route.ts';
import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { type ApiVersion, isServedIn } from '../contract/versions/versions.ts';
import { TAGS } from './tags.ts';

function formatOperationLine(
  { id, method, path, summary, access, description }: DocumentedRoute,
  base: string,
): string {
  const text = description === undefined ? `${summary}.` : `${summary}. ${description}`;
  return `- [${method} ${path}](${base}/docs#${id}): ${text} Access: ${access}.`;
}

export interface GuideLink {
  readonly title: string;
  readonly address: string;
}

/** Returns the description of the API for language models (llms.txt). */
export function renderLlmsText(
  routes: readonly DocumentedRoute[],
  version: ApiVersion,
  guides: readonly GuideLink[],
): string {
  const base = `/${version.id}`;
  const servedRoutes = routes.filter((route) => isServedIn(route, version));
  const routesByTag = [...Map.groupBy(servedRoutes, ({ id }) => id.split('.')[0] ?? '')];
  return [
    '# Yield API',
    '',
    '> Yield strategies, their performance and recommendations; investments; wallets and balances; market data.',
    '',
    `Paths are below \`${base}\`. Send the credential in \`${CREDENTIAL_HEADER}\`. A success is`,
    '`{success: true, data, meta}`, with `meta.pagination` for collections (`page`, `per_page`). A failure is',
    '`{success: false, error: {code, message, details?}}`. A 429 says in `Retry-After` how long to wait. Send an',
    `\`${IDEMPOTENCY_KEY_HEADER}\` with requests that create something, so that a retry does not create it twice.`,
    '',
    '## Reference',
    '',
    `- [OpenAPI 3.1](${base}/openapi.json): every endpoint with its schemas and examples.`,
    `- [Documentation](${base}/docs): the same as a page, with every error code.`,
    '',
    '## Guides',
    '',
    ...guides.map(({ title, address }) => `- [${title}](${address})`),
    ...routesByTag.flatMap(([tag, routesOfTag]) => [
      '',
      `## ${tag}`,
      '',
      TAGS[tag] ?? '',
      '',
      ...routesOfTag.map((route) => formatOperationLine(route, base)),
    ]),
    '',
  ].join('\n');
}
