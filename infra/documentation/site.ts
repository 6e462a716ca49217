import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import type { ApiVersion } from '../../shared/platform/contract/versions/versions.ts';
import { buildResponseExamples } from '../../shared/platform/documents/examples/response-examples.ts';
import {
  escapeHtml,
  proseHtml,
  renderCodeHtml,
  renderHtmlTable,
} from '../../shared/platform/documents/html.ts';
import { TAGS } from '../../shared/platform/documents/tags.ts';
import {
  CHANGELOG_ADDRESS,
  DOCUMENTATION_ADDRESS,
  ERRORS_ADDRESS,
  GUIDES_ADDRESS,
  guideAddress,
  operationAddress,
  operationGroupAddress,
} from './addresses.ts';
import { buildEventsPage } from './events.ts';
import type { Guide } from './guides.ts';
import { type DocumentationPage, renderLink } from './layout.ts';
import { buildOperationPage } from './operation.ts';

export interface SiteParts {
  readonly groups: ReadonlyMap<string, readonly DocumentedRoute[]>;
  readonly version: ApiVersion;
  readonly guides: readonly Guide[];
  readonly changelog: Guide;
}

/** Returns a page's text without HTML tags, for the search. */
const stripTags = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, characterCode: string) => String.fromCharCode(Number(characterCode)))
    .replace(/&(amp|lt|gt|quot);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const buildGuidePage = ({ id, title, html }: Guide): DocumentationPage => ({
  address: guideAddress(id),
  title,
  kind: 'guide',
  text: stripTags(html),
  html,
});

const renderGuideList = (guides: readonly Guide[]) =>
  `<ul class="cards">${guides.map(({ id, title }) => `<li>${renderLink(guideAddress(id), title)}</li>`).join('')}</ul>`;

function buildGuidesPage(guides: readonly Guide[]): DocumentationPage {
  const text = 'All guides, in reading order for new users.';
  return {
    address: GUIDES_ADDRESS,
    title: 'Guides',
    kind: 'group',
    text,
    html: `<h1>Guides</h1><p>${text}</p>${renderGuideList(guides)}`,
  };
}

function buildGroupPage(group: string, routes: readonly DocumentedRoute[]): DocumentationPage {
  const text = TAGS[group] ?? '';
  const rows = routes.map((route) => [
    renderLink(operationAddress(route), route.summary),
    `<b class="method">${route.method}</b> ${renderCodeHtml(route.path)}`,
  ]);
  return {
    address: operationGroupAddress(group),
    title: `Operations: ${group}`,
    kind: 'group',
    text,
    html: `<h1>${escapeHtml(group)}</h1><p>${escapeHtml(text)}</p>${renderHtmlTable(['operation', 'request'], rows)}`,
  };
}

/** Returns the page of all error codes. Each code has its own anchor. */
function buildErrorsPage(): DocumentationPage {
  const rows = Object.entries(ERRORS).map(([name, { status, message }]) => [
    `<span id="error-${escapeHtml(name)}">${renderCodeHtml(name)}</span>`,
    String(status),
    proseHtml(message),
  ]);
  return {
    address: ERRORS_ADDRESS,
    title: 'Error codes',
    kind: 'reference',
    text: Object.keys(ERRORS).join(' '),
    html: `<h1>Error codes</h1><p>What to do for each status is in the guide ${renderLink(guideAddress('errors'), 'Errors')}.</p>${renderHtmlTable(['error code', 'status', 'meaning'], rows)}`,
  };
}

function buildStartPage({ guides, groups, version }: SiteParts): DocumentationPage {
  const introduction = 'Guides, and every operation with samples in four languages.';
  const operationGroupCards = [...groups].map(
    ([group, routes]) =>
      `<li>${renderLink(operationGroupAddress(group), group)}<small>${escapeHtml(TAGS[group] ?? '')} ${routes.length === 1 ? 'One operation' : `${routes.length} operations`}.</small></li>`,
  );
  return {
    address: DOCUMENTATION_ADDRESS,
    title: 'Documentation',
    kind: 'start',
    text: introduction,
    html: [
      `<h1>Documentation</h1><p>${introduction} Start with ${renderLink(guideAddress('first-call'), 'your first call')}.</p>`,
      `<h2>${renderLink(GUIDES_ADDRESS, 'Guides')}</h2>${renderGuideList(guides)}`,
      `<h2>Operations</h2><ul class="cards">${operationGroupCards.join('')}</ul>`,
      '<h2>For programs</h2>',
      `<ul><li><a href="/${version.id}/openapi.json">openapi.json</a>: the OpenAPI document for client generators</li><li><a href="/llms.txt">llms.txt</a>: a summary for language models</li><li><a href="/${version.id}/docs">The reference as one page</a>, without scripts</li></ul>`,
    ].join('\n'),
  };
}

export function buildDocumentationPages(parts: SiteParts): DocumentationPage[] {
  const { groups, version, guides, changelog } = parts;
  const exampleByRouteId = buildResponseExamples([...groups.values()].flat(), version);
  return [
    buildStartPage(parts),
    buildGuidesPage(guides),
    ...guides.map(buildGuidePage),
    ...[...groups].flatMap(([group, routes]) => [
      buildGroupPage(group, routes),
      ...routes.map((route) => buildOperationPage(route, version, exampleByRouteId.get(route.id))),
    ]),
    buildErrorsPage(),
    buildEventsPage(),
    { ...buildGuidePage(changelog), address: CHANGELOG_ADDRESS, kind: 'changes' },
  ];
}

export const buildSearchIndex = (pages: readonly DocumentationPage[]): string =>
  JSON.stringify(pages.map(({ address, title, kind, text }) => [address, title, kind, text]));
