import * as z from 'zod/mini';
import type { DocumentedRoute, FieldText, RequestPart } from '../contract/documented-route.ts';
import { PLANS } from '../contract/plans.ts';
import { PRINTABLE } from '../contract/query.ts';
import { VERSION_STATES } from '../contract/versions/versions.ts';

/** What a schema describes: a request body, a parameter in the path or query, or an answer. */
export type SchemaUse = 'body' | 'parameter' | 'answer';

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rules that only some languages can read, in the words that all can: clients are made for every one. */
const PORTABLE_PATTERNS: Readonly<Record<string, string>> = {
  [PRINTABLE.source]:
    '^[^\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufffd]*$',
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
function chooseConstant(target: Record<string, unknown>, use: SchemaUse): void {
  if (target.const === undefined) return;
  if (target.type !== 'boolean') target.enum = [target.const];
  // In a response the status determines the boolean, so only request bodies need this.
  else if (use === 'body') target.not = { enum: [!target.const] };
  delete target.const;
}

/** Kotlin's enumerations already have a member `name`: a value of that name gets another identifier. */
function nameValues(target: Record<string, unknown>): void {
  if (!Array.isArray(target.enum) || !target.enum.includes('name')) return;
  target['x-enum-varnames'] = target.enum.map((value) => (value === 'name' ? 'by_name' : String(value)));
}

/** Numbers name their size: without a format, generators for Go and C# choose 32 bits, which lose digits of a TVL. */
function nameFormat(target: Record<string, unknown>): void {
  const types = [target.type].flat();
  if (types.includes('number')) target.format = 'double';
  if (types.includes('integer')) target.format = 'int64';
}

/** An object by names that are known has a field for each. */
function nameFields(target: Record<string, unknown>): void {
  const { propertyNames, additionalProperties } = target;
  delete target.propertyNames;
  const names = isRecord(propertyNames) ? (propertyNames.enum ?? propertyNames[EXTENSIBLE_ENUM]) : undefined;
  if (!Array.isArray(names)) return;
  const values = isRecord(additionalProperties) ? additionalProperties : {};
  target.properties = Object.fromEntries(
    names.map((name) => [name, { description: `The value for ${name}.`, ...values }]),
  );
  delete target.additionalProperties;
}

/** An answer may have new fields and new values of a set one day: its schema says so, for clients that check. */
function open(target: Record<string, unknown>, isTag: boolean): void {
  if (target.additionalProperties === false || isRecord(target.properties)) {
    target.additionalProperties = true;
  }
  if (!Array.isArray(target.enum) || isTag || isClosedSet(target.enum)) return;
  target[EXTENSIBLE_ENUM] = target.enum;
  delete target.enum;
}

/** The keyword for the known values of a text that may get others. */
export const EXTENSIBLE_ENUM = 'x-extensible-enum';

/** Sets of answers to which no value will be added, by the name of their component. */
export const CLOSED_SETS: Readonly<Record<string, readonly string[]>> = {
  ApiVersionState: VERSION_STATES,
  Plan: PLANS,
  RiskLevel: ['low', 'medium', 'high'],
};

function isClosedSet(values: readonly unknown[]): boolean {
  return Object.values(CLOSED_SETS).some((set) => JSON.stringify(set) === JSON.stringify(values));
}

/** Makes a schema portable. `path` leads to it from the schema that is described. */
function adapt(target: Record<string, unknown>, use: SchemaUse, path: readonly (string | number)[]): void {
  // A constant named type distinguishes the variants of a message.
  const isTag = target.const !== undefined && path.at(-1) === 'type';
  shorten(target);
  chooseConstant(target, use);
  nameFormat(target);
  if (use !== 'answer') nameValues(target);
  nameFields(target);
  if (use === 'answer') open(target, isTag);
}

/** A schema, and beside it the named ones that it refers to. */
export interface SchemaWithNames {
  readonly schema: Json;
  readonly named: Readonly<Record<string, unknown>>;
}

const DEFINITIONS = /^#\/\$defs\//;

/** A value that may be null in the one form that all generators know: `type: [string, 'null']`, for scalars. */
function nullable(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, other] = anyOf;
  if (!isRecord(value) || !isRecord(other) || other.type !== 'null') return schema;
  const isScalar = typeof value.type === 'string' && !['object', 'array'].includes(value.type);
  return isScalar && value.enum === undefined ? { ...value, ...rest, type: [value.type, 'null'] } : schema;
}

/** Several types at once as alternatives, each a schema of its own: what generators understand. */
function alternatives(given: Json): Json {
  const schema = nullable(given);
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

/**
 * The JSON schema of a request body as it is sent, of a parameter as it is read, or of an answer, with references to
 * named ones. Requests are closed: an unknown field or value is an error. Answers are open.
 */
export function namedJsonSchema(given: z.core.$ZodType, use: SchemaUse): SchemaWithNames {
  const {
    $schema: _,
    $defs,
    ...schema
  } = z.toJSONSchema(given, {
    io: use === 'body' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: target, path }) => adapt(target, use, path),
  });
  const [own, named] = [toComponents(schema), toComponents($defs ?? {})];
  return { schema: isRecord(own) ? own : {}, named: isRecord(named) ? named : {} };
}

/** The same with everything in its place, for who reads one schema alone. */
export function jsonSchema(given: z.core.$ZodType, use: SchemaUse): Json {
  const { schema, named } = namedJsonSchema(given, use);
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
  return {
    ...jsonSchema(schema, part === 'body' ? 'body' : 'parameter'),
    ...(text && { description: text }),
  };
}

function fieldsOf(route: DocumentedRoute, part: RequestPart): InputField[] {
  const schema = route[part];
  if (schema === undefined) return [];
  const { required } = jsonSchema(schema, 'body');
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
