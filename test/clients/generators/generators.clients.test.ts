import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { GENERATORS } from './generators.ts';

/** What ten calls of every client are answered with: the call, the status, and a value out of the typed answer. */
const CALLS = [
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
];

let stack: E2eStack;
let folder: string;
let document: string;
beforeAll(async () => {
  stack = await startE2e();
  folder = mkdtempSync(join(tmpdir(), 'clients-'));
  document = join(folder, 'openapi.json');
  const { baseUrl } = stack;
  const described = buildOpenApi(ROUTES, CURRENT_VERSION, { baseUrl });
  writeFileSync(document, JSON.stringify(described));
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

describe('a client that a generator makes compiles and calls', () => {
  test.each(Object.keys(GENERATORS))('%s', async (name) => {
    const own = join(folder, name.replaceAll(' ', '-'));
    mkdirSync(own);
    const env = { BASE_URL: stack.baseUrl, API_KEY: stack.keys.enterprise };
    const printed = await GENERATORS[name]?.({ folder: own, document, env });
    const lines = (printed ?? '').split('\n').filter((line) => line.startsWith('['));
    expect(lines.map((line) => JSON.parse(line))).toEqual(CALLS);
  });
});
