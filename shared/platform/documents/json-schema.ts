import * as z from 'zod/mini';
import type { DocumentedRoute, FieldText, Part } from '../contract/documented-route.ts';

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Takes out what only repeats the format or the type: patterns of a hundred characters, the bounds of a double. */
function shorten(target: Record<string, unknown>): void {
  // Zod's own name, which no other reader knows; the pattern beside it says it.
  if (target.format === 'starts_with') delete target.format;
  if (target.format === 'date') delete target.pattern;
  if (target.format === 'date-time' && target.pattern !== undefined) target.pattern = 'Z$';
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
}

/** The JSON schema of what a schema takes (`input`) or of what it gives (`output`). */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: target }) => shorten(target),
  });
  return rest;
}

/** One value that a request may carry. */
export interface InputField {
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

const PLACES = { params: 'path', query: 'query', body: 'body' } as const;

/**
 * A value on the wire. A parameter is text there, and its schema reads it: callers know it by the type that comes out.
 */
function wireSchema(part: Part, schema: z.core.$ZodType, text: FieldText | undefined): Json {
  if (typeof text === 'object') return { ...text.schema, description: text.description };
  return { ...jsonSchema(schema, part === 'body' ? 'input' : 'output'), ...(text && { description: text }) };
}

function fieldsOf(route: DocumentedRoute, part: Part): InputField[] {
  const schema = route[part];
  if (schema === undefined) return [];
  const { required } = jsonSchema(schema, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    place: PLACES[part],
    name,
    required: needed.includes(name),
    schema: wireSchema(part, field, route.fields[part]?.[name]),
  }));
}

/** Everything that a request of the route may carry, in the order of its schemas. */
export function inputFields(route: DocumentedRoute): InputField[] {
  return [...fieldsOf(route, 'params'), ...fieldsOf(route, 'query'), ...fieldsOf(route, 'body')];
}
