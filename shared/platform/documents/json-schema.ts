import * as z from 'zod/mini';
import type { DocumentedRoute, FieldDescription, RequestPart } from '../contract/documented-route.ts';
import { PLANS } from '../contract/plans.ts';
import { PRINTABLE_TEXT_PATTERN } from '../contract/query.ts';
import { VERSION_STATES } from '../contract/versions/versions.ts';

export type SchemaUse = 'body' | 'parameter' | 'answer';

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Portable replacements for patterns that only some programming languages support. The digits in `\uXXXX` are upper
 * case, because OpenAPI tools for Go translate only this form.
 */
const PORTABLE_PATTERNS: Readonly<Record<string, string>> = {
  [PRINTABLE_TEXT_PATTERN.source]:
    '^[^\\x00-\\x1f\\x7f-\\x9f\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFFD]*$',
};

/** Removes rules that only repeat the format or the type. */
function removeRedundantRules(schemaNode: Record<string, unknown>): void {
  // Only zod uses the format `starts_with`. The schema's pattern contains the same rule.
  if (schemaNode.format === 'starts_with') delete schemaNode.format;
  // Client generators reject a schema that has both a date format and a pattern.
  if (schemaNode.format === 'date' || schemaNode.format === 'date-time') delete schemaNode.pattern;
  if (schemaNode.maximum === Number.MAX_SAFE_INTEGER) delete schemaNode.maximum;
  if (schemaNode.minimum === Number.MIN_SAFE_INTEGER) delete schemaNode.minimum;
  if (typeof schemaNode.pattern === 'string')
    schemaNode.pattern = PORTABLE_PATTERNS[schemaNode.pattern] ?? schemaNode.pattern;
}

/**
 * Replaces a constant by an enum with one value. In a request body, a constant boolean becomes `not` with the opposite
 * value, because client generators support no other form.
 */
function replaceConstant(schemaNode: Record<string, unknown>, use: SchemaUse): void {
  if (schemaNode.const === undefined) return;
  if (schemaNode.type !== 'boolean') schemaNode.enum = [schemaNode.const];
  // A constant boolean in a response (`success`) gets no rule, because clients know its value from the HTTP status.
  else if (use === 'body') schemaNode.not = { enum: [!schemaNode.const] };
  delete schemaNode.const;
}

/**
 * Gives the enum value `name` another identifier for client generators, because Kotlin enums already have a
 * member `name`.
 */
function renameEnumValues(schemaNode: Record<string, unknown>): void {
  if (!Array.isArray(schemaNode.enum) || !schemaNode.enum.includes('name')) return;
  schemaNode['x-enum-varnames'] = schemaNode.enum.map((value) =>
    value === 'name' ? 'by_name' : String(value),
  );
}

/**
 * Adds the 64-bit `format` to a number. Without it, generators for Go and C# use 32 bits, which is not enough for a
 * TVL.
 */
function addNumberFormat(schemaNode: Record<string, unknown>): void {
  const typeNames = [schemaNode.type].flat();
  if (typeNames.includes('number')) schemaNode.format = 'double';
  if (typeNames.includes('integer')) schemaNode.format = 'int64';
}

/** Converts the JSON Schema of a record with fixed keys to an object schema with one property for each key. */
function convertRecordToFields(schemaNode: Record<string, unknown>): void {
  const { propertyNames, additionalProperties } = schemaNode;
  delete schemaNode.propertyNames;
  const keyNames = isRecord(propertyNames)
    ? (propertyNames.enum ?? propertyNames[EXTENSIBLE_ENUM_KEYWORD])
    : undefined;
  if (!Array.isArray(keyNames)) return;
  const values = isRecord(additionalProperties) ? additionalProperties : {};
  schemaNode.properties = Object.fromEntries(
    keyNames.map((name) => [name, { description: `Number for ${name}.`, ...values }]),
  );
  delete schemaNode.additionalProperties;
}

/** Allows unknown fields and enum values in a response schema, because later versions may add some. */
function allowMoreProperties(schemaNode: Record<string, unknown>, isDiscriminator: boolean): void {
  if (schemaNode.additionalProperties === false || isRecord(schemaNode.properties)) {
    schemaNode.additionalProperties = true;
  }
  if (!Array.isArray(schemaNode.enum) || isDiscriminator || isClosedEnum(schemaNode.enum)) return;
  schemaNode[EXTENSIBLE_ENUM_KEYWORD] = schemaNode.enum;
  delete schemaNode.enum;
}

/** JSON Schema keyword that lists the known values of a field. Later versions of the service may add values. */
export const EXTENSIBLE_ENUM_KEYWORD = 'x-extensible-enum';

/** Sets of values in responses that later versions never extend, by component name. */
export const CLOSED_VALUE_SETS: Readonly<Record<string, readonly string[]>> = {
  ApiVersionState: VERSION_STATES,
  Plan: PLANS,
  RiskLevel: ['low', 'medium', 'high'],
};

function isClosedEnum(values: readonly unknown[]): boolean {
  return Object.values(CLOSED_VALUE_SETS).some((set) => JSON.stringify(set) === JSON.stringify(values));
}

