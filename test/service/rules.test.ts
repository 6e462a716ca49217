import '../../shared/platform/messages.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ROUTES } from '../../shared/service/routes.ts';

/** Values that almost no field accepts. */
const JUNK: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e21,
  '',
  '\u0000',
  'x'.repeat(20_000),
  [],
  [{}],
  {},
  { a: 1 },
];

/** How the service's own validation messages start. Those of the validation library start differently. */
const SERVICE_MESSAGE_PATTERN = /^(must|is|send|has|needs)\b/;

function rulesBrokenBy(schema: z.core.$ZodType, value: unknown): string[] {
  const { error } = z.safeParse(schema, value, { reportInput: true });
  return (error?.issues ?? [])
    .filter(({ code, input }) => code !== 'unrecognized_keys' && input !== undefined)
    .map(({ message }) => message);
}

describe.each(ROUTES.map((route) => [route.id, route] as const))(
  'the validation messages of %s',
  (_, { params, query, body }) => {
    test('the message of every broken rule comes from this service and not from the schema library', () => {
      const schemas = [params, query, body].filter((schema) => schema !== undefined);
      const messages = schemas.flatMap((schema) => [
        ...JUNK.flatMap((value) => rulesBrokenBy(schema, value)),
        ...Object.values(schema.shape).flatMap((field) =>
          JUNK.flatMap((value) => rulesBrokenBy(field, value)),
        ),
      ]);
      expect(messages.filter((message) => !SERVICE_MESSAGE_PATTERN.test(message))).toEqual([]);
    });
  },
);
