import { EXTENSIBLE_ENUM_KEYWORD, isRecord, type Json } from '../json-schema.ts';
import { EXAMPLE_VALUE_BY_FORMAT, EXAMPLE_VALUES } from './example-values.ts';

export type ResolveReference = (reference: string) => Json;

const schemaTypesOf = ({ type }: Json): readonly unknown[] => [type].flat();

function hasType(value: unknown, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isWithinLimits(value: number, { minimum, maximum }: Json): boolean {
  return (
    (typeof minimum !== 'number' || value >= minimum) && (typeof maximum !== 'number' || value <= maximum)
  );
}

function knownValuesOf(schema: Json): readonly unknown[] | undefined {
  const enumValues = schema.enum ?? schema[EXTENSIBLE_ENUM_KEYWORD];
  return Array.isArray(enumValues) ? enumValues : undefined;
}

/** Returns whether a scalar or a list of scalars is valid for a schema. */
function isValidFor(value: unknown, schema: Json): boolean {
  if (!schemaTypesOf(schema).some((type) => hasType(value, type))) return false;
  const enumValues = knownValuesOf(schema);
  if (enumValues !== undefined) return enumValues.includes(value);
  if (Array.isArray(value))
    return value.every((each) => isRecord(schema.items) && isValidFor(each, schema.items));
  if (typeof value === 'number') return isWithinLimits(value, schema);
  if (typeof value !== 'string') return true;
  if (typeof schema.format === 'string') return value === EXAMPLE_VALUE_BY_FORMAT[schema.format];
  return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value);
}

function objectExample(
  { properties, required }: Json,
  resolveReference: ResolveReference,
  placeholderText: string | undefined,
): Json {
  const requiredNames = Array.isArray(required) ? required : [];
  const fields = Object.entries(isRecord(properties) ? properties : {}).filter(([name]) =>
    requiredNames.includes(name),
  );
  return Object.fromEntries(
    fields.map(([name, schema]) => [
      name,
      exampleOf(isRecord(schema) ? schema : {}, name, resolveReference, placeholderText),
    ]),
  );
}

/**
 * Returns a value for a field without a known example.
 *
 * @throws Error for a text field if `placeholderText` is undefined
 */
function buildDefaultExample(schema: Json, name: string, placeholderText: string | undefined): unknown {
  if ('const' in schema) return schema.const;
  const [type] = schemaTypesOf(schema);
  if (type === 'boolean') return Array.isArray(schema.enum) ? schema.enum[0] : false;
  if (type === 'number' || type === 'integer') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'null') return null;
  if (placeholderText !== undefined) return placeholderText;
  throw new Error(
    `No example is known of the text "${name}": add one to shared/platform/documents/examples/example-values.ts, or to the example of its route`,
  );
}

function buildLeafExample(schema: Json, name: string, placeholderText: string | undefined): unknown {
  const validExample = (EXAMPLE_VALUES[name] ?? []).find((value) => isValidFor(value, schema));
  if (validExample !== undefined) return validExample;
  const choices = knownValuesOf(schema);
  if (choices !== undefined) return choices[0];
  if (typeof schema.format === 'string' && schemaTypesOf(schema).includes('string')) {
    return EXAMPLE_VALUE_BY_FORMAT[schema.format] ?? schema.format;
  }
  return buildDefaultExample(schema, name, placeholderText);
}

/**
 * Returns an example value that is valid for the schema, without optional fields. Values of fields come from
 * EXAMPLE_VALUES, by field name.
 *
 * @throws Error if no example of a text field is known and `placeholderText` is undefined
 */
export function exampleOf(
  schema: Json,
  name: string,
  resolve: ResolveReference,
  placeholderText?: string,
): unknown {
  const { $ref, anyOf, items } = schema;
  if (typeof $ref === 'string') return exampleOf(resolve($ref), name, resolve, placeholderText);
  const [firstAlternative] = Array.isArray(anyOf) ? anyOf.filter(isRecord) : [];
  if (firstAlternative !== undefined) return exampleOf(firstAlternative, name, resolve, placeholderText);
  if (schemaTypesOf(schema).includes('object')) return objectExample(schema, resolve, placeholderText);
  const hasNamedExample = (EXAMPLE_VALUES[name] ?? []).some((value) => isValidFor(value, schema));
  if (!schemaTypesOf(schema).includes('array') || hasNamedExample)
    return buildLeafExample(schema, name, placeholderText);
  return [exampleOf(isRecord(items) ? items : {}, name, resolve, placeholderText)];
}
