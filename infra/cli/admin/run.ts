import { parseArgs } from 'node:util';
import { OPERATOR_CAUSE } from '../../../shared/platform/audit/cause.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { optionMistake } from '../option-mistake.ts';
import { recordCommand } from '../record-command.ts';
import { UsageError } from '../usage-error.ts';
import {
  type AwsCommand,
  type Command,
  CommandError,
  type Session,
  type TableCommand,
  text,
  USER_WORD,
  type Values,
} from './command.ts';
import { commandHelp, commonOptionsOf, overview } from './help.ts';
import { readable } from './output.ts';
import { openTarget, sdkRegion, type TargetOptions } from './target.ts';
import { requireUser } from './users.ts';

/** The outside world of the command line: input, output and environment. Tests provide their own. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  out(text: string): void;
  err(text: string): void;
  /** Reads the operator's answer; undefined when the terminal is not interactive. */
  ask(question: string): Promise<string | undefined>;
}

export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

class Declined extends Error {}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...commonOptionsOf(command), ...command.options }).map(([name, { type }]) => [
      name,
      { type },
    ]),
  );
  try {
    const rest = [...args].slice(command.name.split(' ').length);
    return parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(optionMistake(error));
  }
}

function check(command: Command, positionals: readonly string[], values: Values): void {
  if (positionals.length !== command.positionals.length) {
    const expected = command.positionals.join(' ') || 'nothing';
    throw new UsageError(
      `The arguments of \`${command.name}\` must be: ${expected}. Given: ${positionals.join(' ') || 'nothing'}`,
    );
  }
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required === true && values[name] === undefined) throw new UsageError(`--${name} is required`);
  }
}

function targetOptions(values: Values): TargetOptions {
  return {
    table: text(values, 'table'),
    stack: text(values, 'stack'),
    endpoint: text(values, 'endpoint'),
    region: text(values, 'region'),
  };
}

function confirmer(values: Values, place: string, world: World) {
  return async (question: string) => {
    if (values.yes === true) return;
    const answer = await world.ask(`${question} (${place}) [y/N] `);
    if (answer === undefined)
      throw new UsageError(
        'The command needs a confirmation, and there is no terminal. Add --yes to confirm',
      );
    if (!/^y(es)?$/i.test(answer)) throw new Declined();
  };
}

/** --yes does not replace the name, so that a habit or a script deletes nothing from the wrong stack. */
function nameConfirmer(values: Values, world: World) {
  return async (question: string, name: string) => {
    const typed = text(values, 'confirm') ?? (await world.ask(`${question}\nType ${name} to confirm: `));
    if (typed === undefined)
      throw new UsageError(
        `The command needs a confirmation, and there is no terminal. Add --confirm ${name}`,
      );
    if (typed !== name) throw new Declined();
  };
}

/** The command's options as given, without texts that may name a person. */
function givenTo(command: Command, values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(command.options).flatMap(([name, { recorded }]) => {
      const value = values[name];
      if (typeof value === 'string') return recorded === true ? [[name, value]] : [];
      return value === true ? [[name, 'yes']] : [];
    }),
  );
}

/** Prepares the audit record of a command. The account is read from the positionals first. */
async function recordOf(command: TableCommand, session: Session) {
  const { positionals, values } = session;
  const isUser = (_: string, position: number) => command.positionals[position] === USER_WORD;
  const words = positionals.filter((text, position) => !isUser(text, position)).join(' ');
  const who = positionals.find(isUser);
  const userId = who === undefined ? undefined : (await requireUser(session, who)).id;
  return { command: command.name, words, options: givenTo(command, values), userId };
}

async function carryOut(command: Command, args: readonly string[], world: World): Promise<void> {
  const { positionals, values } = parse(command, args);
  if (values.help === true) return world.out(commandHelp(command));
  check(command, positionals, values);
  if (command.worksOn === 'aws') await onAws(command, positionals, values, world);
  else await onTable(command, positionals, values, world);
}

/** How a command on `place` talks to the operator. */
function conversation(positionals: readonly string[], values: Values, place: string, world: World) {
  const json = (value: object) => world.out(JSON.stringify(value, null, 2));
  return {
    now: world.now,
    positionals,
    values,
    print: (value: object) => (values.json === true ? json(value) : world.out(readable(value))),
    printJson: json,
    say: (line: string) => {
      if (values.json !== true) world.out(line);
    },
    confirm: confirmer(values, place, world),
  };
}

async function onAws(command: AwsCommand, positionals: readonly string[], values: Values, world: World) {
  const region = text(values, 'region') ?? (await sdkRegion());
  await command.run({
    ...conversation(positionals, values, `AWS, ${region}`, world),
    region,
    confirmByName: nameConfirmer(values, world),
  });
}

async function onTable(command: TableCommand, positionals: readonly string[], values: Values, world: World) {
  const target = await openTarget(targetOptions(values), world.environment);
  try {
    const session: Session = {
      ...conversation(positionals, values, target.description, world),
      table: target.table,
      environment: target.environment,
      cause: OPERATOR_CAUSE,
      chainSettings: target.chainSettings,
    };
    const done = command.recorded === 'by_command' ? await recordOf(command, session) : undefined;
    await command.run(session);
    if (done !== undefined) await recordCommand(target.table, done, world.now);
  } finally {
    target.close();
  }
}

/** Runs one command line and gives the exit code: 0 done, 1 failed or declined, 2 misunderstood. */
export async function runAdmin(
  commands: readonly Command[],
  args: readonly string[],
  world: World,
): Promise<number> {
  const command = findCommand(commands, args);
  if (command === undefined) {
    const isHelp = args.length === 0 || args.includes('--help');
    if (!isHelp) world.err(`Unknown command \`${args.join(' ')}\`.`);
    world.out(overview(commands));
    return isHelp ? EXIT.done : EXIT.misused;
  }
  try {
    await carryOut(command, args, world);
    return EXIT.done;
  } catch (error) {
    return explain(error, command, world);
  }
}

/** As the SDK names it. */
const NO_CREDENTIALS = 'CredentialsProviderError';
const WHERE_CREDENTIALS = 'No AWS credentials found. Set AWS_PROFILE, or sign in to AWS.';

function explain(error: unknown, command: Command, world: World): number {
  if (error instanceof UsageError) {
    world.err(`${error.message} (see npm run admin -- ${command.name} --help)`);
    return EXIT.misused;
  }
  if (error instanceof Declined) world.err('Nothing was changed.');
  else if (error instanceof CommandError || error instanceof ApiError) world.err(error.message);
  else if (error instanceof Error && error.name === NO_CREDENTIALS) world.err(WHERE_CREDENTIALS);
  else world.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.failed;
}
