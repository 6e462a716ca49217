import type * as z from 'zod/mini';
import type { DocumentedRoute } from '../contract/documented-route.ts';
import { ERRORS } from '../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { commonErrorCodesOf } from '../contract/route.ts';
import { withDescriptions } from './components.ts';
import { codeHtml, escapeHtml, pathCodeHtml, proseHtml, renderHtmlTable } from './html.ts';
import { buildJsonSchema, inputFields, type Json } from './json-schema.ts';
import { descriptionOf, type OutputField, outputFields, typeText } from './schema-text.ts';

export const IDEMPOTENCY_KEY_DESCRIPTION =
  'A new text, such as a UUID, for each new request. If the same key arrives again within 24 hours, the service returns the first answer and carries out nothing.';

/** Returns an HTML table of all fields of a request. Returns an empty text if the request has no fields. */
export function inputsTable(route: DocumentedRoute): string {
  const rows = inputFields(route).map(({ place, name, required, schema }) => {
    const description = proseHtml(descriptionOf(schema));
    const defaultText = schema.default === undefined ? '' : ` Default ${codeHtml(String(schema.default))}.`;
    const commaSeparatedNote = place === 'query' && schema.type === 'array' ? 'comma-separated ' : '';
    return [
      place,
      `${codeHtml(name)}${required ? ' (required)' : ''}`,
      escapeHtml(`${commaSeparatedNote}${typeText(schema)}`),
      `${description}${defaultText}`,
    ];
  });
  if (route.idempotent === true) {
    rows.push([
      'header',
      codeHtml(IDEMPOTENCY_KEY_HEADER),
      'string',
      escapeHtml(IDEMPOTENCY_KEY_DESCRIPTION),
    ]);
  }
  return rows.length === 0 ? '' : renderHtmlTable(['in', 'name', 'type', 'meaning'], rows);
}

export function responseTitle({ status, paginated }: DocumentedRoute): string {
  return `Answer: ${status}${paginated ? ` with ${codeHtml('meta.pagination')}` : ''}`;
}

/** Returns the JSON Schema of a response or an event, with the same field descriptions as in the OpenAPI document. */
export const toDescribedSchema = (schema: z.ZodMiniType): Json =>
  withDescriptions(buildJsonSchema(schema, 'answer'));

/**
 * Returns an HTML table of fields. If a field can contain one of several objects, a table of each object follows, below
 * the object's name.
 */
export function fieldsTable(fields: readonly OutputField[]): string {
  const rows = fields.map(({ path, schema, alternatives }) => [
    pathCodeHtml(path),
    escapeHtml(typeText(schema)),
    proseHtml(
      alternatives.length === 0
        ? descriptionOf(schema)
        : 'One of these objects. The tables below contain the fields of each.',
    ),
  ]);
  const alternativeTables = fields
    .flatMap(({ alternatives }) => alternatives)
    .map(
      ({ name, description, fields: innerFields }) =>
        `<p><b>${escapeHtml(name)}</b>: ${proseHtml(description)}</p>${fieldsTable(innerFields)}`,
    );
  return [renderHtmlTable(['field', 'type', 'meaning'], rows), ...alternativeTables].join('');
}

/**
 * Returns an HTML table of all fields of a success response. Returns an empty text for a route that responds with
 * OpenAPI or HTML.
 */
export function responseFieldsTable(route: DocumentedRoute): string {
  if (route.format !== undefined) return '';
  const fields = [
    ...outputFields(toDescribedSchema(route.response), 'data'),
    ...Object.entries(route.meta ?? {}).flatMap(([name, schema]) =>
      outputFields(toDescribedSchema(schema), `meta.${name}`),
    ),
  ];
  return fieldsTable(fields);
}

export function errorsTable(route: DocumentedRoute): string {
  const errorCodes = [...new Set([...route.errors, ...commonErrorCodesOf(route)])];
  const rows = errorCodes
    .map((name) => [String(ERRORS[name].status), codeHtml(name), proseHtml(ERRORS[name].message)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  return renderHtmlTable(['status', 'error code', 'meaning'], rows);
}
