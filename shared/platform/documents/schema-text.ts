import { EXTENSIBLE_ENUM, isRecord, type Json } from './json-schema.ts';

const NUMBER_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

function rangeText(low: unknown, high: unknown): string | undefined {
  const [from, to] = [low, high].map((limit) =>
    typeof limit === 'number' ? NUMBER_FORMAT.format(limit) : undefined,
  );
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`;
  if (from !== undefined) return `at least ${from}`;
  return to === undefined ? undefined : `at most ${to}`;
}

function lengthText({ minLength, maxLength }: Json): string | undefined {
  const length = rangeText(minLength, maxLength);
  return length === undefined ? undefined : `${length} characters`;
}

function alternativesText(schemas: readonly unknown[]): string {
  return schemas.map((schema) => typeText(isRecord(schema) ? schema : {})).join(' or ');
}

/** Returns a short text with the type of a value and its choices or range. */
export function typeText(schema: Json): string {
  const { type, format, items } = schema;
  const types = [type ?? 'any'].flat().map(String);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(', ');
  const knownValues = schema[EXTENSIBLE_ENUM];
  if (Array.isArray(knownValues))
    return `${knownValues.map(String).join(', ')} or others${types.includes('null') ? ' or null' : ''}`;
  if (Array.isArray(schema.anyOf)) return alternativesText(schema.anyOf);
  if (typeof format === 'string' && types.includes('string'))
    return types.includes('null') ? `${format} or null` : format;
  if (type === 'array') {
    const count = rangeText(undefined, schema.maxItems);
    return `list of ${typeText(isRecord(items) ? items : {})}${count === undefined ? '' : `, ${count}`}`;
  }
  if (isRecord(schema.propertyNames)) return `object by ${typeText(schema.propertyNames)}`;
  const details = [rangeText(schema.minimum, schema.maximum), lengthText(schema)].filter(
    (each) => each !== undefined,
  );
  return [types.join(' or '), ...details].join(', ');
}

/**
 * Returns the description of a schema or, if it is nullable, of the value inside it. Returns an empty text if
 * there is no description.
 */
export function descriptionOf({ description, anyOf }: Json): string {
  if (typeof description === 'string') return description;
  const inner = Array.isArray(anyOf) ? anyOf.filter(isRecord).map(descriptionOf) : [];
  return inner.find((text) => text !== '') ?? '';
}

/** One field of a response: its path and its schema. */
export interface OutputField {
  readonly path: string;
  readonly schema: Json;
}

/**
 * Returns the schema that contains the fields of a value, with its path. If the value is a list or nullable,
 * this is the schema inside it.
 */
function schemaWithFields(schema: Json, path: string): { path: string; schema: Json } {
  const { items, anyOf } = schema;
  if (isRecord(items)) return schemaWithFields(items, `${path}[]`);
  const alternativeSchemas = Array.isArray(anyOf)
    ? anyOf.filter((each) => isRecord(each) && each.type !== 'null')
    : [];
  return alternativeSchemas.length === 1 && isRecord(alternativeSchemas[0])
    ? schemaWithFields(alternativeSchemas[0], path)
    : { path, schema };
}

/** Returns all fields of a response by path. A parent comes before its fields. A list is written as `name[]`. */
export function outputFields(schema: Json, path: string): OutputField[] {
  const inner = schemaWithFields(schema, path);
  const { properties } = inner.schema;
  if (!isRecord(properties)) return [{ path, schema }];
  const fields = Object.entries(properties).flatMap(([name, property]) =>
    outputFields(isRecord(property) ? property : {}, `${inner.path}.${name}`),
  );
  // A field with inner fields is itself listed only if it has a description.
  return schema.description === undefined ? fields : [{ path, schema }, ...fields];
}
