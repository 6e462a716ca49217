import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { createLocalDatabaseClient, ensureTable } from '../../../infra/emulator/dynamodb/create.ts';
import { DatabaseEngineError, startDatabaseEngine } from '../../../infra/emulator/dynamodb/engine.ts';
import { findFreePort, listenOnLoopback, reservePort } from '../../../infra/emulator/process/port.ts';

const ENGINE_MODULE = new URL('../../../infra/emulator/dynamodb/engine.ts', import.meta.url).href;

/** A table as the template describes it. */
const table = {
  logicalId: 'Table',
  physicalId: 'test-table',
  arn: 'arn:aws:dynamodb:us-east-1:000000000000:table/test-table',
  properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' as const },
      { AttributeName: 'other', AttributeType: 'S' as const },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'index',
        KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' as const }],
        Projection: { ProjectionType: 'ALL' as const },
      },
    ],
    LocalSecondaryIndexes: [],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  },
};

function acceptsConnection(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function tables(endpoint: string): Promise<string[]> {
  const client = createLocalDatabaseClient(endpoint);
  const { TableNames } = await client.send(new ListTablesCommand({}));
  client.destroy();
  return TableNames ?? [];
}

test('the database engine starts on a free port and no longer runs after it is stopped', async () => {
  const engine = await startDatabaseEngine();
  expect(await tables(engine.endpoint)).toEqual([]);
  await engine.stop();
  expect(await acceptsConnection(Number(new URL(engine.endpoint).port))).toBe(false);
  await expect(engine.process?.exited).resolves.toBeDefined();
});

test('the database engine keeps its table when it is stopped and started again with the same file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const file = join(folder, 'data.sqlite');
  for (const isNew of [true, false]) {
    const engine = await startDatabaseEngine({ file });
    const client = createLocalDatabaseClient(engine.endpoint);
    expect(await ensureTable(client, table)).toBe(isNew);
    expect(await tables(engine.endpoint)).toEqual(['test-table']);
    client.destroy();
    await engine.stop();
  }
  rmSync(folder, { recursive: true });
});

test('stopping the local database does not stop a database engine that another process started', async () => {
  const engine = await startDatabaseEngine({ endpoint: 'http://127.0.0.1:1' });
  expect(engine).toMatchObject({ endpoint: 'http://127.0.0.1:1' });
  expect(engine.process).toBeUndefined();
  await engine.stop();
});

describe('a database engine that cannot start', () => {
  test('a missing program of the database engine is reported in one line', async () => {
    vi.stubEnv('PATH', '/nonexistent');
    const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('ia32');
    await expect(startDatabaseEngine()).rejects.toThrow(/^The database engine is missing: [^\n]+$/);
    arch.mockRestore();
    vi.unstubAllEnvs();
  });

  test('the reason why the engine did not start is reported in one line', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    const starting = startDatabaseEngine({ port });
    await expect(starting).rejects.toThrow(DatabaseEngineError);
    await expect(starting).rejects.toThrow(/^The database engine did not start: [^\n]*in use[^\n]*$/);
    await expect(reservePort(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
  });
});

test('the database engine ends with the process that started it, even when that process is killed', async () => {
  const script = `
    import { startDatabaseEngine } from ${JSON.stringify(ENGINE_MODULE)};
    console.log((await startDatabaseEngine()).endpoint);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(parent.stdout, 'data');
  const port = Number(new URL(String(line).trim()).port);
  expect(await acceptsConnection(port)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => acceptsConnection(port), { timeout: 10_000 }).toBe(false);
});

test('a reserved port cannot be used by another listener until it is released', async () => {
  const { port, release } = await reservePort(await findFreePort());
  await expect(reservePort(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await release();
  await (await reservePort(port)).release();
});
