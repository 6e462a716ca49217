import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { runTool } from '../../aws/engine/tool.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { installPythonTools } from './tools.ts';

let service: E2eStack;
let folder: string;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 60 });
  folder = mkdtempSync(join(tmpdir(), 'python-guide-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const guide = readFileSync(join(PROJECT_ROOT, 'docs', 'guides', 'python.md'), 'utf8');
const block = (language: string) => guide.match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's'))?.[1] ?? '';

test('the commands and code of the Python guide generate a client and use it', async () => {
  const bin = join(await installPythonTools(), 'bin');
  const env = { BASE: service.baseUrl, KEY: service.keys.enterprise, PATH: `${bin}:${process.env.PATH}` };
  const [, generate = ''] = block('sh').trim().split('\n');
  await runTool('bash', ['-c', generate], { cwd: folder, env });
  const program = block('python');
  expect(program.split('\n').filter((line) => line !== '')).toHaveLength(20);
  writeFileSync(join(folder, 'first.py'), program);
  const printed = await runTool(join(bin, 'python'), ['first.py'], { cwd: folder, env });
  const [strategy, refused, first, second, ...history] = printed.trim().split('\n');
  expect(strategy).toMatch(/USDC.* \d/);
  const transaction = expect.stringMatching(/^txn_/);
  expect([refused, first, second]).toEqual(['below_minimum_deposit', transaction, transaction]);
  expect(history).toEqual(["['6000']", "['5000']"]);
});
