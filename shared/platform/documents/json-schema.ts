import * as z from 'zod/mini';
import type { DocumentedRoute, FieldText, RequestPart } from '../contract/documented-route.ts';
import { PRINTABLE } from '../contract/query.ts';

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rules that only some languages can read, in the words that all can: clients are made for every one. */
const PORTABLE_PATTERNS: Readonly<Record<string, string>> = {
  [PRINTABLE.source]: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
};

/** Takes out what only repeats the format or the type: patterns of a hundred characters, the bounds of a double. */
function shorten(target: Record<string, unknown>): void {
  // Zod's own name, which no other reader knows; the pattern beside it says it.
  if (target.format === 'starts_with') delete target.format;
  // A format says it, and generators refuse a pattern on what they have made a date of.
  if (target.format === 'date' || target.format === 'date-time') delete target.pattern;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (typeof target.pattern === 'string')
    target.pattern = PORTABLE_PATTERNS[target.pattern] ?? target.pattern;
}

/** A constant as the one choice that there is; of a boolean, generators understand only what it is not. */
function chooseConstant(target: Record<string, unknown>, io: 'input' | 'output'): void {
  if (target.const === undefined) return;
  if (target.type !== 'boolean') target.enum = [target.const];
  // In an answer, the one boolean that it can be is told by its status.
  else if (io === 'input') target.not = { enum: [!target.const] };
  delete target.const;
}

/** An object by names that are known has a field for each. */
function nameFields(target: Record<string, unknown>): void {
  const { propertyNames, additionalProperties } = target;
  delete target.propertyNames;
  if (!isRecord(propertyNames) || !Array.isArray(propertyNames.enum)) return;
  const values = isRecord(additionalProperties) ? additionalProperties : {};
  target.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [name, { description: `The value for ${name}.`, ...values }]),
  );
  delete target.additionalProperties;
}

/** Names that a client reads must not be all that it will ever accept: an answer may have new fields one day. */
function adapt(target: Record<string, unknown>, io: 'input' | 'output'): void {
  shorten(target);
  chooseConstant(target, io);
  nameFields(target);
  if (io === 'output' && target.additionalProperties === false) delete target.additionalProperties;
}

/** A schema, and beside it the named ones that it refers to. */
export interface SchemaWithNames {
  readonly schema: Json;
  readonly named: Readonly<Record<string, unknown>>;
}

const DEFINITIONS = /^#\/\$defs\//;

/** Several types at once as alternatives, each a schema of its own: what generators understand. */
function alternatives(schema: Json): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return schema;
  return { ...rest, anyOf: type.map((each) => ({ type: each })) };
}

/** References to what stands beside the schema, as references to a document's components. */
function toComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponents);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(alternatives(value)).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace(DEFINITIONS, '#/components/schemas/')
        : toComponents(inner),
    ]),
  );
}

/** The JSON schema of what a schema takes (`input`) or of what it gives (`output`), with references to named ones. */
export function namedJsonSchema(given: z.core.$ZodType, io: 'input' | 'output'): SchemaWithNames {
  const {
    $schema: _,
    $defs,
    ...schema
  } = z.toJSONSchema(given, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: target }) => adapt(target, io),
  });
  const [own, named] = [toComponents(schema), toComponents($defs ?? {})];
  return { schema: isRecord(own) ? own : {}, named: isRecord(named) ? named : {} };
}

/** The same with everything in its place, for who reads one schema alone. */
export function jsonSchema(given: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { schema, named } = namedJsonSchema(given, io);
  return inlined(schema, named);
}

function inlined(schema: Json, named: Readonly<Record<string, unknown>>): Json {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isRecord(value) ? inlined(value, named) : value;
  };
  const { $ref, ...rest } = schema;
  const target = typeof $ref === 'string' ? named[$ref.split('/').at(-1) ?? ''] : undefined;
  const base = isRecord(target) ? inlined(target, named) : {};
  return { ...base, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inner(value)])) };
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
function wireSchema(part: RequestPart, schema: z.core.$ZodType, text: FieldText | undefined): Json {
  if (typeof text === 'object') return { ...text.schema, description: text.description };
  return { ...jsonSchema(schema, part === 'body' ? 'input' : 'output'), ...(text && { description: text }) };
}

function fieldsOf(route: DocumentedRoute, part: RequestPart): InputField[] {
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
