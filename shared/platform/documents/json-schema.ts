import * as z from 'zod';
import type { Route } from '../contract/route.ts';

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Puts the wire type in the place of the text pattern behind it (see query.ts). */
function putWireType(target: Record<string, unknown>): void {
  const { wire, description } = target;
  if (!isRecord(wire)) return;
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, wire, description === undefined ? {} : { description });
}

/** Takes out what only repeats the format or the type: patterns of a hundred characters, the bounds of a double. */
function shorten(target: Record<string, unknown>): void {
  // Zod's own name, which no other reader knows; the pattern beside it says it.
  if (target.format === 'starts_with') delete target.format;
  if (target.format === 'date') delete target.pattern;
  if (target.format === 'date-time' && target.pattern !== undefined) target.pattern = 'Z$';
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
}

/** The JSON schema of what goes over the wire, with the wire type where the check behind it is on text. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      putWireType(target);
      shorten(target);
      // Zod leaves the default of a transformed parameter out, as it is one of the result; ours read the same on the wire.
      if (io === 'input' && zodSchema instanceof z.ZodDefault) target.default = zodSchema.def.defaultValue;
    },
  });
  return rest;
}

/** One value that a request may carry. */
export interface InputField {
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

function fieldsOf(place: InputField['place'], schema: z.ZodObject | undefined): InputField[] {
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => ({
    place,
    name,
    required: needed.includes(name),
    schema: isRecord(property) ? property : {},
  }));
}

/** Everything that a request of the route may carry, in the order of its schemas. */
export function inputFields(route: Route): InputField[] {
  return [
    ...fieldsOf('path', route.params),
    ...fieldsOf('query', route.query),
    ...fieldsOf('body', route.body),
  ];
}
