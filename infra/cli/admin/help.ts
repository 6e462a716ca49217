import type { Command, Option } from './command.ts';

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  table: { type: 'string', value: 'NAME', summary: 'name of the table' },
  stack: { type: 'string', value: 'NAME', summary: 'deployed stack whose table is meant' },
  region: { type: 'string', value: 'REGION', summary: "AWS region (default: the SDK's)" },
  endpoint: { type: 'string', value: 'URL', summary: 'DynamoDB other than AWS' },
  yes: { type: 'boolean', summary: 'do not ask' },
  json: { type: 'boolean', summary: 'print JSON' },
  help: { type: 'boolean', summary: 'show this text' },
};

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  const rows = Object.entries(options).map(([name, { value, summary }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    summary,
  ]);
  const width = Math.max(...rows.map(([left]) => left?.length ?? 0));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`);
}

export function commandHelp(command: Command): string {
  const words = [command.name, ...command.positionals].join(' ');
  const own = optionLines(command.options);
  return [
    `${command.summary}.`,
    '',
    `Usage: npm run admin -- ${words} [options]`,
    ...(own.length === 0 ? [] : ['', ...own]),
    ...(command.notes === undefined ? [] : ['', command.notes]),
    '',
    'Options of every command:',
    ...optionLines(COMMON_OPTIONS),
  ].join('\n');
}

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name, positionals }) => [name, ...positionals].join(' ').length));
  return [
    "The operators' command line.",
    '',
    'Usage: npm run admin -- COMMAND [options]',
    '',
    ...commands.map(
      ({ name, positionals, summary }) => `  ${[name, ...positionals].join(' ').padEnd(width)}  ${summary}`,
    ),
    '',
    'Works on the server that npm start runs, unless told otherwise:',
    ...optionLines(COMMON_OPTIONS),
    '',
    'npm run admin -- COMMAND --help says more of a command.',
  ].join('\n');
}
