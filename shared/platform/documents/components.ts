import type * as z from 'zod/mini';
import { exampleOf } from './examples/examples.ts';
import { buildSchemaWithDefinitions, CLOSED_VALUE_SETS, isRecord, type Json } from './json-schema.ts';
import { mergeObjects } from './merge-objects.ts';
import {
  ELEMENT_ENUM_NAMES,
  elementTypeName,
  fieldTypeName,
  MERGED_TYPE_NAMES,
  META_TYPE_NAMES,
} from './type-names.ts';
import { FIELD_DESCRIPTIONS } from './vocabulary.ts';

const REFERENCE_PREFIX = '#/components/schemas/';

const referenceTo = (name: string): Json => ({ $ref: `${REFERENCE_PREFIX}${name}` });

/** Adds the descriptions in FIELD_DESCRIPTIONS, by field name, to fields that have no description. */
export function withDescriptions(schema: Json): Json {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties' && isRecord(value)) return [key, withFieldDescriptions(value)];
    if (isRecord(value)) return [key, withDescriptions(value)];
    if (Array.isArray(value))
      return [key, value.map((each) => (isRecord(each) ? withDescriptions(each) : each))];
    return [key, value];
  });
  return Object.fromEntries(entries);
}

function hasDescription({ description, $ref, anyOf }: Json): boolean {
  if (description !== undefined || $ref !== undefined) return true;
  return Array.isArray(anyOf) && anyOf.filter(isRecord).some(hasDescription);
}

function withFieldDescriptions(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = isRecord(value) ? withDescriptions(value) : {};
      const description = hasDescription(schema) ? undefined : FIELD_DESCRIPTIONS[name];
      return [name, description === undefined ? schema : { ...schema, description }];
    }),
  );
}

const isNullSchema = (schema: Json) => schema.type === 'null';
/** Returns a schema as text without descriptions, to compare the structure of two schemas. */
const schemaWithoutTexts = (schema: Json) =>
  JSON.stringify(schema, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );

/**
 * Returns the component name of a closed set: an enum to which later versions add no values. Returns undefined for
 * other schemas.
 */
function findClosedSetName({ type, enum: values }: Json): string | undefined {
  if (type !== 'string') return undefined;
  return Object.keys(CLOSED_VALUE_SETS).find(
    (name) => JSON.stringify(CLOSED_VALUE_SETS[name]) === JSON.stringify(values),
  );
}

/**
 * The named schemas of an OpenAPI document. Every object is a named schema. Otherwise client generators would
 * invent names.
 */
export class Components {
  readonly #schemas = new Map<string, Json>();
  /** Named schemas from the API contracts. Their nested objects are not replaced by references yet. */
  readonly #contractSchemas = new Map<string, Json>();

