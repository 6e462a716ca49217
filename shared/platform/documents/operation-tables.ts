import type * as z from 'zod/mini';
import type { DocumentedRoute } from '../contract/documented-route.ts';
import { ERRORS } from '../contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers.ts';
import { commonErrorCodesOf } from '../contract/route.ts';
import { withDescriptions } from './components.ts';
import { escapeHtml, proseHtml, renderCodeHtml, renderHtmlTable, renderPathCode } from './html.ts';
import { buildJsonSchema, type Json, listInputFields } from './json-schema.ts';
import { descriptionOf, formatSchemaType, type OutputField, outputFieldsOf } from './schema-text.ts';

export const IDEMPOTENCY_KEY_DESCRIPTION =
  'A new text, such as a UUID, for each new request. If the same key arrives again within 24 hours, the service returns the first answer and carries out nothing.';

/** Returns an HTML table of all fields of a request. Returns an empty text if the request has no fields. */
export function renderInputsTable(route: DocumentedRoute): string {
  const rows = listInputFields(route).map(({ place, name, required, schema }) => {
    const description = proseHtml(descriptionOf(schema));
    const defaultText =
      schema.default === undefined ? '' : ` Default ${renderCodeHtml(String(schema.default))}.`;
    const commaSeparatedNote = place === 'query' && schema.type === 'array' ? 'comma-separated ' : '';
    return [
      place,
      `${renderCodeHtml(name)}${required ? ' (required)' : ''}`,
      escapeHtml(`${commaSeparatedNote}${formatSchemaType(schema)}`),
      `${description}${defaultText}`,
    ];
  });
  if (route.idempotent === true) {
    rows.push([
      'header',
      renderCodeHtml(IDEMPOTENCY_KEY_HEADER),
      'string',
      escapeHtml(IDEMPOTENCY_KEY_DESCRIPTION),
    ]);
  }
  return rows.length === 0 ? '' : renderHtmlTable(['in', 'name', 'type', 'meaning'], rows);
}

export function responseTitleOf({ status, paginated }: DocumentedRoute): string {
  return `Answer: ${status}${paginated ? ` with ${renderCodeHtml('meta.pagination')}` : ''}`;
}

/** Returns the JSON Schema of a response or an event, with the same field descriptions as in the OpenAPI document. */
export const toDescribedSchema = (schema: z.ZodMiniType): Json =>
  withDescriptions(buildJsonSchema(schema, 'answer'));

/**
 * Returns an HTML table of fields. If a field can contain one of several objects, a table of each object follows, below
 * the object's name.
 */
export function renderFieldsTable(fields: readonly OutputField[]): string {
  const rows = fields.map(({ path, schema, alternatives }) => [
    renderPathCode(path),
    escapeHtml(formatSchemaType(schema)),
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
        `<p><b>${escapeHtml(name)}</b>: ${proseHtml(description)}</p>${renderFieldsTable(innerFields)}`,
    );
  return [renderHtmlTable(['field', 'type', 'meaning'], rows), ...alternativeTables].join('');
}

/**
 * Returns an HTML table of all fields of a success response. Returns an empty text for a route that responds with
 * OpenAPI or HTML.
 */
export function renderResponseFieldsTable(route: DocumentedRoute): string {
  if (route.format !== undefined) return '';
  const fields = [
    ...outputFieldsOf(toDescribedSchema(route.response), 'data'),
    ...Object.entries(route.meta ?? {}).flatMap(([name, schema]) =>
      outputFieldsOf(toDescribedSchema(schema), `meta.${name}`),
    ),
  ];
  return renderFieldsTable(fields);
}

export function renderErrorsTable(route: DocumentedRoute): string {
  const errorCodes = [...new Set([...route.errors, ...commonErrorCodesOf(route)])];
  const rows = errorCodes
    .map(
      (name) => [String(ERRORS[name].status), renderCodeHtml(name), proseHtml(ERRORS[name].message)] as const,
    )
    .toSorted(([a], [b]) => a.localeCompare(b));
  return renderHtmlTable(['status', 'error code', 'meaning'], rows);
}
