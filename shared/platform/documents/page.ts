import type { DocumentedRoute } from '../contract/documented-route.ts';
import { ERRORS } from '../contract/errors.ts';
import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { PLAN_LIMITS, PLANS } from '../contract/plans.ts';
import { type ApiVersion, isServedIn } from '../contract/versions/versions.ts';
import { EXAMPLE_IDEMPOTENCY_KEY } from './examples/example-idempotency-key.ts';
import { buildResponseExamples } from './examples/response-examples.ts';
import { escapeHtml, PAGE_CSS, proseHtml, renderCodeHtml, renderHtmlTable } from './html.ts';
import {
  renderErrorsTable,
  renderInputsTable,
  renderResponseFieldsTable,
  responseTitleOf,
} from './operation-tables.ts';
import { TAGS } from './tags.ts';

/**
 * Returns a curl command that calls the operation with its example values. The base URL and the key are shell
 * variables.
 */
export function buildCurlCommand(route: DocumentedRoute): string {
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => route.example?.params?.[name] ?? `:${name}`,
  );
  const query = new URLSearchParams(route.example?.query).toString();
  const commandParts = ['curl -s'];
  if (route.method !== 'GET') commandParts.push(`-X ${route.method}`);
  if (route.access !== 'public') commandParts.push(`-H "${CREDENTIAL_HEADER}: $KEY"`);
  if (route.idempotent === true)
    commandParts.push(`-H "${IDEMPOTENCY_KEY_HEADER}: ${EXAMPLE_IDEMPOTENCY_KEY}"`);
  if (route.body !== undefined) {
    const body = JSON.stringify(route.example?.body ?? {}).replaceAll("'", "'\\''");
    commandParts.push(`-H 'Content-Type: application/json' -d '${body}'`);
  }
  return `${commandParts.join(' ')} "$BASE${path}${query === '' ? '' : `?${query}`}"`;
}

function renderExampleSection(text: string | undefined): string {
  if (text === undefined) return '';
  return `<details><summary>Example of an answer</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}

function renderOperationSection(
  route: DocumentedRoute,
  exampleByRouteId: ReadonlyMap<string, string>,
): string {
  const responseTable = renderResponseFieldsTable(route);
  return [
    `<h3 id="${escapeHtml(route.id)}"><span class="m">${route.method}</span> ${renderCodeHtml(route.path)}</h3>`,
    `<p><b>${escapeHtml(route.summary)}.</b> ${proseHtml(route.description ?? '')}</p>`,
    `<p>Access: ${renderCodeHtml(route.access)}${route.idempotent === true ? `. Honours ${renderCodeHtml(IDEMPOTENCY_KEY_HEADER)}` : ''}.</p>`,
    renderInputsTable(route),
    `<pre tabindex="0">${escapeHtml(buildCurlCommand(route))}</pre>`,
    responseTable === ''
      ? ''
      : `<details><summary>${responseTitleOf(route)}</summary>${responseTable}</details>`,
    renderExampleSection(exampleByRouteId.get(route.id)),
    `<details><summary>Errors</summary>${renderErrorsTable(route)}</details>`,
  ].join('\n');
}

function renderTableOfContents(tag: string, routes: readonly DocumentedRoute[]): string {
  const links = routes.map(
    ({ id, method, path, summary }) =>
      `<li><a href="#${escapeHtml(id)}">${method} ${escapeHtml(path)}</a> ${escapeHtml(summary)}</li>`,
  );
  return `<p><b><a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a></b></p><ul>${links.join('')}</ul>`;
}

/** Returns a table of all error codes. Each error code has an anchor, because error messages link to it. */
function renderErrorCodesSection(): string {
  const rows = Object.entries(ERRORS).map(([name, { status, message }]) => [
    String(status),
    `<span id="error-${escapeHtml(name)}">${renderCodeHtml(name)}</span>`,
    escapeHtml(message),
  ]);
  return `<h2 id="errors">Error codes</h2>${renderHtmlTable(['status', 'error code', 'meaning'], rows)}`;
}

/** Returns the documentation page: one HTML file without scripts, generated from the route records. */
export function renderApiReference(allRoutes: readonly DocumentedRoute[], version: ApiVersion): string {
  const routes = allRoutes.filter((route) => isServedIn(route, version));
  const routesByTag = [...Map.groupBy(routes, ({ id }) => id.split('.')[0] ?? '')];
  const exampleByRouteId = buildResponseExamples(routes, version);
  const planRows = PLANS.map((plan) => {
    const { requestsPerMinute, burst } = PLAN_LIMITS[plan];
    const customLimitPrefix = plan === 'enterprise' ? 'custom, at first ' : '';
    return [
      plan,
      `${customLimitPrefix}${requestsPerMinute} per minute`,
      `${customLimitPrefix}${burst} at once`,
    ];
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Yield API</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${PAGE_CSS}</style></head><body><main><h1>Yield API ${escapeHtml(version.id)} (${version.state})</h1>`,
    `<p>The base address is the address of this page without ${renderCodeHtml('/docs')}: it ends in ${renderCodeHtml(`/${version.id}`)}. `,
    `Send your key in ${renderCodeHtml(CREDENTIAL_HEADER)}; the calls below read both from ${renderCodeHtml('$BASE')} and ${renderCodeHtml('$KEY')}. Every answer is `,
    `${renderCodeHtml('{success: true, data, meta}')} or ${renderCodeHtml('{success: false, error: {code, message, details?}}')}. `,
    'The machine-readable description is <a href="openapi.json">openapi.json</a>.</p>',
    renderHtmlTable(['plan', 'rate limit', 'burst limit'], planRows),
    '<h2 id="contents">Operations</h2>',
    ...routesByTag.map(([tag, routesOfTag]) => renderTableOfContents(tag, routesOfTag)),
    ...routesByTag.flatMap(([tag, routesOfTag]) => [
      `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2><p>${escapeHtml(TAGS[tag] ?? '')}</p>`,
      ...routesOfTag.map((route) => renderOperationSection(route, exampleByRouteId)),
    ]),
    renderErrorCodesSection(),
    '</main></body></html>',
  ].join('\n');
}
