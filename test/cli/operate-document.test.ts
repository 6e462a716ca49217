import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonOptionsOf } from '../../infra/cli/admin/help.ts';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';

const document = readFileSync('docs/operate.md', 'utf8');

test.each(COMMANDS.map(({ name }) => name))('the operations document describes the command %s', (name) => {
  expect(document).toContain(`\`${name}\``);
});

/** The commands in the documents: the words after `npm run admin --`. */
const called = Array.from(document.matchAll(/npm run admin -- ([a-z][^`;#\n]*)/g), ([, words = '']) => words);
const commandOf = (words: string) => COMMANDS.find(({ name }) => `${words.trim()} `.startsWith(`${name} `));

test('the runbooks in the operations document call only commands that exist', () => {
  expect(called.length).toBeGreaterThan(10);
  expect(called.filter((words) => commandOf(words) === undefined)).toEqual([]);
});

test.each(called)(
  'a command in the operations document uses only options that exist: npm run admin -- %s',
  (words) => {
    const command = commandOf(words);
    const known = Object.keys({ ...(command && commonOptionsOf(command)), ...command?.options });
    const given = Array.from(words.matchAll(/--([a-z-]+)/g), ([, option]) => option);
    expect(known).toEqual(expect.arrayContaining(given));
  },
);

test.each([
  'Deploy.',
  'Roll back.',
  'A key has leaked.',
  'Restore from a point in time.',
  'The market source is down.',
  'New accounts share a gateway key',
  'One credential takes the table',
  'A limit is to be raised.',
])('the operations document has a runbook for: %s', (title) => {
  const [, text = ''] = document.split(`**${title}`);
  const [runbook = ''] = text.split('\n**');
  expect(runbook).toMatch(/npm run [a-z]+|aws [a-z]+ /);
});

test('the runbook for a leaked key queries the function logs by route, status and source_ip', () => {
  const [, text = ''] = document.split('**A key has leaked.');
  const [runbook = ''] = text.split('\n**');
  expect(runbook).toMatch(
    /SOURCE logGroups\(namePrefix: \['\$S'\]\) .*credential_id.* by route, status, source_ip/,
  );
});