/** Changes a schema to a form that client generators of all languages support. */
function makeSchemaPortable(
  schemaNode: Record<string, unknown>,
  use: SchemaUse,
  path: readonly (string | number)[],
): void {
  // A field `type` with a constant value distinguishes the variants of a union.
  const isDiscriminator = schemaNode.const !== undefined && path.at(-1) === 'type';
  removeRedundantRules(schemaNode);
  replaceConstant(schemaNode, use);
  addNumberFormat(schemaNode);
  if (use !== 'answer') renameEnumValues(schemaNode);
  convertRecordToFields(schemaNode);
  if (use === 'answer') allowMoreProperties(schemaNode, isDiscriminator);
}

export interface SchemaWithDefinitions {
  readonly schema: Json;
  readonly namedSchemas: Readonly<Record<string, unknown>>;
}

const DEFINITIONS_PATTERN = /^#\/\$defs\//;

/**
 * Converts an `anyOf` of a scalar and null to `type: [string, 'null']`. All client generators support this
 * form.
 */
function toNullableSchema(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nullSchema] = anyOf;
  if (!isRecord(value) || !isRecord(nullSchema) || nullSchema.type !== 'null') return schema;
  const isScalar = typeof value.type === 'string' && !['object', 'array'].includes(value.type);
  return isScalar && value.enum === undefined ? { ...value, ...rest, type: [value.type, 'null'] } : schema;
}

/**
 * Converts a schema with several types to `anyOf` with one schema per type. All client generators support this
 * form.
 */
function convertTypesToAnyOf(inputSchema: Json): Json {
  const schema = toNullableSchema(inputSchema);
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return schema;
  return { ...rest, anyOf: type.map((each) => ({ type: each })) };
}

/** Replaces references to `$defs` by references to the components of the OpenAPI document. */
function toComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponentReferences);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(convertTypesToAnyOf(value)).map(([key, fieldValue]) => [
      key,
      key === '$ref' && typeof fieldValue === 'string'
        ? fieldValue.replace(DEFINITIONS_PATTERN, '#/components/schemas/')
        : toComponentReferences(fieldValue),
    ]),
  );
}

/**
 * Returns the JSON Schema of a request body, parameter or response, with references to named schemas. Request
 * schemas are closed: an unknown field or value is an error. Response schemas are open.
 */
export function buildSchemaWithDefinitions(
  zodSchema: z.core.$ZodType,
  use: SchemaUse,
): SchemaWithDefinitions {
  const {
    $schema: _,
    $defs,
    ...schema
  } = z.toJSONSchema(zodSchema, {
    io: use === 'body' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: schemaNode, path }) => makeSchemaPortable(schemaNode, use, path),
  });
  const [rootSchema, definitions] = [toComponentReferences(schema), toComponentReferences($defs ?? {})];
  return {
    schema: isRecord(rootSchema) ? rootSchema : {},
    namedSchemas: isRecord(definitions) ? definitions : {},
  };
}

/** Returns a JSON Schema in which each reference is replaced by the named schema. The name becomes its `title`. */
export function buildJsonSchema(zodSchema: z.core.$ZodType, use: SchemaUse): Json {
  const { schema, namedSchemas } = buildSchemaWithDefinitions(zodSchema, use);
  return inlineReferences(schema, namedSchemas);
}

function inlineReferences(schema: Json, definitions: Readonly<Record<string, unknown>>): Json {
  const inlineInValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlineInValue);
    return isRecord(value) ? inlineReferences(value, definitions) : value;
  };
  const { $ref, ...rest } = schema;
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
  const schemaNode = definitions[name];
  const base = isRecord(schemaNode) ? { ...inlineReferences(schemaNode, definitions), title: name } : {};
  return {
    ...base,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlineInValue(value)])),
  };
}

export interface InputField {
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

const FIELD_PLACES = { params: 'path', query: 'query', body: 'body' } as const;

/**
 * Returns the JSON Schema of a field in the request. A number in the query or path has the schema of a number, although
 * the caller sends text.
 */
function requestFieldSchema(
  part: RequestPart,
  schema: z.core.$ZodType,
  fieldDescription: FieldDescription | undefined,
): Json {
  if (typeof fieldDescription === 'object')
    return { ...fieldDescription.schema, description: fieldDescription.description };
  return {
    ...buildJsonSchema(schema, part === 'body' ? 'body' : 'parameter'),
    ...(fieldDescription && { description: fieldDescription }),
  };
}

function inputFieldsOfPart(route: DocumentedRoute, part: RequestPart): InputField[] {
  const schema = route[part];
  if (schema === undefined) return [];
  const { required } = buildJsonSchema(schema, 'body');
  const requiredNames = Array.isArray(required) ? required : [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    place: FIELD_PLACES[part],
    name,
    required: requiredNames.includes(name),
    schema: requestFieldSchema(part, field, route.fields[part]?.[name]),
  }));
}

export function listInputFields(route: DocumentedRoute): InputField[] {
  return [
    ...inputFieldsOfPart(route, 'params'),
    ...inputFieldsOfPart(route, 'query'),
    ...inputFieldsOfPart(route, 'body'),
  ];
}
