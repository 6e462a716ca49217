import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMON_OPTIONS } from '../../infra/cli/admin/help.ts';
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

test('the options that its runbooks give are options that there are', () => {
  const lines = Array.from(document.matchAll(/npm run admin -- ([a-z-]+ [a-z-]+)([^`;#]*)/g));
  for (const [, name, words = ''] of lines) {
    const command = COMMANDS.find((each) => each.name === name);
    const known = [...Object.keys(COMMON_OPTIONS), ...Object.keys(command?.options ?? {})];
    const given = Array.from(words.split('\n')[0]?.matchAll(/--([a-z-]+)/g) ?? [], ([, option]) => option);
    expect(known, `${name} ${words}`).toEqual(expect.arrayContaining(given));
  }
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
