import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';
import { getStrategy } from '../../shared/strategies/store/strategies.ts';
import { NOW } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { buildLedgerDependencies, Investor, publish } from '../support/ledger.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** Runs one command line on the table of the test. `answer` is the operator's answer to a question. */
async function admin(words: readonly string[], answer?: boolean) {
  const prompts: string[] = [];
  let out = '';
  let err = '';
  const code = await runAdmin(COMMANDS, words[0] === 'switch' ? words : ['strategy', ...words], {
    environment: { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.name },
    now: NOW,
    out: (text) => {
      out += `${text}\n`;
    },
    err: (text) => {
      err += `${text}\n`;
    },
    ask: async (question) => {
      prompts.push(question);
      return answer === undefined ? undefined : answer ? 'y' : 'n';
    },
  });
  return { code, out, err, prompts };
}
async function json(words: readonly string[], answer?: boolean) {
  const { code, out, err } = await admin([...words, '--json'], answer);
  expect([err, code]).toEqual(['', EXIT_CODES.done]);
  return JSON.parse(out);
}

test('the command "strategy pause" stops deposits after the operator confirms it', async () => {
  const { id, name } = await publish(table);
  const ann = new Investor('usr_ann', buildLedgerDependencies(table));
  const readStrategyStatus = async () => (await getStrategy(table, id))?.status;

  const declined = await admin(['pause', id], false);
  expect(declined).toMatchObject({ code: EXIT_CODES.failed, err: 'Nothing was changed.\n' });
  expect(declined.prompts).toEqual([expect.stringContaining(`Reject all new deposits into ${id}`)]);
  expect((await admin(['pause', id])).code).toBe(EXIT_CODES.misused);
  await ann.deposit(id, '100');

  const paused_at = NOW.toISOString();
  const row = { id, name, status: 'paused', paused_at, reason: 'Its oracle is doubted.' };
  expect(await json(['pause', id, '--reason', ' Its oracle is doubted. '], true)).toEqual(row);
  await expect(ann.deposit(id, '100')).rejects.toMatchObject({ code: 'strategy_not_accepting_deposits' });
  await table.settle();
  expect(await json(['list-paused'])).toEqual([row]);
  expect((await admin(['list-paused'])).out).toContain('Its oracle is doubted.');

  expect(await admin(['resume', id], false)).toMatchObject({
    code: EXIT_CODES.failed,
    err: 'Nothing was changed.\n',
  });
  expect(await readStrategyStatus()).toBe('paused');
  expect(await json(['resume', id, '--yes'])).toEqual({ id, name, status: 'listed', was_paused: true });
  await ann.deposit(id, '100');
  expect(await json(['resume', id, '--yes'])).toMatchObject({ status: 'listed', was_paused: false });
  expect(await json(['list-paused'])).toEqual([]);
});

test('"strategy pause" and "strategy resume" print that the change is visible after the next ingestion', async () => {
  const { id } = await publish(table);
  expect((await admin(['pause', id, '--yes'])).out).toContain('after the next ingestion');
  expect((await admin(['resume', id, '--yes'])).out).toContain('after the next ingestion');
});

test.each([
  [
    ['pause'],
    EXIT_CODES.misused,
    'The command `strategy pause` takes these arguments: STRATEGY. You gave: none',
  ],
  [
    ['pause', 'strat_x', '--reason', ' ', '--yes'],
    EXIT_CODES.misused,
    '--reason must be 1 to 200 characters',
  ],
  [
    ['pause', 'strat_x', '--reason', 'x'.repeat(201), '--yes'],
    EXIT_CODES.misused,
    '--reason must be 1 to 200',
  ],
  [
    ['pause', 'strat_none', '--yes'],
    EXIT_CODES.failed,
    'No strategy with this id exists. GET /strategies lists all ids.',
  ],
  [
    ['resume', 'strat_none', '--yes'],
    EXIT_CODES.failed,
    'No strategy with this id exists. GET /strategies lists all ids.',
  ],
])('the command "strategy" with the invalid arguments %j is rejected', async (words, code, message) => {
  expect(await admin(words)).toMatchObject({ code, err: expect.stringContaining(message) });
});

test('after an operator stops all deposits, each deposit is rejected with the reason of the operator', async () => {
  const { id } = await publish(table);
  const ann = new Investor('usr_switched', buildLedgerDependencies(table));
  const { investment_id } = await ann.deposit(id, '100', 'before');

  await json(['switch', 'stop', 'deposits', '--reason', 'A vault is being looked into.', '--yes']);
  await expect(ann.deposit(id, '100')).rejects.toMatchObject({
    code: 'strategy_not_accepting_deposits',
    message: 'Deposits are stopped for all strategies: A vault is being looked into.',
  });
  expect(await ann.deposit(id, '100', 'before')).toMatchObject({ investment_id });
  await ann.withdraw(investment_id, '1');
  expect(await json(['switch', 'show'])).toEqual([
    { switch: 'deposits', at: NOW.toISOString(), text: 'A vault is being looked into.' },
  ]);

  await json(['switch', 'start', 'deposits', '--yes']);
  await ann.deposit(id, '100');
  expect(await json(['switch', 'show'])).toEqual([]);
  expect((await admin(['switch', 'stop', 'withdrawals', '--reason', 'no', '--yes'])).code).toBe(
    EXIT_CODES.misused,
  );
});
