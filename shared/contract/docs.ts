import { ERRORS } from './errors.ts';
import { PLAN_LIMITS, PLANS } from './plans.ts';
import { commonErrors, type Route } from './route.ts';
import type { ApiVersion } from './versions.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
code,pre{font:14px/1.5 ui-monospace,monospace;background:#f3f4f6;border-radius:4px}code{padding:.1em .3em}
pre{padding:.8em;overflow:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0}
td,th{border-bottom:1px solid #d8dee4;padding:.3em .5em;text-align:left;vertical-align:top}
h2{margin-top:2.5rem;border-top:1px solid #d8dee4;padding-top:1rem}.m{font-weight:700;color:#0a5bc4}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}code,pre{background:#161b22}.m{color:#6cb6ff}}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th>${escapeHtml(cell)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<table><tr>${head}</tr>${body}</table>`;
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** What a schema field says of itself, found through optional and default wrappers. */
function describeField(schema: unknown): string {
  const description = describedBy(schema);
  return description === undefined ? '' : escapeHtml(description);
}

function describedBy(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || !('description' in schema)) return undefined;
  return typeof schema.description === 'string' ? schema.description : undefined;
}

/** A ready call of the endpoint with its example values. */
export function curlLine(route: Route, baseUrl: string, key = '$KEY'): string {
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => route.example?.params?.[name] ?? `:${name}`,
  );
  const query = new URLSearchParams(route.example?.query).toString();
  const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  const parts = ['curl -s'];
  if (route.method !== 'GET') parts.push(`-X ${route.method}`);
  if (route.access !== 'public') parts.push(`-H "X-API-KEY: ${key}"`);
  if (route.body !== undefined) {
    parts.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(route.example?.body ?? {})}'`);
  }
  return `${parts.join(' ')} '${url}'`;
}

function section(route: Route, baseUrl: string): string {
  const fields = [
    ...Object.entries(route.params?.shape ?? {}).map(([name, schema]) => ['path', name, schema] as const),
    ...Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ['query', name, schema] as const),
    ...Object.entries(route.body?.shape ?? {}).map(([name, schema]) => ['body', name, schema] as const),
  ];
  const codes = [...new Set([...route.errors, ...commonErrors(route)])];
  return [
    `<h2 id="${escapeHtml(route.id)}"><span class="m">${route.method}</span> ${code(route.path)}</h2>`,
    `<p><b>${escapeHtml(route.summary)}.</b> ${escapeHtml(route.description ?? '')}</p>`,
    `<p>Access: ${code(route.access)}${route.idempotent === true ? `. Honours ${code('Idempotency-Key')}` : ''}.</p>`,
    fields.length === 0
      ? ''
      : table(
          ['in', 'name', ''],
          fields.map(([place, name, schema]) => [place, code(name), describeField(schema)]),
        ),
    `<pre>${escapeHtml(curlLine(route, baseUrl))}</pre>`,
    table(
      ['status', 'error code', ''],
      codes.map((name) => [String(ERRORS[name].status), code(name), escapeHtml(ERRORS[name].message)]),
    ),
  ].join('\n');
}

/** The documentation page: one file without scripts, made of the same records as everything else. */
export function renderDocs(routes: readonly Route[], version: ApiVersion, baseUrl: string): string {
  const plans = PLANS.map((plan) => {
    const { requestsPerMinute, burst } = PLAN_LIMITS[plan];
    return [plan, `${requestsPerMinute} per minute`, `${burst} at once`];
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Yield API</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${STYLE}</style></head><body><h1>Yield API ${escapeHtml(version.id)} (${version.state})</h1>`,
    `<p>Base address ${code(baseUrl)}. Send your key in ${code('X-API-KEY')}. Every answer is `,
    `${code('{success: true, data, meta}')} or ${code('{success: false, error: {code, message, details?}}')}. `,
    'The machine-readable description is <a href="openapi.json">openapi.json</a>.</p>',
    table(['plan', 'rate limit', 'burst limit'], plans),
    `<ul>${routes
      .map(
        (route) =>
          `<li><a href="#${escapeHtml(route.id)}">${route.method} ${escapeHtml(route.path)}</a></li>`,
      )
      .join('')}</ul>`,
    ...routes.map((route) => section(route, baseUrl)),
    '</body></html>',
  ].join('\n');
}
