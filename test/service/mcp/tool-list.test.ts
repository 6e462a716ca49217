import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toolsText } from '../../../shared/service/mcp/definitions.ts';

const tools = z
  .array(
    z.object({
      name: z.string(),
      description: z.string(),
      annotations: z.object({ readOnlyHint: z.boolean(), destructiveHint: z.optional(z.boolean()) }),
    }),
  )
  .parse(JSON.parse(await toolsText()));

test('the tools that begin to move money say so, and no other does', () => {
  const destructive = tools.filter(({ annotations }) => annotations.destructiveHint === true);
  expect(destructive.map(({ name }) => name)).toEqual(['deposit', 'withdraw', 'move']);
  expect(destructive.every(({ annotations }) => !annotations.readOnlyHint)).toBe(true);
});

test('the tools that begin to move money say that a sandbox moves none', () => {
  for (const { annotations, description } of tools) {
    if (annotations.destructiveHint !== true) continue;
    expect(description).toContain(
      'Settlement sandbox changes only the test ledger: tell the user that no money moved.',
    );
  }
});
