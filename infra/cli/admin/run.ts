import { parseArgs } from 'node:util';
import { OPERATOR_CAUSE } from '../../../shared/platform/audit/cause.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { describeOptionError } from '../option-mistake.ts';
import { recordCommand } from '../record-command.ts';
import { UsageError } from '../usage-error.ts';
import {
  type AwsCommand,
  type Command,
  CommandError,
  type OptionValues,
  readTextOption,
  type TableCommand,
  type TableCommandContext,
  USER_PLACEHOLDER,
} from './command.ts';
import { buildCommandHelp, buildOverview, commonOptionsOf } from './help.ts';
import { formatValue } from './output.ts';
import { openTargetTable, readAwsRegion, type TargetOptions } from './target.ts';
import { requireUser } from './users.ts';

/** Input, output and environment of the command line. Tests provide their own implementation. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  out(text: string): void;
  err(text: string): void;
  /** Asks the operator a question. Resolves to the answer; undefined when the terminal is not interactive. */
  ask(question: string): Promise<string | undefined>;
}

export const EXIT_CODES = { done: 0, failed: 1, misused: 2 } as const;

class OperatorDeclinedError extends Error {}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

function parseArguments(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...commonOptionsOf(command), ...command.options }).map(([name, { type }]) => [
      name,
      { type },
    ]),
  );
  try {
    const commandArguments = [...args].slice(command.name.split(' ').length);
    return parseArgs({ args: commandArguments, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(describeOptionError(error));
  }
}

function checkArguments(command: Command, positionals: readonly string[], values: OptionValues): void {
  if (positionals.length !== command.positionals.length) {
    const expectedArguments = command.positionals.join(' ') || 'none';
    const givenArguments = positionals.join(' ') || 'none';
    throw new UsageError(
      `The command \`${command.name}\` takes these arguments: ${expectedArguments}. You gave: ${givenArguments}`,
    );
  }
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required === true && values[name] === undefined) throw new UsageError(`--${name} is required`);
  }
}

function readTargetOptions(values: OptionValues): TargetOptions {
  return {
    table: readTextOption(values, 'table'),
    stack: readTextOption(values, 'stack'),
    endpoint: readTextOption(values, 'endpoint'),
    region: readTextOption(values, 'region'),
  };
}

function createConfirmPrompt(values: OptionValues, targetDescription: string, commandIo: CommandIo) {
  return async (question: string) => {
    if (values.yes === true) return;
    const answer = await commandIo.ask(`${question} (${targetDescription}) [y/N] `);
    if (answer === undefined)
      throw new UsageError(
        'The command asks for a confirmation, but there is no terminal. To confirm, add --yes',
      );
    if (!/^y(es)?$/i.test(answer)) throw new OperatorDeclinedError();
  };
}

/**
 * Returns a function that asks the operator to type the stack's name. The option --yes does not skip this question,
 * because a habitual --yes could then delete the wrong stack.
 */
function createNameConfirmPrompt(values: OptionValues, commandIo: CommandIo) {
  return async (question: string, name: string) => {
    const typedName =
      readTextOption(values, 'confirm') ?? (await commandIo.ask(`${question}\nType ${name} to confirm: `));
    if (typedName === undefined)
      throw new UsageError(
        `The command asks for a confirmation, but there is no terminal. To confirm, add --confirm ${name}`,
      );
    if (typedName !== name) throw new OperatorDeclinedError();
  };
}

/** Returns the options for the audit event, without free text, because free text may name a person. */
function selectRecordableOptions(command: Command, values: OptionValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(command.options).flatMap(([name, { recorded }]) => {
      const value = values[name];
      if (typeof value === 'string') return recorded === true ? [[name, value]] : [];
      return value === true ? [[name, 'yes']] : [];
    }),
  );
}

/** Reads the account before the command runs, because the command may delete the account. */
async function prepareAuditRecord(command: TableCommand, commandContext: TableCommandContext) {
  const { positionals, values } = commandContext;
  const isUserArgument = (_: string, position: number) => command.positionals[position] === USER_PLACEHOLDER;
  const positionalText = positionals.filter((text, position) => !isUserArgument(text, position)).join(' ');
  const userArgument = positionals.find(isUserArgument);
  const userId =
    userArgument === undefined ? undefined : (await requireUser(commandContext, userArgument)).id;
  return {
    command: command.name,
    words: positionalText,
    options: selectRecordableOptions(command, values),
    userId,
  };
}

