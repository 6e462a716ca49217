import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeOptionError } from '../../infra/cli/option-mistake.ts';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { ALL } from './suites.ts';

const HELP = `Lints the synthesized templates. Then runs the tests that need a table on Amazon DynamoDB Local, behind a proxy with
the permissions, conflicts and limits of the real service.

Usage: npm run test:aws [-- PATH ...] [options]

  PATH                      run only the files whose path contains PATH
  --no-lag                  make every read consistent
  --outputFile.json FILE    file for the results (default .local/test-aws/tests.json)
  --reporter NAME           vitest reporter, in addition to default and json
  --lint                    lint the templates first (npm run test:aws sets it)
  --help                    show this text

It needs Java 17, Maven and Python 3.10 with venv. Exit codes: 0 all passed, 1 a test failed or a tool is missing,
2 wrong usage.`;

const OPTIONS = {
  'no-lag': { type: 'boolean', default: false },
  reporter: { type: 'string', multiple: true },
  'outputFile.json': { type: 'string' },
  lint: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export interface RunOptions {
  /** Parts of the paths of the test files to run. Empty for a whole run. */
  readonly filters: readonly string[];
  readonly isLagging: boolean;
  readonly isLinted: boolean;
  /** Absolute path of the results file. Undefined for the default path. */
  readonly results: string | undefined;
}

/**
 * Returns whether a filter selects at least one test file. A filter is a part of the file's path, or a path relative to
 * the current folder.
 */
function matchesSuite(filter: string): boolean {
  const files = globSync([...ALL], { cwd: PROJECT_ROOT }).map((file) => join(PROJECT_ROOT, file));
  return files.some((file) => file.includes(filter) || file.includes(resolve(filter)));
}

/** Ends the process with one line about an invalid command line. */
function refuse(mistake: string): never {
  console.error(`${mistake} (see npm run test:aws -- --help)`);
  process.exit(2);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    return refuse(describeOptionError(error));
  }
}

/** Returns the parsed command line. For help and for an invalid command line, prints a text and ends the process. */
export function readArguments(args: readonly string[]): RunOptions {
  const { values, positionals: filters } = parse(args);
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const unknownFilters = filters.filter((filter) => !matchesSuite(filter));
  if (unknownFilters.length > 0) refuse(`No suite matches this path: ${unknownFilters.join(', ')}`);
  const results = values['outputFile.json'];
  return {
    filters,
    isLagging: !values['no-lag'],
    isLinted: values.lint,
    results: results === undefined ? undefined : resolve(results),
  };
}
