import type { DocumentedRoute } from '../contract/documented-route.ts';
import { ERRORS } from '../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { commonErrors } from '../contract/route.ts';
import { code, escapeHtml, pathCodeHtml, proseHtml, table } from './html.ts';
import { inputFields, jsonSchema } from './json-schema.ts';
import { descriptionOf, outputFields, typeText } from './schema-text.ts';

/** Description of the header `Idempotency-Key`. */
export const IDEMPOTENCY_TEXT =
  'A new text, such as a UUID, for each new request. If the same key arrives again within 24 hours, the service returns the first answer and carries out nothing.';

/** Returns an HTML table of all fields of a request. Returns an empty text if the request has no fields. */
export function inputsTable(route: DocumentedRoute): string {
  const rows = inputFields(route).map(({ place, name, required, schema }) => {
    const description = proseHtml(descriptionOf(schema));
    const fallback = schema.default === undefined ? '' : ` Default ${code(String(schema.default))}.`;
    const list = place === 'query' && schema.type === 'array' ? 'comma-separated ' : '';
    return [
      place,
      `${code(name)}${required ? ' (required)' : ''}`,
      escapeHtml(`${list}${typeText(schema)}`),
      `${description}${fallback}`,
    ];
  });
  if (route.idempotent === true) {
    rows.push(['header', code(IDEMPOTENCY_KEY_HEADER), 'string', escapeHtml(IDEMPOTENCY_TEXT)]);
  }
  return rows.length === 0 ? '' : table(['in', 'name', 'type', 'meaning'], rows);
}

/** Returns the title of the success response. It contains the status, and whether the response has pagination. */
export function answerTitle({ status, paginated }: DocumentedRoute): string {
  return `Answer: ${status}${paginated ? ` with ${code('meta.pagination')}` : ''}`;
}

/**
 * Returns an HTML table of all fields of a success response. Returns an empty text for a route without the
 * envelope.
 */
export function answerTable(route: DocumentedRoute): string {
  if (route.format !== undefined) return '';
  const fields = [
    ...outputFields(jsonSchema(route.response, 'answer'), 'data'),
    ...Object.entries(route.meta ?? {}).flatMap(([name, schema]) =>
      outputFields(jsonSchema(schema, 'answer'), `meta.${name}`),
    ),
  ];
  const rows = fields.map(({ path, schema }) => [
    pathCodeHtml(path),
    escapeHtml(typeText(schema)),
    proseHtml(descriptionOf(schema)),
  ]);
  return table(['field', 'type', 'meaning'], rows);
}

/** Returns an HTML table of all error codes of a route, sorted by status. */
export function errorsTable(route: DocumentedRoute): string {
  const codes = [...new Set([...route.errors, ...commonErrors(route)])];
  const rows = codes
    .map((name) => [String(ERRORS[name].status), code(name), proseHtml(ERRORS[name].message)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  return table(['status', 'error code', 'meaning'], rows);
}
