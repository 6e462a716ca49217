import { EXTENSIBLE_ENUM, isRecord, type Json } from '../json-schema.ts';
import { EXAMPLE_VALUES, FORMAT_VALUES } from './example-values.ts';

/** Finds the schema that a reference names. */
export type Resolve = (reference: string) => Json;

const typesOf = ({ type }: Json): readonly unknown[] => [type].flat();

function hasType(value: unknown, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isWithin(value: number, { minimum, maximum }: Json): boolean {
  return (
    (typeof minimum !== 'number' || value >= minimum) && (typeof maximum !== 'number' || value <= maximum)
  );
}

/** The values that are known of a set, whether others may come or not. */
function choicesOf(schema: Json): readonly unknown[] | undefined {
  const choices = schema.enum ?? schema[EXTENSIBLE_ENUM];
  return Array.isArray(choices) ? choices : undefined;
}

/** Whether a scalar, or a list of scalars, keeps the rules of a schema that has no fields. */
function keeps(value: unknown, schema: Json): boolean {
  if (!typesOf(schema).some((type) => hasType(value, type))) return false;
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.includes(value);
  if (Array.isArray(value)) return value.every((each) => isRecord(schema.items) && keeps(each, schema.items));
  if (typeof value === 'number') return isWithin(value, schema);
  if (typeof value !== 'string') return true;
  if (typeof schema.format === 'string') return value === FORMAT_VALUES[schema.format];
  return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value);
}

function objectExample({ properties, required }: Json, resolve: Resolve): Json {
  const needed = Array.isArray(required) ? required : [];
  const fields = Object.entries(isRecord(properties) ? properties : {}).filter(([name]) =>
    needed.includes(name),
  );
  return Object.fromEntries(
    fields.map(([name, schema]) => [name, exampleOf(isRecord(schema) ? schema : {}, name, resolve)]),
  );
}

/** A value of the type where nothing is known of the field. Text says something, so that there is none for all. */
function plainValue(schema: Json, name: string): unknown {
  if ('const' in schema) return schema.const;
  const [type] = typesOf(schema);
  if (type === 'boolean') return Array.isArray(schema.enum) ? schema.enum[0] : false;
  if (type === 'number' || type === 'integer') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'null') return null;
  throw new Error(`No example is known of the text "${name}": add one to EXAMPLE_VALUES`);
}

function leafExample(schema: Json, name: string): unknown {
  const known = (EXAMPLE_VALUES[name] ?? []).find((value) => keeps(value, schema));
  if (known !== undefined) return known;
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices[0];
  if (typeof schema.format === 'string' && typesOf(schema).includes('string')) {
    return FORMAT_VALUES[schema.format] ?? schema.format;
  }
  return plainValue(schema, name);
}

/**
 * A value that keeps the schema, with what a field of each name is like in the answers of the service; fields that may
 * be absent are. Deterministic.
 */
export function exampleOf(schema: Json, name: string, resolve: Resolve): unknown {
  const { $ref, anyOf, items } = schema;
  if (typeof $ref === 'string') return exampleOf(resolve($ref), name, resolve);
  const [choice] = Array.isArray(anyOf) ? anyOf.filter(isRecord) : [];
  if (choice !== undefined) return exampleOf(choice, name, resolve);
  if (typesOf(schema).includes('object')) return objectExample(schema, resolve);
  const isNamed = (EXAMPLE_VALUES[name] ?? []).some((value) => keeps(value, schema));
  if (!typesOf(schema).includes('array') || isNamed) return leafExample(schema, name);
  return [exampleOf(isRecord(items) ? items : {}, name, resolve)];
}
