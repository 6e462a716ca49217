import { describe, expect, test } from 'vitest';
import { parseStartOptions } from '../../infra/cli/start/options.ts';
import { UsageError } from '../../infra/cli/usage-error.ts';

test('npm start without flags uses the default options', () => {
  expect(parseStartOptions([])).toEqual({
    port: 3000,
    data: undefined,
    catalogSize: 2000,
    live: false,
    credentials: '.local/credentials.json',
  });
});

test('npm start accepts a space or an equals sign between a flag and its value', () => {
  const flags = ['--port', '0', '--data=here', '--catalog-size=100000', '--credentials', 'keys.json'];
  expect(parseStartOptions(flags)).toEqual({
    port: 0,
    data: 'here',
    catalogSize: 100_000,
    live: false,
    credentials: 'keys.json',
  });
  expect(parseStartOptions(['--live'])).toMatchObject({ live: true });
});

test.each([['--help'], ['-h']])('npm start shows the help with %s, regardless of other flags', (flag) => {
  expect(parseStartOptions(['--live', flag])).toBe('help');
});

describe('command line flags that npm start rejects', () => {
  test.each([
    ['an unknown flag', ['--bogus']],
    ['an argument', ['extra']],
    ['a flag without its value', ['--port']],
    ['a port that is not a number', ['--port', 'http']],
    ['a port that is too high', ['--port', '65536']],
    ['a negative port', ['--port=-1']],
    ['an empty folder', ['--data=']],
    ['no strategies', ['--catalog-size', '0']],
    ['a number in scientific notation', ['--catalog-size', '1e3']],
    ['a sample size for live data', ['--live', '--catalog-size', '10']],
  ])('npm start rejects %s with an error of one line', (_, args) => {
    expect(() => parseStartOptions(args)).toThrow(UsageError);
    expect(() => parseStartOptions(args)).toThrow(/^[^\n]+$/);
  });
});
