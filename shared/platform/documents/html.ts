/** Style sheet of the documentation page. It is inline, so that the page loads no other resource. */
export const PAGE_CSS = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff;overflow-wrap:break-word}
a{color:#0a4fa3}.t{overflow-x:auto}
code,pre{font:14px/1.5 ui-monospace,monospace;background:#f3f4f6;border-radius:4px}code{padding:.1em .3em}
pre{padding:.8em;overflow:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0}
td,th{border-bottom:1px solid #d8dee4;padding:.3em .5em;text-align:left;vertical-align:top}
h2,h3{scroll-margin-top:1rem}h3{margin-top:2rem}h2{margin-top:2.5rem;border-top:1px solid #d8dee4;padding-top:1rem}.m{font-weight:700;color:#0a5bc4}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}code,pre{background:#161b22}.m,a{color:#6cb6ff}td,th,h2{border-color:#30363d}}`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns an HTML table. The cells contain HTML. The column heads are plain text and are escaped. */
export function renderHtmlTable(
  columnNames: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = columnNames.map((cell) => `<th>${escapeHtml(cell)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<div class="t" tabindex="0"><table><tr>${head}</tr>${body}</table></div>`;
}

export function renderCodeHtml(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/**
 * Returns the path of a field as HTML code. The browser may break the line only between the parts of the path.
 */
export function renderPathCode(path: string): string {
  return `<code>${escapeHtml(path).replace(/\.|_|\[\]/g, '$&<wbr>')}</code>`;
}

/** Returns a sentence as escaped HTML. Text between backticks becomes code. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
