import type { ApiVersion } from '../../shared/platform/contract/versions/versions.ts';
import { escapeHtml } from '../../shared/platform/documents/html.ts';
import {
  CHANGELOG_ADDRESS,
  DOCUMENTATION_ADDRESS,
  ERRORS_ADDRESS,
  EVENT_TYPES_ADDRESS,
  guideAddress,
  operationAddress,
  operationGroupAddress,
  toPageFilePath,
} from './addresses.ts';

/**
 * This policy is stricter than the dashboard's, because documentation pages connect only to this host and submit no
 * forms.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** A page of the documentation. */
export interface DocumentationPage {
  readonly address: string;
  readonly title: string;
  /** Kind of page; the search shows it beside the title. */
  readonly kind: string;
  /** Text of the page for the search index. */
  readonly text: string;
  readonly html: string;
}

export interface PageLayout {
  readonly version: ApiVersion;
  readonly guides: readonly { readonly id: string; readonly title: string }[];
  readonly groups: ReadonlyMap<string, readonly { readonly id: string; readonly summary: string }[]>;
  /** Paths of the shared files on the host: script, style sheet and search index. */
  readonly script: string;
  readonly style: string;
  readonly searchIndex: string;
}

/** Returns the HTML of a code block that keyboard users can focus and scroll. */
export const renderCodeBlock = (text: string, htmlAttributes = '') =>
  `<div class="code"${htmlAttributes}><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div>`;

export const renderLink = (address: string, text: string) => `<a href="${address}">${escapeHtml(text)}</a>`;

const renderNavigationItem = (address: string, text: string, currentAddress: string) =>
  `<li><a href="${address}"${address === currentAddress ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`;

function renderTableOfContents({ guides, groups }: PageLayout, currentAddress: string): string {
  const operationLists = [...groups].map(([group, routes]) => {
    const isGroupOpen =
      currentAddress === operationGroupAddress(group) ||
      currentAddress.startsWith(`${operationGroupAddress(group)}/`);
    const items = routes.map((route) =>
      renderNavigationItem(operationAddress(route), route.summary, currentAddress),
    );
    return `<details${isGroupOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${renderNavigationItem(operationGroupAddress(group), 'Overview', currentAddress)}${items.join('')}</ul></details>`;
  });
  return [
    '<nav aria-label="Contents"><details class="contents"><summary>Contents</summary>',
    `<p>Guides</p><ul>${renderNavigationItem(DOCUMENTATION_ADDRESS, 'Start', currentAddress)}${guides.map(({ id, title }) => renderNavigationItem(guideAddress(id), title, currentAddress)).join('')}</ul>`,
    `<p>Operations</p>${operationLists.join('')}`,
    `<p>Reference</p><ul>${renderNavigationItem(ERRORS_ADDRESS, 'Error codes', currentAddress)}${renderNavigationItem(EVENT_TYPES_ADDRESS, 'Event types', currentAddress)}${renderNavigationItem(CHANGELOG_ADDRESS, 'Changelog', currentAddress)}</ul>`,
    '</details></nav>',
  ].join('\n');
}

/**
 * Renders a documentation page and returns its file. The page is readable without JavaScript. The script only
 * adds search, copy buttons, language buttons and the try-it form.
 */
export function renderPage(page: DocumentationPage, layout: PageLayout): { path: string; contents: Buffer } {
  const { version, script, style, searchIndex } = layout;
  const html = [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
    `<title>${escapeHtml(page.title)}: Yield API ${escapeHtml(version.id)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="description" content="${escapeHtml(page.text.slice(0, 150))}">`,
    '<link rel="icon" href="data:,">',
    `<link rel="stylesheet" href="${style}"><script type="module" src="${script}"></script></head>`,
    `<body data-language="curl" data-search="${searchIndex}">`,
    '<a class="skip" href="#text">Skip to the text</a>',
    `<header><a class="name" href="/">Yield API</a> <a href="${DOCUMENTATION_ADDRESS}">Documentation</a> <span>${escapeHtml(version.id)}, ${version.state}</span>`,
    '<div class="tools" hidden><input id="search" type="search" aria-label="Search" placeholder="Search (press /)" autocomplete="off" aria-controls="found"></div>',
    '<div id="found" role="region" aria-label="Found" hidden><p role="status"></p><ul></ul></div></header>',
    `<div class="page">${renderTableOfContents(layout, page.address)}`,
    `<main id="text" tabindex="-1">${page.html}</main></div></body></html>`,
    '',
  ].join('\n');
  return { path: toPageFilePath(page.address), contents: Buffer.from(html) };
}
