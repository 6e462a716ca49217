import { EXTENSIBLE_ENUM_KEYWORD, isRecord, type Json } from './json-schema.ts';

const arrayOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const distinctValues = (values: readonly unknown[]) => [...new Set(values)];

/**
 * Merges the schemas that several objects have for the same field. The result allows all types and all known
 * values of these schemas.
 */
function mergeFieldSchemas(schemas: readonly Json[]): Json {
  const [first = {}] = schemas;
  if (new Set(schemas.map((each) => JSON.stringify(each))).size === 1) return first;
  if (schemas.every(({ $ref }) => typeof $ref === 'string')) return { anyOf: schemas };
  const typeNames = distinctValues(schemas.flatMap(({ type }) => [type].flat()));
  const values = distinctValues(schemas.flatMap((each) => arrayOrEmpty(each[EXTENSIBLE_ENUM_KEYWORD])));
  return {
    ...first,
    type: typeNames.length === 1 ? typeNames[0] : typeNames,
    ...(values.length > 0 && { [EXTENSIBLE_ENUM_KEYWORD]: values }),
  };
}

/**
 * Merges the schemas of several objects into one. A field is required if all objects require it. If a field is
 * a reference in each object, it becomes an `anyOf` of the references.
 */
export function mergeObjects(objectSchemas: readonly Json[]): Json {
  const propertiesOfObjects = objectSchemas.map(({ properties }) => (isRecord(properties) ? properties : {}));
  const propertyKeys = distinctValues(propertiesOfObjects.flatMap(Object.keys)).map(String);
  const requiredNames = propertyKeys.filter((name) =>
    objectSchemas.every((each) => arrayOrEmpty(each.required).includes(name)),
  );
  const propertyEntries = propertyKeys.map((name) => {
    const fields = propertiesOfObjects.map((objectProperties) => objectProperties[name]).filter(isRecord);
    return [name, mergeFieldSchemas(fields)];
  });
  const descriptions = objectSchemas
    .map(({ description }) => description)
    .filter((each) => each !== undefined);
  return {
    type: 'object',
    description: descriptions.join(' Or: '),
    properties: Object.fromEntries(propertyEntries),
    required: requiredNames,
    additionalProperties: true,
  };
}
