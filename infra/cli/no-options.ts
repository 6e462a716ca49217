import { parseArgs } from 'node:util';
import { describeOptionError } from './option-mistake.ts';

/**
 * Parses the command line of a program whose only option is `--help`. Prints the help or an error and ends
 * the process when there are arguments.
 */
export function requireNoOptions(help: string): void {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help !== true) return;
    console.log(help);
    process.exit(0);
  } catch (error) {
    console.error(`${describeOptionError(error)}. The only option is --help.`);
    process.exit(2);
  }
}
