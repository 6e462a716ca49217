import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startDatabaseEngine } from '../../infra/emulator/dynamodb/engine.ts';
import { findFreePort } from '../../infra/emulator/process/port.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { iterateJournal, scanLedgers } from '../../shared/investments/store/ledger-scan.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { createDynamoDbClient, type Table } from '../../shared/platform/dynamodb/client.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import type { Answer } from '../support/answer.ts';
import { callRoute } from '../support/e2e/send.ts';
import { present } from '../support/present.ts';

const READY_TIMEOUT_MS = 120_000;
const CRASH_COUNT = 2;
const CLIENTS = 16;
/** Number of responses after which the test kills the server, while other requests are still running. */
const ANSWERS_BEFORE_CRASH = 60;

let folder: string;
let server: ChildProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crash-'));
});
afterAll(async () => {
  if (server !== undefined) await killAll(server);
  rmSync(folder, { recursive: true });
});

/** Returns a process id and the ids of all its descendants. */
function family(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return [pid, ...below(pid)];
}

/** Kills server and database with SIGKILL, so that neither finishes anything. */
async function killAll(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  for (const pid of family(child.pid)) process.kill(pid, 'SIGKILL');
  await once(child, 'exit');
}

async function start(): Promise<{ child: ChildProcess; baseUrl: string; key: string }> {
  const credentials = join(folder, 'keys.json');
  const args = ['--port', String(await findFreePort()), '--catalog-size', '20', '--credentials', credentials];
  const child = spawn(
    process.execPath,
    ['infra/cli/start/index.ts', ...args, '--data', join(folder, 'data')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  server = child;
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await expect.poll(() => printed, { timeout: READY_TIMEOUT_MS }).toContain('Ready in');
  const { base_url: baseUrl, keys } = credentialsFileSchema.parse(
    JSON.parse(readFileSync(credentials, 'utf8')),
  );
  return { child, baseUrl, key: keys.enterprise };
}

/** The fields of the credentials file that the test reads. */
const credentialsFileSchema = z.object({ base_url: z.string(), keys: z.object({ enterprise: z.string() }) });

/** A request that a client repeats with its idempotency key until it gets a response. */
interface Request {
  readonly idempotencyKey: string;
  readonly route: typeof investments.deposit | typeof investments.withdraw;
  readonly body: object;
  transactionId?: string;
}

const requests: Request[] = [];

async function ask(baseUrl: string, key: string, request: Request): Promise<Answer> {
  const headers = { 'Idempotency-Key': request.idempotencyKey };
  const answer = await callRoute(baseUrl, request.route, { key, body: request.body, headers });
  if (answer.status === 201) request.transactionId = answer.data.id;
  return answer;
}

/** Runs clients that deposit and withdraw until the connection breaks. Calls `onAnswer` for each response. */
async function load(baseUrl: string, key: string, strategyId: string, onAnswer: () => void): Promise<void> {
  const client = async (name: string) => {
    for (let i = 0; ; i += 1) {
      const last = requests.findLast(({ transactionId }) => transactionId !== undefined);
      const isWithdrawal = i % 3 === 2 && last !== undefined;
      const request: Request = {
        idempotencyKey: `${name}-${i}`,
        route: isWithdrawal ? investments.withdraw : investments.deposit,
        body: isWithdrawal
          ? { investment_id: await investment(baseUrl, key), amount: '1' }
          : { strategy_id: strategyId, amount: '500' },
      };
      requests.push(request);
      const answer = await ask(baseUrl, key, request);
      expect(answer.status, answer.text).toBe(201);
      onAnswer();
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, i) => client(`crash-${requests.length}-${i}`));
  const ends = await Promise.allSettled(clients);
  // Every client must end with a broken connection.
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(TypeError);
}

let investmentId: string | undefined;
async function investment(baseUrl: string, key: string): Promise<string> {
  investmentId ??= (await callRoute(baseUrl, investments.list, { key })).data[0]?.id;
  return investmentId ?? '';
}

/** Opens the database file again, without the server. */
async function withDatabase<T>(work: (table: Table) => Promise<T>): Promise<T> {
  const engine = await startDatabaseEngine({ file: join(folder, 'data', 'dynamodb.sqlite') });
  const client = createDynamoDbClient({ endpoint: engine.endpoint, requestTimeoutMs: 20_000 });
  try {
    const { TableNames: [name = ''] = [] } = await client.send(new ListTablesCommand());
    return await work({ client, name });
  } finally {
    client.destroy();
    await engine.stop();
  }
}

async function journal(table: Table): Promise<string[]> {
  const ids: string[] = [];
  for (const owner of (await scanLedgers(table)).owners) {
    for await (const { id } of iterateJournal(table, owner, 1)) ids.push(id);
  }
  return ids;
}

test(
  'if kill -9 ends the server and the database under load, every deposit and withdrawal with a response is still stored',
  async () => {
    for (let crash = 1; crash <= CRASH_COUNT; crash += 1) {
      const { child, baseUrl, key } = await start();
      const { data } = await callRoute(baseUrl, strategies.list, { key, query: { asset: 'USDC' } });
      let answers = 0;
      let crashed: Promise<void> | undefined;
      await load(baseUrl, key, present(data[0]).id, () => {
        answers += 1;
        if (answers === ANSWERS_BEFORE_CRASH) crashed = killAll(child);
      });
      await crashed;
      expect(answers).toBeGreaterThanOrEqual(ANSWERS_BEFORE_CRASH);
      const report = await withDatabase((table) => verifyLedger(table));
      expect(report).toMatchObject({ differences: [], moving: [] });
    }
    const unanswered = requests.filter(({ transactionId }) => transactionId === undefined);
    expect(unanswered.length).toBeGreaterThan(0);
    const { child, baseUrl, key } = await start();
    for (const request of unanswered) expect((await ask(baseUrl, key, request)).status).toBe(201);
    child.kill('SIGTERM');
    await once(child, 'exit');

    const { ids, report } = await withDatabase(async (table) => ({
      ids: await journal(table),
      report: await verifyLedger(table),
    }));
    expect(report).toMatchObject({ differences: [], moving: [] });
    // Each request has one entry, whether it was answered before the crash or repeated after it.
    expect(ids.toSorted()).toEqual(requests.map(({ transactionId }) => transactionId).toSorted());
  },
  3 * READY_TIMEOUT_MS,
);
