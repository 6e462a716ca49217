import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ERRORS } from '../../../shared/platform/contract/errors.ts';
import { toolDefinitionsJson } from '../../../shared/service/mcp/definitions.ts';
import { rewordForTools } from '../../../shared/service/mcp/tool-texts.ts';
import { MCP_TOOLS } from '../../../shared/service/mcp/tools.ts';

const schema = z.looseObject({ properties: z.record(z.string(), z.looseObject({})) });
const text = await toolDefinitionsJson();
const tools = z
  .array(
    z.object({
      name: z.string(),
      description: z.string(),
      inputSchema: schema,
      outputSchema: schema,
      annotations: z.object({
        readOnlyHint: z.boolean(),
        destructiveHint: z.optional(z.boolean()),
        openWorldHint: z.optional(z.boolean()),
      }),
    }),
  )
  .parse(JSON.parse(text));
const named = (name: string) => {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`There is no tool ${name}`);
  return found;
};

describe('the list of MCP tools', () => {
  test('the list of MCP tools is shorter than 7,500 tokens of a language model', () => {
    expect(text.length / 4).toBeLessThan(7_500);
  });

  test('the list does not mention endpoints and headers, which a model cannot use', () => {
    const found = text.match(/\b(GET|POST|PUT|PATCH|DELETE) \/\S*|Idempotency-Key|X-API-KEY|\b404\b|`/g);
    expect(found).toBeNull();
  });

  test('every MCP tool in the list has a schema of its arguments and of its answer', () => {
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object', required: ['data'] });
    }
  });
});

describe('the hints of MCP tools', () => {
  test('only tools that move money, sign or delete have the destructive hint', () => {
    const destructive = tools.filter(({ annotations }) => annotations.destructiveHint === true);
    expect(destructive.map(({ name }) => name)).toEqual([
      ...['deposit', 'withdraw', 'move', 'sign_transaction', 'cancel_transaction', 'delete_alert'],
    ]);
    expect(destructive.every(({ annotations }) => !annotations.readOnlyHint)).toBe(true);
  });

  test('only tools that read have the read-only hint', () => {
    for (const { name, route } of MCP_TOOLS) {
      const { readOnlyHint, destructiveHint } = named(name).annotations;
      expect(readOnlyHint).toBe(route.method === 'GET');
      expect(typeof destructiveHint).toBe(readOnlyHint ? 'undefined' : 'boolean');
    }
  });

  test('the hint openWorldHint is false only for the tools for alerts and limits', () => {
    const closed = tools.filter(({ annotations }) => annotations.openWorldHint === false);
    expect(closed.map(({ name }) => name)).toEqual(['list_alerts', 'create_alert', 'delete_alert', 'limits']);
  });
});

test('the descriptions of deposit, withdraw and move say that the call itself moves no money', () => {
  for (const name of ['deposit', 'withdraw', 'move']) {
    expect(named(name).description).toContain(
      'The call itself moves no money. Sandbox: only a test ledger changes.',
    );
  }
});

/** Arguments that are ids or addresses, with the tool and field that return them. */
const SOURCES: Readonly<Record<string, readonly [tool: string, field: string]>> = {
  'get_strategy.id': ['list_strategies', 'id'],
  ids: ['list_strategies', 'id'],
  strategy_id: ['list_strategies', 'id'],
  from_strategy_id: ['list_investments', 'strategy_id'],
  to_strategy_id: ['list_strategies', 'id'],
  investment_id: ['list_investments', 'id'],
  wallet_address: ['list_wallets', 'walletAddress'],
  address: ['list_wallets', 'walletAddress'],
  'delete_alert.id': ['list_alerts', 'id'],
  id: ['list_chain_transactions', 'id'],
};

test('every id or address that a tool accepts appears in the answer of another tool', () => {
  const taken = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties)
      .filter((argument) => /^(id|ids|address)$|_(id|address)$/.test(argument))
      .map((argument) => ({ name, argument })),
  );
  expect(taken.length).toBeGreaterThan(12);
  for (const { name, argument } of taken) {
    const [tool, field] = SOURCES[`${name}.${argument}`] ?? SOURCES[argument] ?? [];
    const { data } = named(tool ?? '').outputSchema.properties;
    expect(data, `${name}.${argument}`).toHaveProperty(['items', 'properties', field ?? '']);
  }
});

test('error messages for MCP clients name tools instead of endpoints', () => {
  const codes = new Set(MCP_TOOLS.flatMap(({ route }) => route.errors));
  const messages = [...codes].map((code) => rewordForTools(ERRORS[code].message));
  expect(messages.filter((message) => /\b(GET|POST) \/|Idempotency-Key/.test(message))).toEqual([]);
  expect(rewordForTools('GET /strategies?settlement=onchain lists strategies. Send Idempotency-Key.')).toBe(
    'list_strategies with settlement=onchain lists strategies. Send idempotency_key.',
  );
  expect(rewordForTools('GET /strategies/export has all.')).toBe('GET /strategies/export has all.');
});
