import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from '../root.ts';
import { isProcessRunning } from './process/is-running.ts';

/** Record of a running local server, read by other commands. */
const schema = z.object({
  pid: z.int(),
  port: z.int(),
  credentials_file: z.string(),
  log_file: z.string(),
  /** Base URL of the API; absent until the server is ready. */
  base_url: z.url().optional(),
  dynamodb_endpoint: z.url().optional(),
  table_name: z.string().optional(),
  /** The local chains of the server, in the format of CHAIN_SETTINGS; absent when the server has none. */
  chain_settings: z.string().optional(),
});

export type RunningServer = z.infer<typeof schema>;

/** Folder with one record per running server of this checkout. */
export const RUNNING_SERVERS_FOLDER = join(PROJECT_ROOT, '.local', 'servers');

const serverRecordFileOf = (folder: string, pid: number) => join(folder, `${pid}.json`);

function readServerRecord(folder: string, name: string): RunningServer | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).data;
  } catch (error) {
    // Another process has removed the record, or the file is not a valid record.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

export function findRunningServers(folder = RUNNING_SERVERS_FOLDER): RunningServer[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readServerRecord(folder, name))
    .filter((server) => server !== undefined)
    .filter(({ pid }) => isProcessRunning(pid));
}

/** Writes or replaces a server's record, and removes the records of servers that no longer run. */
export function writeServerRecord(server: RunningServer, folder = RUNNING_SERVERS_FOLDER): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const pid = /^(\d+)\.json$/.exec(name)?.[1];
    if (pid !== undefined && !isProcessRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
  const file = serverRecordFileOf(folder, server.pid);
  writeFileSync(`${file}.new`, `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeServerRecord(pid: number, folder = RUNNING_SERVERS_FOLDER): void {
  rmSync(serverRecordFileOf(folder, pid), { force: true });
}
