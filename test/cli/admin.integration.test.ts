import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TableCommand, USER_PLACEHOLDER } from '../../infra/cli/admin/command.ts';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';
import { putCurrentPlans } from '../../shared/access/credentials.ts';
import {
  buildCredentialText,
  CREDENTIAL_RANDOM_BYTES,
  hashCredential,
  parseCredential,
} from '../../shared/access/domain/credential.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import { readEventPage } from '../../shared/platform/audit/events.ts';
import { scanPages } from '../../shared/platform/dynamodb/query-all.ts';
import { ITEMS, partitionPrefixOf } from '../../shared/platform/dynamodb/table.ts';
import { createAccountsContext, makeSession, makeUser, NOW } from '../support/accounts.ts';
import { type AdminRun, runAdminCommand } from '../support/admin.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { buildLedgerDependencies, Investor, publish } from '../support/ledger.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const ANY_COMMAND: TableCommand = {
  name: 'any thing',
  summary: 'Anything',
  positionals: [],
  recorded: 'never',
  options: {},
  run: async () => {},
};

/** Runs one command line on the table of the test. Its words are separated by spaces. */
const admin = (words: string, answer?: boolean, commands = COMMANDS): Promise<AdminRun> =>
  runAdminCommand(
    table,
    words.split(' ').filter((word) => word !== ''),
    answer,
    commands,
  );

async function json(words: string, answer?: boolean): Promise<unknown> {
  if (words.startsWith('user list')) await processAllStreamRecords(table);
  const { code, out, err } = await admin(`${words} --json`, answer);
  expect([err, code]).toEqual(['', EXIT_CODES.done]);
  return JSON.parse(out);
}

const printedUserSchema = z.looseObject({ id: z.string(), role: z.string() });
const printedKeySchema = z.looseObject({ id: z.string(), key: z.string(), scopes: z.array(z.string()) });

const runUserCommand = async (words: string, answer?: boolean) =>
  printedUserSchema.parse(await json(words, answer));
const runKeyCommand = async (words: string) => printedKeySchema.parse(await json(words));

describe('the help and errors of npm run admin', () => {
  test('the help lists every command and shows the arguments and options of each command', async () => {
    const { code, out } = await admin('');
    expect(code).toBe(EXIT_CODES.done);
    for (const { name, summary, positionals, options } of COMMANDS) {
      expect(out).toContain(summary);
      const help = await admin(`${name} --help`);
      expect([help.code, help.err]).toEqual([EXIT_CODES.done, '']);
      expect(help.out).toContain([`-- ${name}`, ...positionals].join(' '));
      for (const option of Object.keys(options)) expect(help.out).toContain(`--${option}`);
    }
  });

  test('a command that finds no AWS credentials reports the missing credentials in one line', async () => {
    const missing = Object.assign(new Error('none'), { name: 'CredentialsProviderError' });
    const asking = { ...ANY_COMMAND, run: () => Promise.reject(missing) };
    const { code, err } = await admin('any thing', undefined, [asking]);
    expect([code, err]).toEqual([
      EXIT_CODES.failed,
      expect.stringMatching(/^No AWS credentials found.*AWS_PROFILE.*\n$/),
    ]);
  });

  test('no command name equals the first words of another command name', () => {
    for (const { name } of COMMANDS) {
      expect(COMMANDS.filter((other) => `${other.name} `.startsWith(`${name} `))).toHaveLength(1);
    }
  });
});

describe('a command line that is not valid', () => {
  test.each([
    ['user', 'Unknown command `user`'],
    ['nonsense', 'Unknown command `nonsense`'],
    ['user create --colour red', "Unknown option '--colour'"],
    ['user create extra', 'The command `user create` takes these arguments: none. You gave: extra'],
    ['user show', 'The command `user show` takes these arguments: USER. You gave: none'],
    ['user create --plan gold', '--plan must be one of: free, pro, enterprise. You gave: gold'],
    ['user create --wallet 0x1', '0x1 is not a wallet address'],
    ['user list --page 0', '--page must be a whole number'],
  ])('the command line "npm run admin -- %s" is rejected', async (words, message) => {
    const { code, err } = await admin(words);
    expect(code).toBe(EXIT_CODES.misused);
    expect(err).toContain(message);
  });

  test('a command line is rejected if it names neither a stack nor a table', async () => {
    const errors: string[] = [];
    const code = await runAdmin(COMMANDS, ['user', 'list', '--endpoint', table.endpoint], {
      environment: {},
      now: NOW,
      out: () => {},
      err: (text) => errors.push(text),
      ask: async () => undefined,
    });
    expect([code, errors.join()]).toEqual([EXIT_CODES.misused, expect.stringContaining('--table NAME')]);
  });
});

