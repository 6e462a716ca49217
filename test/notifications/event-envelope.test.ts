import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyEventSchema, EVENT_DEFINITIONS } from '../../shared/notifications/contract/event-responses.ts';
import { EVENT_TYPES } from '../../shared/notifications/contract/event-types.ts';

interface Shape {
  readonly type?: unknown;
  readonly items?: unknown;
  readonly anyOf?: unknown;
}

const shapes = (schema: unknown): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) throw new Error('A schema that is no object.');
  const { type, items, anyOf }: Shape = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap(shapes);
  return [type].flat().flatMap((one) => {
    if (one === 'array') return shapes(items).map((of) => `array of ${of}`);
    return [one === 'integer' ? 'number' : String(one)];
  });
};

const part = (schema: unknown, name: string): unknown => {
  if (typeof schema !== 'object' || schema === null)
    throw new Error(`No ${name} in a schema that is no object.`);
  return Object.entries(schema).find(([key]) => key === name)?.[1];
};

/** Returns the JSON Schema of a named Zod schema. Zod stores it in `$defs`. */
const definitionOf = (schema: z.core.$ZodType) => {
  const [definition] = Object.values(z.toJSONSchema(schema).$defs ?? {});
  return definition;
};

test('the schema of event lists accepts every field of every event type', () => {
  const listed = part(part(definitionOf(anyEventSchema), 'properties'), 'data');
  const admitted = new Set(shapes(part(listed, 'additionalProperties')));
  expect(EVENT_DEFINITIONS).toHaveLength(EVENT_TYPES.length);

  for (const { name, schema } of EVENT_DEFINITIONS) {
    const data = part(part(part(definitionOf(schema), 'properties'), 'data'), 'properties');
    if (typeof data !== 'object' || data === null) throw new Error(`${name} has no data.`);
    for (const [field, of] of Object.entries(data)) {
      for (const shape of shapes(of)) expect(admitted, `${name}: ${field}`).toContain(shape);
    }
  }
});
