import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';

const document = readFileSync('docs/operate.md', 'utf8');

test.each(COMMANDS.map(({ name }) => name))('the operators’ document has %s', (name) => {
  expect(document).toContain(`\`${name}\``);
});

test('what its runbooks call are commands that there are', () => {
  const names = new Set(COMMANDS.map(({ name }) => name));
  const called = Array.from(document.matchAll(/npm run admin -- ([a-z-]+ [a-z-]+)/g), ([, name]) => name);
  expect(called.length).toBeGreaterThan(10);
  expect(called.filter((name) => !names.has(name ?? ''))).toEqual([]);
});

test.each([
  'Deploy.',
  'Roll back.',
  'A key has leaked.',
  'Restore from a point in time.',
  'The market source is down.',
  'New accounts share a gateway key',
  'One credential takes the table',
  'A limit is to be raised.',
])('there is a runbook for: %s', (title) => {
  const [, text = ''] = document.split(`**${title}`);
  const [runbook = ''] = text.split('\n**');
  expect(runbook).toMatch(/npm run [a-z]+|aws [a-z]+ /);
});
