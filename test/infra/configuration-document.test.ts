import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSettingNames, toContextName } from '../../infra/context.ts';
import { readConfig } from '../../shared/platform/config.ts';

const [stage = '', functions = ''] = readFileSync('docs/configuration.md', 'utf8').split(
  '\nThe functions read ',
);

/** Returns the names in the first column of a document's table. */
const listNamesInTable = (text: string) =>
  Array.from(text.matchAll(/^\| (`[^|]+`) \|/gm), ([, names = '']) =>
    Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => name),
  ).flat();

test('the configuration document describes exactly the settings of a stage file', () => {
  expect(listNamesInTable(stage).toSorted()).toEqual([...listSettingNames()].toSorted());
});

test('the configuration document describes every environment variable that the functions read', () => {
  // Variables with the same names as settings. The setting `deployment` has another meaning, and the setting
  // `tableName` is optional.
  const named = ['DEPLOYMENT', 'TABLE_NAME'];
  const settings = listSettingNames();
  const others = Object.keys(readConfig({})).filter((name) => !settings.has(toContextName(name)));
  expect(listNamesInTable(functions).toSorted()).toEqual([...others, ...named].toSorted());
});
