import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { UsageError } from '../usage-error.ts';

/** The command was understood and cannot be carried out; the message says why. */
export class CommandError extends Error {}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** How the value is called in the help; strings only. */
  readonly value?: string;
  readonly summary: string;
  readonly required?: boolean;
  /** The value is an id, and is recorded. Other texts are not: what operators write themselves may name a person. */
  readonly recorded?: true;
}

/** The word of a command that says which user it is about, by the id of the account or the address of a wallet. */
export const USER_WORD = 'USER';

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** How a command talks to the operator. */
interface Conversation {
  readonly now: Date;
  /** Words after the command's name, as many as `positionals`. */
  readonly positionals: readonly string[];
  readonly values: Values;
  /** Shows a record as lines, a list as a table; as JSON with --json. */
  print(value: object | readonly object[]): void;
  /** Shows a value as JSON whatever the options say. */
  printJson(value: object): void;
  /** One line for the reader, left out with --json. */
  say(text: string): void;
  /** Returns once the operator has agreed; ends the command otherwise. --yes agrees. */
  confirm(question: string): Promise<void>;
}

/** What a command that works on a table may use. */
export interface Session extends Accounts, Conversation {
  /** The chains that vaults are on, as CHAIN_SETTINGS; undefined for the default ones. */
  readonly chainSettings: string | undefined;
}

/** What a command that works on an AWS account may use. */
export interface AwsSession extends Conversation {
  readonly region: string;
  /** Returns once the operator has typed this name, or given it with --confirm; ends the command otherwise. */
  confirmByName(question: string, name: string): Promise<void>;
}

interface CommandBase {
  /** One or two words, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the words that follow, all required. They are recorded, but for USER_WORD: that is the event's account. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /**
   * What tells the record of who did what: nothing where a command only reads; the use case, of what it changes; or,
   * where none does, the command by its name, its words and its options, as the record may have them, once it is done.
   */
  readonly recorded: 'never' | 'by_use_case' | 'by_command';
  /** Further lines of the help. */
  readonly notes?: string;
}

/** A command that works on the table of a server or a stack. */
export interface TableCommand extends CommandBase {
  readonly worksOn?: 'table';
  run(session: Session): Promise<void>;
}

/** A command that works on an AWS account, where the table may not exist. Nothing is recorded. */
export interface AwsCommand extends CommandBase {
  readonly worksOn: 'aws';
  readonly recorded: 'never';
  run(session: AwsSession): Promise<void>;
}

/** One command of an operator. Each has its own file. */
export type Command = TableCommand | AwsCommand;

/** A string option's value; undefined when it was left out. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number of at least `min` and at most `max`; undefined when it was left out. */
export function wholeNumber(values: Values, name: string, range: { min: number; max: number }) {
  const given = text(values, name);
  if (given === undefined) return undefined;
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new UsageError(`--${name} must be a whole number from ${range.min} to ${range.max}, not ${given}`);
}

/** One of the choices, by the option's or the word's name. */
export function choice<const T extends readonly string[]>(
  name: string,
  given: string | undefined,
  choices: T,
): T[number] | undefined {
  if (given === undefined) return undefined;
  const found = choices.find((one) => one === given);
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be one of: ${choices.join(', ')}; not ${given}`);
}

/** The word at a position, which the parser has made sure of. */
export function word(session: Conversation, position: number): string {
  const found = session.positionals[position];
  if (found === undefined) throw new UsageError(`Argument ${position + 1} is missing`);
  return found;
}
