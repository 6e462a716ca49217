import { expect } from 'vitest';
import * as z from 'zod/mini';
import { USER_PLACEHOLDER } from '../../../infra/cli/admin/command.ts';
import { COMMANDS } from '../../../infra/cli/admin/registry.ts';
import { EXIT_CODES } from '../../../infra/cli/admin/run.ts';
import { runAdminCommand } from '../../support/admin.ts';
import type { EmbeddedTable } from '../../support/engine/embedded-table.ts';

const made = z.looseObject({ id: z.string() });

/** Runs an operator command and confirms its questions. Returns the id of the created or changed item. */
export async function runOperatorCommand(table: EmbeddedTable, ...words: string[]): Promise<string> {
  const { code, out, err } = await runAdminCommand(table, [...words, '--json'], true);
  expect([words, err, code]).toEqual([words, '', EXIT_CODES.done]);
  return z.catch(made, { id: '' }).parse(JSON.parse(out)).id;
}

/** The user and items that operator commands change. */
interface Subject {
  readonly id: string;
  readonly name: string;
  readonly wallet: string;
  readonly investment: string;
  readonly strategy: string;
}

/**
 * Runs every operator command that changes a user or items of the user. Each command with a user runs twice: with the
 * wallet and with the id. Reasons and names contain the user's name or wallet.
 */
export async function runEveryOperatorCommand(
  table: EmbeddedTable,
  { id, name, wallet, investment, strategy }: Subject,
): Promise<void> {
  const done: string[] = [];
  const run = (...words: string[]) => {
    done.push(words.slice(0, 2).join(' '));
    return runOperatorCommand(table, ...words);
  };
  for (const user of [wallet, id]) {
    await run('user', 'set-plan', user, 'enterprise');
    await run('user', 'set-limits', user, '--requests-per-minute', '9000', '--burst', '9000');
    await run('user', 'set-limits', user, '--plan-default');
    await run('user', 'set-role', user, 'user');
    await run('user', 'set-role', user, 'admin');
    await run('user', 'suspend', user, '--reason', name);
    await run('user', 'reinstate', user, '--reason', name);
    await run('user', 'export', user);
    const key = await run('key', 'issue', user, '--name', name);
    await run('key', 'revoke', user, key);
    await run('session', 'end', user);
    await run(
      'ledger',
      'adjust',
      user,
      investment,
      '1',
      '--reason',
      'Goodwill',
      '--reference',
      `${name} ${user}`,
    );
  }
  await run('strategy', 'pause', strategy, '--reason', `${name} asked`);
  await run('strategy', 'resume', strategy);
  await run('switch', 'stop', 'ingestion', '--reason', `${wallet} asked`);
  await run('switch', 'start', 'ingestion');
  await run('switch', 'notice', '--text', `${name} is well`);
  await run('switch', 'notice', '--clear');
  const about = COMMANDS.filter(
    ({ positionals, recorded }) => positionals.includes(USER_PLACEHOLDER) && recorded !== 'never',
  );
  const missing = about.map((command) => command.name).filter((each) => !done.includes(each));
  expect(missing).toEqual(['user erase']);
}