async function runCommand(command: Command, args: readonly string[], commandIo: CommandIo): Promise<void> {
  const { positionals, values } = parseArguments(command, args);
  if (values.help === true) return commandIo.out(buildCommandHelp(command));
  checkArguments(command, positionals, values);
  if (command.worksOn === 'aws') await runOnAws(command, positionals, values, commandIo);
  else await runOnTable(command, positionals, values, commandIo);
}

/**
 * Returns the context that commands for AWS and for the table have in common. Each question to the operator contains
 * `targetDescription`, which names the table or the AWS region.
 */
function createCommandContext(
  positionals: readonly string[],
  values: OptionValues,
  targetDescription: string,
  commandIo: CommandIo,
) {
  const json = (value: object) => commandIo.out(JSON.stringify(value, null, 2));
  return {
    now: commandIo.now,
    positionals,
    values,
    print: (value: object) => (values.json === true ? json(value) : commandIo.out(formatValue(value))),
    printJson: json,
    say: (line: string) => {
      if (values.json !== true) commandIo.out(line);
    },
    confirm: createConfirmPrompt(values, targetDescription, commandIo),
  };
}

async function runOnAws(
  command: AwsCommand,
  positionals: readonly string[],
  values: OptionValues,
  commandIo: CommandIo,
) {
  const region = readTextOption(values, 'region') ?? (await readAwsRegion());
  await command.run({
    ...createCommandContext(positionals, values, `AWS, ${region}`, commandIo),
    region,
    confirmByName: createNameConfirmPrompt(values, commandIo),
  });
}

async function runOnTable(
  command: TableCommand,
  positionals: readonly string[],
  values: OptionValues,
  commandIo: CommandIo,
) {
  const target = await openTargetTable(readTargetOptions(values), commandIo.environment);
  try {
    const commandContext: TableCommandContext = {
      ...createCommandContext(positionals, values, target.description, commandIo),
      table: target.table,
      environment: target.environment,
      cause: OPERATOR_CAUSE,
      chainSettings: target.chainSettings,
    };
    const auditRecord =
      command.recorded === 'by_command' ? await prepareAuditRecord(command, commandContext) : undefined;
    await command.run(commandContext);
    if (auditRecord !== undefined) await recordCommand(target.table, auditRecord, commandIo.now);
  } finally {
    target.close();
  }
}

/** Runs one command line and resolves to its exit code: 0 done, 1 failed or declined, 2 wrong usage. */
export async function runAdmin(
  commands: readonly Command[],
  args: readonly string[],
  commandIo: CommandIo,
): Promise<number> {
  const command = findCommand(commands, args);
  if (command === undefined) {
    const isHelpRequested = args.length === 0 || args.includes('--help');
    if (!isHelpRequested) commandIo.err(`Unknown command \`${args.join(' ')}\`.`);
    commandIo.out(buildOverview(commands));
    return isHelpRequested ? EXIT_CODES.done : EXIT_CODES.misused;
  }
  try {
    await runCommand(command, args, commandIo);
    return EXIT_CODES.done;
  } catch (error) {
    return printError(error, command, commandIo);
  }
}

/** Name of the AWS SDK's error for missing credentials. */
const NO_CREDENTIALS_ERROR_NAME = 'CredentialsProviderError';
const NO_CREDENTIALS_MESSAGE = 'No AWS credentials found. Set AWS_PROFILE, or sign in to AWS.';

function printError(error: unknown, command: Command, commandIo: CommandIo): number {
  if (error instanceof UsageError) {
    commandIo.err(`${error.message} (see npm run admin -- ${command.name} --help)`);
    return EXIT_CODES.misused;
  }
  if (error instanceof OperatorDeclinedError) commandIo.err('Nothing was changed.');
  else if (error instanceof CommandError || error instanceof ApiError) commandIo.err(error.message);
  else if (error instanceof Error && error.name === NO_CREDENTIALS_ERROR_NAME)
    commandIo.err(NO_CREDENTIALS_MESSAGE);
  else commandIo.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT_CODES.failed;
}
