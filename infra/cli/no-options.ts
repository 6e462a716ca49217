import { parseArgs } from 'node:util';
import { optionMistake } from './option-mistake.ts';

/**
 * The command line of a program that takes no options but `--help`: prints what it does, or what is wrong, and ends the
 * process where it is not to go on.
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
