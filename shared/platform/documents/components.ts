import type * as z from 'zod/mini';
import { exampleOf } from './examples/examples.ts';
import { isRecord, type Json, namedJsonSchema } from './json-schema.ts';
import { FIELD_MEANINGS } from './vocabulary.ts';

const REFERENCE = '#/components/schemas/';

/** A schema where each field says what it is: what its schema says, or else what its name means everywhere. */
export function explained(schema: Json): Json {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties' && isRecord(value)) return [key, explainedFields(value)];
    if (isRecord(value)) return [key, explained(value)];
    if (Array.isArray(value)) return [key, value.map((each) => (isRecord(each) ? explained(each) : each))];
    return [key, value];
  });
  return Object.fromEntries(entries);
}

/** Whether a field says what it is, itself or in what it may be. */
function isDescribed({ description, $ref, anyOf }: Json): boolean {
  if (description !== undefined || $ref !== undefined) return true;
  return Array.isArray(anyOf) && anyOf.filter(isRecord).some(isDescribed);
}

function explainedFields(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = isRecord(value) ? explained(value) : {};
      const description = isDescribed(schema) ? undefined : FIELD_MEANINGS[name];
      return [name, description === undefined ? schema : { ...schema, description }];
    }),
  );
}

/** The named schemas that a document's answers refer to, taken up as they are met. */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** A schema of an answer, with references to the named ones in it. */
  schemaOf(given: z.ZodMiniType): Json {
    const { schema, named } = namedJsonSchema(given, 'output');
    for (const [name, definition] of Object.entries(named)) {
      if (isRecord(definition) && !this.#schemas.has(name)) this.#schemas.set(name, explained(definition));
    }
    return explained(schema);
  }

  /** Takes up a schema under a name of the document's own, and gives a reference to it. */
  add(name: string, given: z.ZodMiniType): Json {
    this.#schemas.set(name, this.schemaOf(given));
    return { $ref: `${REFERENCE}${name}` };
  }

  /** A value that keeps a schema of this document. */
  exampleOf(schema: Json, name: string): unknown {
    return exampleOf(schema, name, (reference) => this.#schemas.get(reference.slice(REFERENCE.length)) ?? {});
  }

  /** All of them by name. */
  toJson(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }
}