  /** Adds the schema of a response and returns a reference to it. */
  addResponse(name: string, zodSchema: z.ZodMiniType): Json {
    const { schema, namedSchemas } = buildSchemaWithDefinitions(zodSchema, 'answer');
    for (const [definitionName, definition] of Object.entries(namedSchemas)) {
      if (isRecord(definition) && !this.#contractSchemas.has(definitionName))
        this.#contractSchemas.set(definitionName, withDescriptions(definition));
    }
    const convertedSchema = this.#convertInner(withDescriptions(schema), name);
    return convertedSchema.type === 'object' ? this.#register(name, convertedSchema) : convertedSchema;
  }

  /** Adds the schema of a request body and returns a reference to it. */
  addBody(name: string, schema: Json): Json {
    return this.#convertInner(schema, name);
  }

  exampleOf(schema: Json, name: string): unknown {
    return exampleOf(schema, name, (reference) => this.#resolve({ $ref: reference }));
  }

  /**
   * Returns an example response for an operation whose real response was not recorded yet. The example
   * contains `…` for each text without a known example.
   */
  draftResponse(schema: Json, name: string): unknown {
    return exampleOf(schema, name, (reference) => this.#resolve({ $ref: reference }), '…');
  }

  toJson(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }

  #resolve(schema: Json): Json {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const name = $ref.slice(REFERENCE_PREFIX.length);
    return this.#schemas.get(name) ?? this.#contractSchemas.get(name) ?? {};
  }

  /**
   * Stores a schema under a name and returns a reference to it.
   *
   * @throws Error if a different schema has the same name; choose other names in type-names.ts
   */
  #register(name: string, schema: Json): Json {
    const existingSchema = this.#schemas.get(name);
    if (existingSchema !== undefined && schemaWithoutTexts(existingSchema) !== schemaWithoutTexts(schema)) {
      throw new Error(`Two schemas are called ${name}: give one of them a name in type-names.ts`);
    }
    if (existingSchema === undefined) this.#schemas.set(name, schema);
    return referenceTo(name);
  }

  /**
   * Replaces objects, unions of objects, and closed sets (enums that never get new values) by references to named
   * schemas.
   */
  #convertInner(schema: Json, name: string): Json {
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return this.#addContractSchema($ref.slice(REFERENCE_PREFIX.length));
    const closedSetName = findClosedSetName(schema);
    if (closedSetName !== undefined) {
      const { description, ...set } = schema;
      this.#register(closedSetName, set);
      return referenceTo(closedSetName);
    }
    const elementName = Array.isArray(schema.enum) ? ELEMENT_ENUM_NAMES[name] : undefined;
    if (elementName !== undefined) return this.#register(elementName, schema);
    if (isRecord(schema.properties)) return this.#register(name, this.#convertParts(schema, name));
    if (!Array.isArray(anyOf)) return this.#convertParts(schema, name);
    const variants = anyOf.filter(isRecord).filter((each) => !isNullSchema(each));
    if (variants.length > 1) return this.#mergeVariants(variants, name);
    const [value = {}] = variants;
    const { anyOf: _, ...rest } = schema;
    const describedSchema = rest.description === undefined ? value : { ...rest, ...value };
    const convertedValue = this.#convertInner(describedSchema, name);
    return convertedValue.$ref === undefined && !Array.isArray(convertedValue.anyOf)
      ? { ...schema, anyOf: [this.#convertInner(value, name), { type: 'null' }] }
      : { anyOf: [convertedValue, { type: 'null' }] };
  }

  /** Adds a schema that a contract names, and the schemas inside it. Returns a reference to it. */
  #addContractSchema(name: string): Json {
    const contractSchema = this.#contractSchemas.get(name);
    if (contractSchema !== undefined && !this.#schemas.has(name)) {
      // The schema is stored before the schemas inside it are converted, because it may contain a reference to
      // itself.
      this.#schemas.set(name, contractSchema);
      this.#schemas.set(name, this.#convertParts(contractSchema, name));
    }
    return referenceTo(name);
  }

  /**
   * Merges the variants of a union into one object schema, so that clients can also read variants that are added later.
   */
  #mergeVariants(variants: readonly Json[], name: string): Json {
    const key = variants.map(({ $ref }) => String($ref ?? '').slice(REFERENCE_PREFIX.length)).join(' ');
    const objectVariants = variants
      .map((each) => this.#resolve(each))
      .filter((each) => isRecord(each.properties));
    // If a variant is not an object, the schema allows any value, because later versions may add variants of other
    // types.
    if (objectVariants.length < variants.length) return {};
    return this.#convertInner(mergeObjects(objectVariants), MERGED_TYPE_NAMES[key] ?? name);
  }

  /** Replaces all objects in a schema's fields and array elements by references. */
  #convertParts(schema: Json, name: string): Json {
    const { properties, items, additionalProperties } = schema;
    return {
      ...schema,
      ...(isRecord(properties) && { properties: this.#fields(properties, name) }),
      ...(isRecord(items) && { items: this.#convertInner(items, elementTypeName(name)) }),
      ...(isRecord(additionalProperties) && {
        additionalProperties: this.#values(additionalProperties, elementTypeName(name)),
      }),
    };
  }

  #values(schema: Json, name: string): unknown {
    const values = this.#convertInner(schema, name);
    return Object.keys(values).length === 0 ? true : values;
  }

  #fields(properties: Json, parentTypeName: string): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([field, value]) => {
        const schema = isRecord(value) ? value : {};
        const keys = isRecord(schema.properties) ? Object.keys(schema.properties).join(' ') : undefined;
        const name =
          (field === 'meta' && keys !== undefined && META_TYPE_NAMES[keys]) ||
          fieldTypeName(parentTypeName, field);
        return [field, this.#convertInner(schema, name)];
      }),
    );
  }
}
