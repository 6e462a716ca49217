import { EXTENSIBLE_ENUM_KEYWORD, isRecord, type Json } from './json-schema.ts';

const NUMBER_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

function rangeText(low: unknown, high: unknown): string | undefined {
  const [from, to] = [low, high].map((bound) =>
    typeof bound === 'number' ? NUMBER_FORMAT.format(bound) : undefined,
  );
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`;
  if (from !== undefined) return `at least ${from}`;
  return to === undefined ? undefined : `at most ${to}`;
}

function lengthText({ minLength, maxLength }: Json): string | undefined {
  const lengthRangeText = rangeText(minLength, maxLength);
  return lengthRangeText === undefined ? undefined : `${lengthRangeText} characters`;
}

const anyOfSchemasOf = ({ anyOf }: Json): Json[] => (Array.isArray(anyOf) ? anyOf.filter(isRecord) : []);

/** Returns the object schemas of `anyOf`. Returns an empty list if there are fewer than two. */
function objectAlternativesOf(schema: Json): Json[] {
  const objectSchemas = anyOfSchemasOf(schema).filter(({ properties }) => isRecord(properties));
  return objectSchemas.length > 1 ? objectSchemas : [];
}

const schemaNameOf = (schema: Json): string =>
  typeof schema.title === 'string' ? schema.title : formatSchemaType(schema);

function alternativesText(schema: Json): string {
  const namedAlternatives = objectAlternativesOf(schema);
  return anyOfSchemasOf(schema)
    .map((each) => (namedAlternatives.includes(each) ? schemaNameOf(each) : formatSchemaType(each)))
    .join(' or ');
}

/** Returns a short text with the type of a value and its choices or range. */
export function formatSchemaType(schema: Json): string {
  const { type, format, items } = schema;
  const typeNames = [type ?? 'any'].flat().map(String);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(', ');
  const knownValues = schema[EXTENSIBLE_ENUM_KEYWORD];
  if (Array.isArray(knownValues))
    return `${knownValues.map(String).join(', ')} or others${typeNames.includes('null') ? ' or null' : ''}`;
  if (Array.isArray(schema.anyOf)) return alternativesText(schema);
  if (typeof format === 'string' && typeNames.includes('string'))
    return typeNames.includes('null') ? `${format} or null` : format;
  if (type === 'array') {
    const count = rangeText(undefined, schema.maxItems);
    return `list of ${formatSchemaType(isRecord(items) ? items : {})}${count === undefined ? '' : `, ${count}`}`;
  }
  if (isRecord(schema.propertyNames)) return `object by ${formatSchemaType(schema.propertyNames)}`;
  const limitTexts = [rangeText(schema.minimum, schema.maximum), lengthText(schema)].filter(
    (each) => each !== undefined,
  );
  return [typeNames.join(' or '), ...limitTexts].join(', ');
}

/**
 * Returns the description of a schema, or of the value inside a nullable schema. Returns an empty text if there is
 * none.
 */
export function descriptionOf(schema: Json): string {
  if (typeof schema.description === 'string') return schema.description;
  const innerDescriptions = anyOfSchemasOf(schema).map(descriptionOf);
  return innerDescriptions.find((text) => text !== '') ?? '';
}

export interface OutputField {
  readonly path: string;
  readonly schema: Json;
  /** The alternatives, if the value or each list item is one of several kinds of objects. Otherwise empty. */
  readonly alternatives: readonly OutputAlternative[];
}

/** One of several objects that a field can contain. */
interface OutputAlternative {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly OutputField[];
}

/** Unwraps lists and nullable values. Returns the schema inside, with its path. */
function unwrapSchema(schema: Json, path: string): { path: string; schema: Json } {
  const { items } = schema;
  if (isRecord(items)) return unwrapSchema(items, `${path}[]`);
  const [firstSchema, ...otherSchemas] = anyOfSchemasOf(schema).filter(({ type }) => type !== 'null');
  return firstSchema !== undefined && otherSchemas.length === 0
    ? unwrapSchema(firstSchema, path)
    : { path, schema };
}

const fieldsOfObject = (properties: Json, path: string): OutputField[] =>
  Object.entries(properties).flatMap(([name, propertySchema]) =>
    outputFieldsOf(isRecord(propertySchema) ? propertySchema : {}, `${path}.${name}`),
  );

/** Returns all fields of a response by path. A parent comes before its fields. A list is written as `name[]`. */
export function outputFieldsOf(schema: Json, path: string): OutputField[] {
  const unwrappedSchema = unwrapSchema(schema, path);
  const { properties } = unwrappedSchema.schema;
  if (!isRecord(properties)) {
    const alternatives = objectAlternativesOf(unwrappedSchema.schema).map((each) => ({
      name: schemaNameOf(each),
      description: descriptionOf(each),
      fields: isRecord(each.properties) ? fieldsOfObject(each.properties, unwrappedSchema.path) : [],
    }));
    return [{ path, schema, alternatives }];
  }
  const fields = fieldsOfObject(properties, unwrappedSchema.path);
  // A field with inner fields is itself listed only if it has a description.
  return schema.description === undefined ? fields : [{ path, schema, alternatives: [] }, ...fields];
}
