import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTarget } from '../../infra/cli/admin/target.ts';
import { writeCredentials } from '../../infra/cli/start/credentials-file.ts';
import { serverFiles } from '../../infra/cli/start/files.ts';
import { DEFAULTS } from '../../infra/cli/start/options.ts';
import { UsageError } from '../../infra/cli/usage-error.ts';
import {
  findServers,
  forgetServer,
  type RunningServer,
  recordServer,
} from '../../infra/emulator/running-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** No process has this id: Linux numbers at most 4 million of them. */
const NOBODY = 99_999_999;

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

describe('the files of a server', () => {
  test('are those that were asked for', () => {
    expect(serverFiles('keys/k.json', 3001, [server('other.json')])).toEqual({
      credentials: resolve('keys/k.json'),
      log: resolve('.local/functions-3001.log'),
    });
  });

  test('are its own where a server that runs has the usual ones', () => {
    expect(serverFiles(DEFAULTS.credentials, 3001, [server(DEFAULTS.credentials)])).toEqual({
      credentials: resolve('.local/credentials-3001.json'),
      log: resolve('.local/functions-3001.log'),
    });
  });

  test('have a log of its own, whatever credentials it and the others have', () => {
    const logs = [3001, 3002].map((port) => serverFiles(`keys/${port}.json`, port, []).log);
    expect(new Set(logs).size).toBe(2);
  });

  test('are refused in one line where a server that runs has those that were asked for', () => {
    expect(() => serverFiles('keys.json', 3001, [server('keys.json')])).toThrow(UsageError);
    expect(() => serverFiles('keys.json', 3001, [server('keys.json')])).toThrow(
      /^keys.json is .+ port 3000.+$/,
    );
  });

  test.each([undefined, 'http://127.0.0.1:4000/'])(
    'replace what a server has written (chains at %s)',
    (chains) => {
      const file = join(folder, 'keys.json');
      const keys = { free: 'f', pro: 'p', enterprise: 'e', admin: 'a' };
      writeCredentials(file, 'http://127.0.0.1:3000/v1', keys, chains);
      expect(serverFiles(file, 3001, []).credentials).toBe(file);
    },
  );

  test.each([
    [
      'text',
      (file: string) => writeFileSync(file, '# Read me'),
      /an existing file that this command did not write/,
    ],
    [
      'other JSON',
      (file: string) => writeFileSync(file, '{"keys":{}}'),
      /an existing file that this command did not write/,
    ],
    [
      'more than a server writes',
      (file: string) => writeFileSync(file, '{"base_url":"http://x","keys":{},"mine":1}'),
      /an existing file that this command did not write/,
    ],
    [
      'a link',
      (file: string) => symlinkSync(import.meta.filename, file),
      /an existing file that this command did not write/,
    ],
    ['a folder', (file: string) => mkdirSync(file), /a folder/],
  ])('never replace %s: it is refused in one line and stays', (_, make, message) => {
    const file = join(folder, 'precious');
    make(file);
    const asked = () => serverFiles(file, 3001, []);
    expect(asked).toThrow(UsageError);
    expect(asked).toThrow(message);
    expect(asked).toThrow(/^[^\n]+--credentials\.$/);
    expect(readdirSync(folder)).toEqual(['precious']);
  });
});

describe('the record of running servers', () => {
  test('names each whose process runs, until it is forgotten', () => {
    recordServer(server('a.json', process.ppid), folder);
    recordServer(server('b.json'), folder);
    recordServer(ready(process.pid, 'b'), folder);
    expect(
      findServers(folder).toSorted((a, b) => Number(a.pid === process.pid) - Number(b.pid === process.pid)),
    ).toEqual([server('a.json', process.ppid), ready(process.pid, 'b')]);
    forgetServer(process.pid, folder);
    expect(findServers(folder).map(({ pid }) => pid)).toEqual([process.ppid]);
  });

  test('drops servers that were killed, and passes over what is no record', () => {
    writeFileSync(join(folder, `${NOBODY}.json`), JSON.stringify(server('dead.json', NOBODY)));
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(findServers(folder)).toEqual([]);
    recordServer(server('a.json'), folder);
    expect(readdirSync(folder).toSorted()).toEqual([`${process.pid}.json`, 'broken.json']);
  });
});

describe('an operator’s command', () => {
  const open = () =>
    openTarget({ table: undefined, stack: undefined, endpoint: undefined, region: undefined }, {}, folder);

  test('finds the server that runs, wherever its credentials are', async () => {
    recordServer(ready(process.pid, 'elsewhere'), folder);
    const target = await open();
    target.close();
    expect([target.table.name, target.environment]).toEqual(['elsewhere', 'test']);
  });

  test('knows the chains of the server, unless the shell or another table says otherwise', async () => {
    const chain_settings = '{"base":{"rpcUrl":"http://127.0.0.1:4000/base"}}';
    const own = ready(process.pid, 'own');
    recordServer({ ...own, chain_settings }, folder);
    const chainsAt = async (
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
      const target = await openTarget(options, environment, folder);
      target.close();
      return target.chainSettings;
    };
    const { dynamodb_endpoint: endpoint } = own;
    expect(await chainsAt({})).toBe(chain_settings);
    expect(await chainsAt({ table: 'own', endpoint })).toBe(chain_settings);
    expect(await chainsAt({}, { CHAIN_SETTINGS: '{}' })).toBe('{}');
    // A table on AWS, or in another database, may have the same name.
    expect(await chainsAt({ table: 'own' })).toBeUndefined();
    expect(await chainsAt({ table: 'other', endpoint })).toBeUndefined();
  });

  test('finds none in a server that is not ready', async () => {
    recordServer(server('a.json'), folder);
    await expect(open()).rejects.toThrow(/^No table is given and no local server is running\. /);
  });

  test('asks which of several', async () => {
    recordServer(ready(process.pid, 'one'), folder);
    recordServer(ready(process.ppid, 'other'), folder);
    await expect(open()).rejects.toThrow(/--table one .*\n.*--table other |--table other .*\n.*--table one /);
  });
});
