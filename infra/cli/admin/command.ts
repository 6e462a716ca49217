import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { UsageError } from '../usage-error.ts';

/** The command line is valid, but the command cannot be carried out. The message gives the reason. */
export class CommandError extends Error {}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** Placeholder for the option's value in the help text, such as `NAME`. Only string options have one. */
  readonly value?: string;
  readonly summary: string;
  readonly required?: boolean;
  /**
   * Whether the value is an id that the audit record may contain. Free text is not recorded, because it may
   * name a person.
   */
  readonly recorded?: true;
}

/** Placeholder of the positional argument that identifies a user, by account id or wallet address. */
export const USER_PLACEHOLDER = 'USER';

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

interface CommandContext {
  readonly now: Date;
  /** Positional arguments after the command's name. */
  readonly positionals: readonly string[];
  readonly values: OptionValues;
  /** Prints a record as lines and a list as a table. With --json, prints JSON instead. */
  print(value: object | readonly object[]): void;
  /** Prints a value as JSON, with or without --json. */
  printJson(value: object): void;
  /** Prints one line, except with --json. */
  say(line: string): void;
  /** Asks the operator a yes-or-no question. Resolves only if the answer is yes or the option --yes is set. */
  confirm(question: string): Promise<void>;
}

/** Context that a command on a DynamoDB table receives. */
export interface TableCommandContext extends Accounts, CommandContext {
  /** Chain settings in the format of CHAIN_SETTINGS; undefined for the default chains. */
  readonly chainSettings: string | undefined;
}

/** Context that a command on an AWS account receives. */
export interface AwsCommandContext extends CommandContext {
  readonly region: string;
  /** Asks the operator to type `name`. Rejects unless the operator types it or the option --confirm contains it. */
  confirmByName(question: string, name: string): Promise<void>;
}

interface CommandBase {
  /** One or two words, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  /**
   * Names of the required positional arguments. The audit record contains their values, except the value of
   * USER_PLACEHOLDER.
   */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /**
   * Who writes the audit record: nobody, the use case that the command calls, or the command runner after success.
   */
  readonly recorded: 'never' | 'by_use_case' | 'by_command';
  /** Additional lines of the help text. */
  readonly notes?: string;
}

/** A command that works on the table of a local server or a deployed stack. */
export interface TableCommand extends CommandBase {
  readonly worksOn?: 'table';
  run(commandContext: TableCommandContext): Promise<void>;
}

/** A command that works on an AWS account, where the table may not exist. It writes no audit record. */
export interface AwsCommand extends CommandBase {
  readonly worksOn: 'aws';
  readonly recorded: 'never';
  run(commandContext: AwsCommandContext): Promise<void>;
}

export type Command = TableCommand | AwsCommand;

export function readTextOption(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns the value of an option as a whole number in the range; undefined when the option is absent.
 *
 * @throws UsageError for any other value
 */
export function parseWholeNumber(values: OptionValues, name: string, range: { min: number; max: number }) {
  const optionText = readTextOption(values, name);
  if (optionText === undefined) return undefined;
  const value = /^\d{1,15}$/.test(optionText) ? Number(optionText) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new UsageError(
    `--${name} must be a whole number from ${range.min} to ${range.max}, not ${optionText}`,
  );
}

/**
 * Returns the text if it is one of `choices`; undefined when the text is absent.
 *
 * @throws UsageError that names the option or positional argument, for any other text
 */
export function parseChoice<const T extends readonly string[]>(
  name: string,
  optionText: string | undefined,
  choices: T,
): T[number] | undefined {
  if (optionText === undefined) return undefined;
  const matchingChoice = choices.find((one) => one === optionText);
  if (matchingChoice !== undefined) return matchingChoice;
  throw new UsageError(`${name} must be one of: ${choices.join(', ')}. You gave: ${optionText}`);
}

export function readPositionalArgument(commandContext: CommandContext, position: number): string {
  const word = commandContext.positionals[position];
  if (word === undefined) throw new UsageError(`Argument ${position + 1} is missing`);
  return word;
}
