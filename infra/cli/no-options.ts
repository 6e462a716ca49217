import { parseArgs } from 'node:util';
import { optionMistake } from './option-mistake.ts';

/**
 * Parses the command line of a program without options except `--help`. Prints the help or the mistake and ends the
 * process if there is one.
 */
export function takesNoOptions(help: string): void {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help !== true) return;
    console.log(help);
    process.exit(0);
  } catch (error) {
    console.error(`${optionMistake(error)}. The only option is --help.`);
    process.exit(2);
  }
}
