import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTargetTable } from '../../infra/cli/admin/target.ts';
import { writeCredentials } from '../../infra/cli/start/credentials-file.ts';
import { chooseServerFiles } from '../../infra/cli/start/files.ts';
import { START_DEFAULTS } from '../../infra/cli/start/options.ts';
import { UsageError } from '../../infra/cli/usage-error.ts';
import {
  findRunningServers,
  type RunningServer,
  removeServerRecord,
  writeServerRecord,
} from '../../infra/emulator/running-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** An id that no process has, because Linux allows at most 4 million ids. */
const UNUSED_PROCESS_ID = 99_999_999;

const server = (credentials: string, pid = process.pid): RunningServer => ({
  pid,
  port: 3000,
  credentials_file: resolve(credentials),
  log_file: '/log',
});
const ready = (pid: number, name: string): RunningServer => ({
  ...server(`${name}.json`, pid),
  base_url: `http://127.0.0.1:3000/${name}`,
  dynamodb_endpoint: 'http://127.0.0.1:8000',
  table_name: name,
});

describe('the files of a local server', () => {
  test('a local server writes its credentials to the requested file', () => {
    expect(chooseServerFiles('keys/k.json', 3001, [server('other.json')])).toEqual({
      credentials: resolve('keys/k.json'),
      log: resolve('.local/functions-3001.log'),
    });
  });

  test('a local server uses file names with its port while another server uses the default file names', () => {
    expect(chooseServerFiles(START_DEFAULTS.credentials, 3001, [server(START_DEFAULTS.credentials)])).toEqual(
      {
        credentials: resolve('.local/credentials-3001.json'),
        log: resolve('.local/functions-3001.log'),
      },
    );
  });

  test('local servers on different ports have different log files', () => {
    const logs = [3001, 3002].map((port) => chooseServerFiles(`keys/${port}.json`, port, []).log);
    expect(new Set(logs).size).toBe(2);
  });

  test('a local server rejects a credentials file that another running server uses', () => {
    expect(() => chooseServerFiles('keys.json', 3001, [server('keys.json')])).toThrow(UsageError);
    expect(() => chooseServerFiles('keys.json', 3001, [server('keys.json')])).toThrow(
      /^The server on port 3000 already uses the file keys\.json .+$/,
    );
  });

  test.each([undefined, 'http://127.0.0.1:4000/'])(
    'a local server replaces a credentials file that an earlier server has written (chain address in this file: %s)',
    (chains) => {
      const file = join(folder, 'keys.json');
      const keys = { free: 'f', pro: 'p', enterprise: 'e', admin: 'a' };
      writeCredentials(file, 'http://127.0.0.1:3000/v1', keys, chains);
      expect(chooseServerFiles(file, 3001, []).credentials).toBe(file);
    },
  );

  test.each([
    [
      'a text file',
      (file: string) => writeFileSync(file, '# Read me'),
      /a file that npm start did not write/,
    ],
    [
      'a file with other JSON',
      (file: string) => writeFileSync(file, '{"keys":{}}'),
      /a file that npm start did not write/,
    ],
    [
      'a file with additional fields',
      (file: string) => writeFileSync(file, '{"base_url":"http://x","keys":{},"mine":1}'),
      /a file that npm start did not write/,
    ],
    [
      'a link',
      (file: string) => symlinkSync(import.meta.filename, file),
      /a file that npm start did not write/,
    ],
    ['a folder', (file: string) => mkdirSync(file), /a folder/],
  ])('a local server rejects the path of its credentials file if %s exists there', (_, make, message) => {
    const file = join(folder, 'precious');
    make(file);
    const chooseFiles = () => chooseServerFiles(file, 3001, []);
    expect(chooseFiles).toThrow(UsageError);
    expect(chooseFiles).toThrow(message);
    expect(chooseFiles).toThrow(/^[^\n]+--credentials\.$/);
    expect(readdirSync(folder)).toEqual(['precious']);
  });
});

describe('the record of running servers', () => {
  test('the record lists each running server until the entry of the server is removed', () => {
    writeServerRecord(server('a.json', process.ppid), folder);
    writeServerRecord(server('b.json'), folder);
    writeServerRecord(ready(process.pid, 'b'), folder);
    expect(
      findRunningServers(folder).toSorted(
        (a, b) => Number(a.pid === process.pid) - Number(b.pid === process.pid),
      ),
    ).toEqual([server('a.json', process.ppid), ready(process.pid, 'b')]);
    removeServerRecord(process.pid, folder);
    expect(findRunningServers(folder).map(({ pid }) => pid)).toEqual([process.ppid]);
  });

  test('the record removes servers whose process was killed', () => {
    writeFileSync(
      join(folder, `${UNUSED_PROCESS_ID}.json`),
      JSON.stringify(server('dead.json', UNUSED_PROCESS_ID)),
    );
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(findRunningServers(folder)).toEqual([]);
    writeServerRecord(server('a.json'), folder);
    expect(readdirSync(folder).toSorted()).toEqual([`${process.pid}.json`, 'broken.json']);
  });
});

describe('an operator command without the option --table', () => {
  const open = () =>
    openTargetTable(
      { table: undefined, stack: undefined, endpoint: undefined, region: undefined },
      {},
      folder,
    );

  test('a command finds the running local server, wherever its credentials file is', async () => {
    writeServerRecord(ready(process.pid, 'elsewhere'), folder);
    const target = await open();
    target.close();
    expect([target.table.name, target.environment]).toEqual(['elsewhere', 'test']);
  });

  test('a command uses the chains of the running local server by default', async () => {
    const chain_settings = '{"base":{"rpcUrl":"http://127.0.0.1:4000/base"}}';
    const own = ready(process.pid, 'own');
    writeServerRecord({ ...own, chain_settings }, folder);
    const readTargetChainSettings = async (
      given: { table?: string; endpoint?: string | undefined },
      environment: Record<string, string> = {},
    ) => {
      const options = {
        table: undefined,
        stack: undefined,
        endpoint: undefined,
        region: 'us-east-1',
        ...given,
      };
      const target = await openTargetTable(options, environment, folder);
      target.close();
      return target.chainSettings;
    };
    const { dynamodb_endpoint: endpoint } = own;
    expect(await readTargetChainSettings({})).toBe(chain_settings);
    expect(await readTargetChainSettings({ table: 'own', endpoint })).toBe(chain_settings);
    expect(await readTargetChainSettings({}, { CHAIN_SETTINGS: '{}' })).toBe('{}');
    // The first table has the same name, but is on AWS. The second table does not belong to the local server.
    expect(await readTargetChainSettings({ table: 'own' })).toBeUndefined();
    expect(await readTargetChainSettings({ table: 'other', endpoint })).toBeUndefined();
  });

  test('a command ignores a local server that is not ready', async () => {
    writeServerRecord(server('a.json'), folder);
    await expect(open()).rejects.toThrow(
      /^The command does not know which DynamoDB table to use, because no local server is running\. /,
    );
  });

  test('a command fails if several local servers run', async () => {
    writeServerRecord(ready(process.pid, 'one'), folder);
    writeServerRecord(ready(process.ppid, 'other'), folder);
    await expect(open()).rejects.toThrow(/--table one .*\n.*--table other |--table other .*\n.*--table one /);
  });
});
