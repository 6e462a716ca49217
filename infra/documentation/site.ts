import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { type ApiVersion, isServedIn } from '../../shared/platform/contract/versions/versions.ts';
import { answerExamples } from '../../shared/platform/documents/examples/answer-examples.ts';
import { code, escapeHtml, table } from '../../shared/platform/documents/html.ts';
import {
  answerTable,
  answerTitle,
  errorsTable,
  inputsTable,
} from '../../shared/platform/documents/operation-tables.ts';
import { TAGS } from '../../shared/platform/documents/tags.ts';
import type { Guide } from './guides.ts';
import { LANGUAGES, samplesOf } from './samples.ts';

/** Stricter than the host's policy for all pages, because this page makes no requests. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

const ERROR_CODES = 'errors';

export interface SiteParts {
  readonly routes: readonly DocumentedRoute[];
  readonly version: ApiVersion;
  readonly guides: readonly Guide[];
  /** Paths on the host. */
  readonly script: string;
  readonly style: string;
}

type Groups = readonly (readonly [tag: string, routes: readonly DocumentedRoute[]])[];

function samples(route: DocumentedRoute, version: ApiVersion): string {
  const blocks = samplesOf(route, version).map(
    ([language, text]) =>
      `<pre data-language="${language}" tabindex="0"><code>${escapeHtml(text)}</code></pre>`,
  );
  return `<div class="samples">${blocks.join('')}</div>`;
}

const folded = (title: string, html: string) =>
  html === '' ? '' : `<details><summary>${title}</summary>${html}</details>`;

function operation(
  route: DocumentedRoute,
  version: ApiVersion,
  examples: ReadonlyMap<string, string>,
): string {
  const example = examples.get(route.id);
  return [
    `<section class="operation" id="${escapeHtml(route.id)}" data-search="${escapeHtml(`${route.method} ${route.path}`)}">`,
    `<h3>${escapeHtml(route.summary)}</h3>`,
    `<p class="line"><b>${route.method}</b> ${code(route.path)}</p>`,
    `<p>${escapeHtml(route.description ?? `${route.summary}.`)}</p>`,
    `<p>Access: ${code(route.access)}.${route.idempotent === true ? ` Honours ${code(IDEMPOTENCY_KEY_HEADER)}.` : ''}</p>`,
    inputsTable(route),
    samples(route, version),
    folded(answerTitle(route), answerTable(route)),
    folded(
      'Example of an answer',
      example === undefined ? '' : `<pre tabindex="0"><code>${escapeHtml(example)}</code></pre>`,
    ),
    folded('Errors', errorsTable(route)),
    '</section>',
  ].join('\n');
}

/** All error codes, each with its own anchor. */
function errorCodes(): string {
  const rows = Object.entries(ERRORS).map(([name, { status, message }]) => [
    `<span id="error-${escapeHtml(name)}">${code(name)}</span>`,
    String(status),
    escapeHtml(message),
  ]);
  return `<section id="${ERROR_CODES}" data-search="error codes"><h2>Error codes</h2>${table(['error code', 'status', 'meaning'], rows)}</section>`;
}

const link = (id: string, text: string) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`;

function contents(guides: readonly Guide[], groups: Groups): string {
  const lists = groups.map(
    ([tag, routes]) =>
      `<p>${escapeHtml(tag)}</p><ul>${routes.map(({ id, summary }) => link(id, summary)).join('')}</ul>`,
  );
  return [
    '<nav aria-label="Contents"><details><summary>Contents</summary>',
    `<p>Guides</p><ul>${guides.map(({ id, title }) => link(id, title)).join('')}</ul>`,
    ...lists,
    `<p>Reference</p><ul>${link(ERROR_CODES, 'Error codes')}</ul>`,
    '</details></nav>',
  ].join('\n');
}

function head({ version, script, style }: SiteParts): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
    `<title>Yield API ${escapeHtml(version.id)}: documentation</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="description" content="Guides and the reference of every endpoint, with samples in four languages.">',
    '<link rel="icon" href="data:,">',
    `<link rel="stylesheet" href="${style}"><script type="module" src="${script}"></script></head>`,
  ].join('\n');
}

function header(version: ApiVersion): string {
  const options = Object.entries(LANGUAGES).map(
    ([value, name]) => `<option value="${value}">${name}</option>`,
  );
  return [
    '<a class="skip" href="#text">Skip to the text</a>',
    `<header><a class="name" href="/">Yield API</a> <span>${escapeHtml(version.id)}, ${version.state}</span>`,
    '<div class="tools" hidden><input id="search" type="search" aria-label="Search" placeholder="Search" autocomplete="off">',
    `<select id="language" aria-label="Language of the samples">${options.join('')}</select></div></header>`,
    '<div id="found" role="region" aria-label="Found" hidden><p role="status"></p><ul></ul></div>',
  ].join('\n');
}

/**
 * The documentation as one page: guides, then every endpoint. Without scripts it is whole, with samples for curl; the
 * script searches and changes the language.
 */
export function renderSite(parts: SiteParts): string {
  const { version, guides } = parts;
  const routes = parts.routes.filter((route) => isServedIn(route, version));
  const groups: Groups = [...Map.groupBy(routes, ({ id }) => id.split('.')[0] ?? '')];
  const examples = answerExamples(routes, version);
  return [
    head(parts),
    '<body data-language="curl">',
    header(version),
    '<div class="page">',
    contents(guides, groups),
    `<main id="text"><h1>Documentation</h1>`,
    `<p>For programs there are <a href="/${version.id}/openapi.json">openapi.json</a> and <a href="/llms.txt">llms.txt</a>; <a href="/${version.id}/docs">the same reference</a> is there without scripts.</p>`,
    ...guides.map(({ id, html }) => `<section id="${id}" data-search="guide">${html}</section>`),
    ...groups.flatMap(([tag, members]) => [
      `<h2 class="group">${escapeHtml(tag)}</h2><p>${escapeHtml(TAGS[tag] ?? '')}</p>`,
      ...members.map((route) => operation(route, version, examples)),
    ]),
    errorCodes(),
    '</main></div></body></html>',
    '',
  ].join('\n');
}
