import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { runTool } from '../../aws/engine/tool.ts';
import { installNpmTools } from './tools.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linters-'));
  const document = buildOpenApi(ROUTES, CURRENT_VERSION, {
    baseUrl: 'https://yield.invalid/v1',
  });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document, null, 2));
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended]\n');
  writeFileSync(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const lint = async (program: string, args: readonly string[]) =>
  runTool(join(await installNpmTools(), 'node_modules', '.bin', program), args, {
    cwd: folder,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });

test('Redocly has no warning about the OpenAPI document', async () => {
  const report = await lint('redocly', [
    'lint',
    'openapi.json',
    '--config',
    'redocly.yaml',
    '--format',
    'json',
  ]);
  const found = JSON.parse(report.slice(report.indexOf('{'), report.lastIndexOf('}') + 1));
  expect(found).toMatchObject({ totals: { errors: 0, warnings: 0 } });
});

test('Spectral has no warning about the OpenAPI document', async () => {
  const report = await lint('spectral', [
    'lint',
    'openapi.json',
    '-r',
    'spectral.yaml',
    '--fail-severity',
    'hint',
  ]);
  expect(report).toContain('No results');
});
