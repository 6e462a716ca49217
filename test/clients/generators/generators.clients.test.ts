import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../clients/sdk/src/index.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { FUTURE_VALUE, type FutureService, startFutureService } from './future-service.ts';
import { compileOpenapiGeneratorGo, GENERATORS, generateWithoutCompiling } from './generators.ts';
import { findInventedTypeNames } from './invented-names.ts';

/** Expected results of the calls in each client program: the call, the status, and a value of the typed response. */
const CALLS: readonly (readonly [string, number, unknown])[] = [
  ['list', 200, 2],
  ['get', 200, true],
  ['refusal', 400, 'invalid_chain'],
  ['prices', 200, 2],
  ['trends', 200, '7d'],
  ['performance', 200, 1],
  ['profile', 200, 'enterprise'],
  ['deposit', 201, 'deposit'],
  ['investments', 200, 'active'],
  ['history', 200, 'deposit'],
  ['page', 200, true],
];

/**
 * Calls in `CALLS` whose expected value is from an extensible set. The simulated future service returns a new value to
 * these calls.
 */
const CALLS_WITH_EXTENSIBLE_VALUE = ['refusal', 'trends', 'deposit', 'investments', 'history'];
const CALLS_WITH_FUTURE_VALUES = CALLS.map(([call, status, value]) => [
  call,
  status,
  CALLS_WITH_EXTENSIBLE_VALUE.includes(call) ? FUTURE_VALUE : value,
]);

let futureService: FutureService;
let stack: E2eStack;
let folder: string;
let document: string;
beforeAll(async () => {
  stack = await startE2e();
  folder = mkdtempSync(join(tmpdir(), 'clients-'));
  document = join(folder, 'openapi.json');
  const { baseUrl } = stack;
  await depositTwice();
  const described = buildOpenApi(ROUTES, CURRENT_VERSION, { baseUrl });
  writeFileSync(document, JSON.stringify(described));
  futureService = await startFutureService(baseUrl, described);
});
afterAll(async () => {
  await futureService.stop();
  await stack.stop();
  rmSync(folder, { recursive: true });
});

/** Two deposits give each client a second page in the history. */
async function depositTwice(): Promise<void> {
  const { key, baseUrl } = { key: stack.keys.enterprise, baseUrl: stack.baseUrl };
  const client = createClient({ baseUrl, credential: key });
  const { data } = await client.strategies.list({ settlement: 'sandbox', asset: 'USDC', per_page: 1 });
  for (const amount of ['5000', '6000']) {
    await client.investments.deposit({ strategy_id: data[0]?.id ?? '', amount });
  }
}

describe('a client that a code generator creates from the OpenAPI document', () => {
  test.each(Object.keys(GENERATORS))(
    'the client that %s generates compiles and calls the service',
    async (name) => {
      const own = join(folder, name.replaceAll(' ', '-'));
      mkdirSync(own);
      const program = await GENERATORS[name]?.({ folder: own, document });
      expect(findInventedTypeNames(own), 'names of types that no person chose').toEqual([]);
      const calls = async (baseUrl: string) => {
        const printed = await program?.({ BASE_URL: baseUrl, API_KEY: stack.keys.enterprise });
        const lines = (printed ?? '').split('\n').filter((line) => line.startsWith('['));
        return lines.map((line): unknown => JSON.parse(line));
      };
      expect(await calls(stack.baseUrl)).toEqual(CALLS);
      expect(await calls(futureService.baseUrl), 'an answer with new fields and values').toEqual(
        CALLS_WITH_FUTURE_VALUES,
      );
    },
  );

  test('the client that openapi-generator makes for Go compiles', async () => {
    const own = join(folder, 'openapi-generator-go');
    mkdirSync(own);
    await compileOpenapiGeneratorGo({ folder: own, document });
    expect(findInventedTypeNames(own), 'names of types that no person chose').toEqual([]);
  });

  test.each(['csharp', 'ruby', 'php'])('openapi-generator creates a client for %s', async (language) => {
    const own = join(folder, `openapi-generator-${language}`);
    mkdirSync(own);
    expect(await generateWithoutCompiling(language, { folder: own, document })).toBeGreaterThan(500);
  });
});
