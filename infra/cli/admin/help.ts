import type { Command, CommandOption } from './command.ts';

/** Options that all commands on an AWS account share. */
const AWS_COMMAND_OPTIONS: Readonly<Record<string, CommandOption>> = {
  region: {
    type: 'string',
    value: 'REGION',
    summary: 'AWS region (default: AWS_REGION or the region of the AWS profile)',
  },
  yes: { type: 'boolean', summary: 'answer all questions with yes' },
  json: { type: 'boolean', summary: 'print JSON' },
  help: { type: 'boolean', summary: 'show this text' },
};

/** Options that all commands on a table share. */
const TABLE_COMMAND_OPTIONS: Readonly<Record<string, CommandOption>> = {
  table: { type: 'string', value: 'NAME', summary: 'name of the DynamoDB table' },
  stack: {
    type: 'string',
    value: 'NAME',
    summary: 'name of a deployed CloudFormation stack; the command uses its table',
  },
  endpoint: {
    type: 'string',
    value: 'URL',
    summary: 'address of a local DynamoDB (default: DynamoDB in AWS)',
  },
  ...AWS_COMMAND_OPTIONS,
};

export function commonOptionsOf(command: Command): Readonly<Record<string, CommandOption>> {
  return command.worksOn === 'aws' ? AWS_COMMAND_OPTIONS : TABLE_COMMAND_OPTIONS;
}

function formatOptionLines(options: Readonly<Record<string, CommandOption>>): string[] {
  const rows = Object.entries(options).map(([name, { value, summary }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    summary,
  ]);
  const leftColumnWidth = Math.max(...rows.map(([leftText]) => leftText?.length ?? 0));
  return rows.map(([leftText = '', rightText = '']) => `  ${leftText.padEnd(leftColumnWidth)}  ${rightText}`);
}

export function buildCommandHelp(command: Command): string {
  const commandSyntax = [command.name, ...command.positionals].join(' ');
  const ownOptionLines = formatOptionLines(command.options);
  return [
    `${command.summary}.`,
    '',
    `Usage: npm run admin -- ${commandSyntax} [options]`,
    ...(ownOptionLines.length === 0 ? [] : ['', ...ownOptionLines]),
    ...(command.notes === undefined ? [] : ['', command.notes]),
    '',
    'Common options:',
    ...formatOptionLines(commonOptionsOf(command)),
  ].join('\n');
}

export function buildOverview(commands: readonly Command[]): string {
  const leftColumnWidth = Math.max(
    ...commands.map(({ name, positionals }) => [name, ...positionals].join(' ').length),
  );
  return [
    'Commands for operators.',
    '',
    'Usage: npm run admin -- COMMAND [options]',
    '',
    ...commands.map(
      ({ name, positionals, summary }) =>
        `  ${[name, ...positionals].join(' ').padEnd(leftColumnWidth)}  ${summary}`,
    ),
    '',
    'Without --table and --stack, a command uses the environment variables TABLE_NAME and DYNAMODB_ENDPOINT. If they are\n' +
      'not set, it uses the local server that npm start runs.',
    '',
    'Options:',
    ...formatOptionLines(TABLE_COMMAND_OPTIONS),
    '',
    'See npm run admin -- COMMAND --help for more about a command.',
  ].join('\n');
}
