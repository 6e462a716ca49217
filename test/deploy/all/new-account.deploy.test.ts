import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { send } from '../../support/e2e/send.ts';
import { type Account, deployIntoAccount, TEST_STAGE } from '../account.ts';
import { makeAssembly } from '../assembly.ts';
import { runProgram } from '../deployment.ts';

/** The concurrency quota of a new AWS account. */
const CONCURRENCY = 10;
/** Number of parallel requests, far above the quota. */
const FLOOD_REQUEST_COUNT = 90;

let account: Account;
beforeAll(async () => {
  account = await deployIntoAccount({
    emulator: { LAMBDA_ACCOUNT_CONCURRENCY: String(CONCURRENCY) },
    synthesis: { context: { ...TEST_STAGE, concurrencyQuota: String(CONCURRENCY) } },
  });
});
afterAll(() => account?.stop());

const alarmTemplateSchema = z.object({
  Resources: z.object({
    ConcurrencyAlarm: z.object({ Properties: z.object({ Threshold: z.number() }) }),
  }),
});

const preflight = (folder: string) =>
  runProgram(account.emulator, 'infra/cli/admin/index.ts', [
    ...['preflight', '--stage', 'dev', '--assembly', folder],
  ]);

test('preflight accepts a stage whose throttles fit the concurrency quota of the AWS account', async () => {
  await expect(preflight(account.assembly.folder)).resolves.toContain('(none)');
});

test('if the default throttles of a stage exceed the concurrency quota, preflight rejects the stage and names the setting to change', async () => {
  const { folder } = await makeAssembly(join(account.folder, 'default'), { context: TEST_STAGE });
  await expect(preflight(folder)).rejects.toThrow(/sets concurrencyQuota to 10 in/);
});

test('the threshold of the alarm on concurrency is at most the concurrency quota', () => {
  const { folder, stackName } = account.assembly;
  const template = readFileSync(join(folder, `${stackName}.template.json`), 'utf8');
  expect(
    alarmTemplateSchema.parse(JSON.parse(template)).Resources.ConcurrencyAlarm.Properties.Threshold,
  ).toBeLessThanOrEqual(CONCURRENCY);
});

test('requests to the service are rejected only while the number of concurrent requests exceeds the concurrency quota', async () => {
  const health = () => send(account.service.origin, 'GET', '/v1/health');
  const answersWithinQuota = await Promise.all(Array.from({ length: CONCURRENCY / 2 }, health));
  expect(answersWithinQuota.map(({ status }) => status)).toEqual(answersWithinQuota.map(() => 200));
  const flood = await Promise.all(Array.from({ length: FLOOD_REQUEST_COUNT }, health));
  const rejected = flood.filter(({ status }) => status !== 200);
  expect(rejected.length).toBeGreaterThan(0);
  // ministack rejects the request with 429, but AWS rejects it with 500 (see test/deploy/README.md).
  expect(flood.filter(({ status }) => ![200, 429, 500].includes(status))).toEqual([]);
  await expect.poll(async () => (await health()).status).toBe(200);
});