describe('the operator commands for users', () => {
  test('the user commands create, find and list users', async () => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const made = await runUserCommand(
      `user create --name Ada --wallet ${address.toLowerCase()} --plan pro --role admin`,
    );
    expect(made).toMatchObject({ name: 'Ada', wallet_address: address, plan: 'pro', role: 'admin' });
    expect(await json(`user show ${made.id}`)).toEqual(made);
    expect(await json(`user show ${address}`)).toEqual(made);
    expect(await json('user list --plan pro --role admin')).toEqual([made]);
    expect(await json('user list --plan free')).toEqual([]);
    expect((await admin('user list')).out).toContain(`Page 1 of 1, 1 users.`);
    const again = await admin(`user create --wallet ${address}`);
    expect([again.code, again.err]).toEqual([
      EXIT_CODES.failed,
      expect.stringContaining('already belongs to a user. See `user show 0x'),
    ]);
    const unknown = await admin('user show usr_none');
    expect([unknown.code, unknown.err]).toEqual([
      EXIT_CODES.failed,
      'No user has the id or wallet usr_none. Find the id with `user list`\n',
    ]);
  });

  test('a change of plan, limits or role by a user command applies to the next request of the user', async () => {
    const { id } = await runUserCommand('user create');
    await json(`key issue ${id}`);
    const stored = () => getAccountRecord(table, id);
    await json(`user set-plan ${id} enterprise`);
    await json(`user set-limits ${id} --requests-per-minute 6000 --burst 900`);
    expect(await stored()).toMatchObject({
      plan: 'enterprise',
      bucket: { requestsPerMinute: 6_000, burst: 900 },
    });
    await json(`user set-limits ${id} --plan-default`);
    expect(await stored()).toMatchObject({ bucket: { requestsPerMinute: 3_000, burst: 5_000 } });
    expect((await runUserCommand(`user set-role ${id} admin`, true)).role).toBe('admin');
    expect((await stored())?.role).toBe('admin');
    expect(await json('user list --role admin --plan enterprise')).toHaveLength(1);
  });

  test.each([
    ['--requests-per-minute 10', EXIT_CODES.misused, 'Give both'],
    ['--plan-default --burst 5', EXIT_CODES.misused, 'Give both'],
    ['--requests-per-minute 60001 --burst 5', EXIT_CODES.misused, 'from 1 to 60000'],
    ['--requests-per-minute 10 --burst 5', EXIT_CODES.failed, 'is on the free plan'],
  ])('the user commands reject invalid limits: %s', async (options, code, message) => {
    const { id } = await runUserCommand('user create');
    const run = await admin(`user set-limits ${id} ${options}`);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('the operator commands for API keys', () => {
  test('the command "key issue" prints the text of a new API key, but "key list" never prints it', async () => {
    const { id } = await runUserCommand('user create');
    const issued = await runKeyCommand(`key issue ${id} --name ci --scopes strategies:read,market:read`);
    expect(parseCredential(issued.key)?.environment).toBe('test');
    expect(issued.scopes).toEqual(['strategies:read', 'market:read']);
    const listed = await admin(`key list ${id}`);
    expect(listed.out).toContain(issued.id);
    expect(listed.out).not.toContain(issued.key);
    const wrong = await admin(`key issue ${id} --scopes everything`);
    expect([wrong.code, wrong.err]).toEqual([
      EXIT_CODES.misused,
      expect.stringContaining('--scopes must be one of'),
    ]);
  });
});

test('if the text of an API key is passed to "key find", the command returns the key and its account', async () => {
  const { id } = await runUserCommand('user create');
  const issued = await runKeyCommand(`key issue ${id} --name ci`);
  expect(await json(`key find ${issued.key}`)).toMatchObject({
    id: issued.id,
    kind: 'api_key',
    user_id: id,
    name: 'ci',
    status: 'active',
  });
  const unknown = buildCredentialText('api_key', 'test', new Uint8Array(CREDENTIAL_RANDOM_BYTES));
  for (const text of [unknown, `${issued.key.slice(0, -1)}_`]) {
    const { code, out, err } = await admin(`key find ${text}`);
    expect([code, out]).toEqual([EXIT_CODES.failed, '']);
    expect(err).not.toContain(text);
  }
});

describe('a command that cannot be undone', () => {
  test('a command that cannot be undone runs only after the operator confirms it or passes --yes', async () => {
    const { id } = await runUserCommand('user create');
    const [one, other] = [await runKeyCommand(`key issue ${id}`), await runKeyCommand(`key issue ${id}`)];
    const statusOf = async ({ key }: { key: string }) =>
      (await getCredential(table, hashCredential(key)))?.status;
    const declined = await admin(`key revoke ${id} ${one.id}`, false);
    expect([declined.code, declined.err]).toEqual([EXIT_CODES.failed, 'Nothing was changed.\n']);
    expect(declined.prompts).toEqual([expect.stringContaining(`Revoke ${one.id} of ${id}?`)]);
    expect(declined.prompts[0]).toContain(table.endpoint);
    const unconfirmedRun = await admin(`key revoke ${id} ${one.id}`);
    expect([unconfirmedRun.code, unconfirmedRun.err]).toEqual([
      EXIT_CODES.misused,
      expect.stringContaining('--yes'),
    ]);
    expect(await statusOf(one)).toBe('active');
    expect((await admin(`key revoke ${id} ${one.id}`, true)).code).toBe(EXIT_CODES.done);
    expect(await statusOf(one)).toBe('revoked');
    const confirmedRun = await admin(`key revoke ${id} ${other.id} --yes`);
    expect([confirmedRun.code, confirmedRun.prompts]).toEqual([EXIT_CODES.done, []]);
    expect(await statusOf(other)).toBe('revoked');
    const gone = await admin(`key revoke ${id} ${other.id} --yes`);
    expect([gone.code, gone.err]).toEqual([
      EXIT_CODES.failed,
      'No API key with this id exists in your account. GET /user/api-keys lists all ids.\n',
    ]);
    expect(await json(`session end ${id} --yes`)).toEqual({ sessions_ended: 0 });
  });
});

test('the audit log records only successful commands that change the service', async () => {
  const recorded = async () => {
    await processAllStreamRecords(table);
    const { items: events } = await readEventPage(
      table,
      { type: 'operator.command' },
      { page: 1, per_page: 10 },
    );
    return events.map(({ details, actor }) => [actor.kind, details]);
  };
  expect((await admin('sign-in rotate-secret')).code).toBe(EXIT_CODES.done);
  expect((await admin('strategy list-paused')).code).toBe(EXIT_CODES.done);
  expect((await admin('strategy pause strat_unknown --yes')).code).toBe(EXIT_CODES.failed);
  expect(await recorded()).toEqual([['operator', { command: 'sign-in rotate-secret', words: '' }]]);
  expect((await admin('switch stop deposits --reason storm --yes --json')).code).toBe(EXIT_CODES.done);
  expect((await admin('switch notice --text soon')).code).toBe(EXIT_CODES.done);
  expect((await admin('switch notice --clear')).code).toBe(EXIT_CODES.done);
  expect((await admin('switch start deposits --yes')).code).toBe(EXIT_CODES.done);
  expect((await recorded()).slice(0, 4)).toEqual([
    ['operator', { command: 'switch start', words: 'deposits' }],
    ['operator', { command: 'switch notice', words: '', clear: 'yes' }],
    ['operator', { command: 'switch notice', words: '' }],
    ['operator', { command: 'switch stop', words: 'deposits' }],
  ]);
});

test('the audit event of a command contains no free text and no personal data from its arguments', () => {
  const recorded = COMMANDS.filter((command) => command.recorded === 'by_command');
  const words = new Set(recorded.flatMap(({ positionals }) => positionals));
  const nonPersonalWords = [
    'INVESTMENT',
    'AMOUNT',
    'STRATEGY',
    'FEATURE',
    'ADDRESS',
    'CHAIN',
    'PROTOCOL',
    'FROM',
    'TO',
  ];
  // ADDRESS is the address of a vault, and FROM and TO are block numbers, so they are not personal data. The audit
  // event stores the value of USER as its account, and not in `words`.
  expect([...words].toSorted()).toEqual([...nonPersonalWords, USER_PLACEHOLDER].toSorted());
  const options = recorded.flatMap((command) => Object.entries(command.options));
  const texts = options.filter(([, option]) => option.recorded === true).map(([name]) => name);
  expect(texts).toEqual(['api']);
});

test('the command "gateway-keys repair" fails on a local server, because a local server has no API Gateway', async () => {
  const { code, err } = await admin('gateway-keys repair');
  expect([code, err]).toEqual([
    EXIT_CODES.failed,
    expect.stringMatching(/^A local server has no API Gateway\. .*--control URL.*\n$/),
  ]);
});

test('the command "gateway-keys repair" rejects the id of a REST API that has not used the table yet', async () => {
  const repair = (options: string) => admin(`gateway-keys repair --control http://127.0.0.1:1 ${options}`);
  expect((await repair('')).err).toContain('no deployed stack has used this table yet');
  await putCurrentPlans(table, { apiId: 'first', plans: [] });
  expect((await repair('--api other')).err).toBe(
    'The API other has not used this table. These APIs have used it: first. Choose one with --api ID.\n',
  );
  await putCurrentPlans(table, { apiId: 'second', plans: [] });
  expect((await repair('')).err).toBe(
    'Several APIs have used this table: first, second. Choose one with --api ID.\n',
  );
});

/**
 * Commands that need more than the table. The tests replace their `run` and check only that an audit event is created.
 */
const STUBBED_COMMAND_NAMES = [
  'gateway-keys repair',
  'vault add',
  'vault publish',
  'vault remove',
  'vault rescan',
];

/**
 * Returns one command line for each command that can run in this test. Commands that create data come before the
 * commands that need it.
 */
async function prepareCommandLines(): Promise<readonly string[]> {
  const accounts = createAccountsContext(table);
  const { id } = await makeUser(accounts);
  await makeSession(accounts, id, NOW);
  const key = await runKeyCommand(`key issue ${id}`);
  const strategy = await publish(table);
  const { investment_id: investment } = await new Investor(id, buildLedgerDependencies(table)).deposit(
    strategy.id,
    '1000',
  );
  return [
    ...['user create', `user show ${id}`, 'user list', `user set-plan ${id} enterprise`],
    ...[`user set-limits ${id} --requests-per-minute 9 --burst 9`, `user set-role ${id} admin --yes`],
    ...[`user suspend ${id} --yes`, `user reinstate ${id}`, `user export ${id}`],
    ...[`key issue ${id}`, `key find ${key.key}`, `key list ${id}`, `key revoke ${id} ${key.id} --yes`],
    ...[`session end ${id} --yes`, 'sign-in rotate-secret', 'lists repair'],
    ...[
      `strategy pause ${strategy.id} --yes`,
      'strategy list-paused',
      `strategy resume ${strategy.id} --yes`,
    ],
    ...['switch stop deposits --reason storm --yes', 'switch show', 'switch start deposits --yes'],
    ...['switch notice --text soon', 'stats recount --wait-seconds 0'],
    ...[`ledger adjust ${id} ${investment} 1 --reason r --reference r --yes`, 'ledger verify'],
    ...['vault list', `user erase ${id} --yes`],
  ];
}

/** Returns the audit events, and all other stored items. */
async function stored() {
  const events: unknown[] = [];
  const others: unknown[] = [];
  for await (const items of scanPages(table)) {
    for (const item of items) {
      const isAuditEvent = String(item.pk).startsWith(partitionPrefixOf(ITEMS.auditEvent));
      (isAuditEvent ? events : others).push(item);
    }
  }
  return { events, others };
}

test('every command that changes something creates an audit event', async () => {
  const lines = await prepareCommandLines();
  const testedCommands = COMMANDS.filter(({ name }) =>
    lines.some((line) => `${line} `.startsWith(`${name} `)),
  );
  const left = COMMANDS.filter((command) => command.worksOn !== 'aws' && !testedCommands.includes(command));
  expect(left.map(({ name }) => name)).toEqual(STUBBED_COMMAND_NAMES);
  for (const line of lines) {
    const command = testedCommands.find(({ name }) => `${line} `.startsWith(`${name} `));
    const before = await stored();
    const { code, err } = await admin(line);
    const after = await stored();
    if (command?.recorded === 'never') expect([line, after]).toEqual([line, before]);
    else {
      const known = new Set(before.events.map((event) => JSON.stringify(event)));
      const newEvents = after.events.filter((event) => !known.has(JSON.stringify(event)));
      expect([line, code, err, newEvents]).toEqual([
        ...[line, EXIT_CODES.done, ''],
        expect.arrayContaining([
          expect.objectContaining({ actor: expect.objectContaining({ kind: 'operator' }) }),
        ]),
      ]);
    }
  }
});

test.each(
  COMMANDS.filter((command) => command.worksOn !== 'aws').filter(({ name }) =>
    STUBBED_COMMAND_NAMES.includes(name),
  ),
)('the command $name creates an audit event', async (command) => {
  const words = command.positionals.join(' ');
  const known = (await stored()).events.length;
  const done = { ...command, run: async () => {} };
  expect((await admin(`${command.name} ${words}`, undefined, [done])).code).toBe(EXIT_CODES.done);
  const { events } = await stored();
  expect(events).toHaveLength(known + 1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'operator.command', details: { command: command.name, words } }),
  );
});
