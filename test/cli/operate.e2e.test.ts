import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';
import { runSmokeTest } from '../../infra/cli/smoke.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../shared/investments/contract/responses.ts';
import { service as routes } from '../../shared/service/contract/documentation.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 20 });
});
afterAll(() => service.stop());

async function run(key: string, baseUrl = service.baseUrl) {
  const lines: string[] = [];
  const isSuccessful = await runSmokeTest({ baseUrl, key }, (line) => lines.push(line));
  return { isSuccessful, failed: lines.filter((line) => !line.startsWith('ok')), lines };
}

test('on a running service, every check of the smoke test passes', async () => {
  const { isSuccessful, failed, lines } = await run(service.keys.enterprise);
  expect(failed).toEqual([]);
  expect(isSuccessful).toBe(true);
  expect(lines.length).toBeGreaterThan(10);
});

test('the smoke test fails when its API key is invalid', async () => {
  const { isSuccessful, failed } = await run('yk_test_no-such-key');
  expect(isSuccessful).toBe(false);
  expect(failed[0]).toBe('FAILED  GET /strategies?per_page=1 returned 401, expected 200');
});

test('the smoke test reports failed checks if the address does not respond', async () => {
  const { isSuccessful, failed } = await run('any', 'http://127.0.0.1:1/v1');
  expect(isSuccessful).toBe(false);
  expect(failed[0]).toMatch(/^FAILED {2}GET \(base address\) did not respond: /);
});

describe('npm run admin -- switch on a running local server', () => {
  /** Runs a command on the table of the server, and confirms its questions. */
  async function admin(...words: string[]): Promise<void> {
    const output: string[] = [];
    const { stack, table } = service;
    const code = await runAdmin(COMMANDS, words, {
      environment: { DYNAMODB_ENDPOINT: stack.dynamodbEndpoint, TABLE_NAME: table.name },
      now: new Date(),
      out: (text) => output.push(text),
      err: (text) => output.push(text),
      ask: async () => 'y',
    });
    expect([code, output]).toEqual([EXIT_CODES.done, output]);
  }
  const reason = 'A vault is being looked into.';

  test('after "switch stop deposits", deposits are rejected, but withdrawals are accepted', async () => {
    const key = service.keys.enterprise;
    const { data } = await service.call(strategies.list, { key, query: { per_page: '2' } });
    const deposit = (strategy: object | undefined) =>
      service.call(investments.deposit, { key, body: { ...strategy, amount: '1000' } });
    const [held, other] = data.map(({ id }) => ({ strategy_id: id }));
    const { investment_id } = transactionResult.parse((await deposit(held)).data);
    await admin('switch', 'stop', 'deposits', '--reason', reason);
    for (const strategy of [held, other]) {
      const { status, error: refused } = await deposit(strategy);
      expect([status, refused.code]).toEqual([422, 'strategy_not_accepting_deposits']);
      expect(JSON.stringify(refused)).toContain(reason);
    }
    const body = { investment_id, amount: '1000' };
    expect((await service.call(investments.withdraw, { key, body })).status).toBe(201);
    await admin('switch', 'start', 'deposits');
    expect((await deposit(other)).status).toBe(201);
  });

  test('after "switch notice", the base address and /health show the given text until the operator clears it', async () => {
    const notices = async () => {
      const answers = [routes.health, routes.about].map((route) => service.call(route));
      return (await Promise.all(answers)).map(({ data }) => data.notice?.text ?? null);
    };
    const text = 'Deposits are stopped until 14:00 UTC.';
    await admin('switch', 'notice', '--text', text);
    await expect.poll(notices).toEqual([text, text]);
    await admin('switch', 'notice', '--clear');
    await expect.poll(notices).toEqual([null, null]);
  });

  test('after "switch stop ingestion", the catalog stays unchanged until the operator starts the ingestion again', async () => {
    const readCatalogAsOf = async () => (await service.call(routes.health)).data.catalog.as_of;
    const before = await readCatalogAsOf();
    const ingest = async () => {
      const job = service.stack.functions.logicalIds().find((id) => id.startsWith('IngestRun'));
      expect((await service.invokeJob(job ?? '')).kind).toBe('returned');
    };
    await admin('switch', 'stop', 'ingestion', '--reason', reason);
    await ingest();
    expect(service.logs()).toContain('Operators have stopped the ingestion');
    expect(await readCatalogAsOf()).toBe(before);
    await admin('switch', 'start', 'ingestion');
    await ingest();
    await expect.poll(readCatalogAsOf).not.toBe(before);
  });
});
