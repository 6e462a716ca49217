import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from '../root.ts';
import { isRunning } from './process/is-running.ts';

/** The record of a running server, which other commands read. */
const schema = z.object({
  pid: z.int(),
  port: z.int(),
  credentials_file: z.string(),
  log_file: z.string(),
  /** Absent until the server is ready. */
  base_url: z.url().optional(),
  dynamodb_endpoint: z.url().optional(),
  table_name: z.string().optional(),
  /** Its local chains, as CHAIN_SETTINGS; absent where it has none. */
  chain_settings: z.string().optional(),
});

export type RunningServer = z.infer<typeof schema>;

/** One file for each server of this checkout, wherever its credentials are. */
export const SERVERS_FOLDER = join(PROJECT_ROOT, '.local', 'servers');

const fileOf = (folder: string, pid: number) => join(folder, `${pid}.json`);

function read(folder: string, name: string): RunningServer | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).data;
  } catch (error) {
    // Another process has removed it, or it is no record.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/** The servers whose processes are running. */
export function findServers(folder = SERVERS_FOLDER): RunningServer[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(folder, name))
    .filter((server) => server !== undefined)
    .filter(({ pid }) => isRunning(pid));
}

/** Records a server, or replaces its record, and removes the records of servers that were killed. */
export function recordServer(server: RunningServer, folder = SERVERS_FOLDER): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const pid = /^(\d+)\.json$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
  const file = fileOf(folder, server.pid);
  writeFileSync(`${file}.new`, `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function forgetServer(pid: number, folder = SERVERS_FOLDER): void {
  rmSync(fileOf(folder, pid), { force: true });
}
