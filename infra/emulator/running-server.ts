import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isRunning } from './process/is-running.ts';
import type { LocalStack } from './stack.ts';

/** Where other commands find the server that `npm start` runs. */
const schema = z.object({
  pid: z.int(),
  base_url: z.url(),
  dynamodb_endpoint: z.url(),
  table_name: z.string(),
  log_file: z.string(),
});

export type RunningServer = z.infer<typeof schema>;

const fileIn = (folder: string) => join(folder, 'server.json');

export function recordServer(folder: string, stack: LocalStack, logFile: string): void {
  const server: RunningServer = {
    pid: process.pid,
    base_url: stack.baseUrl,
    dynamodb_endpoint: stack.dynamodbEndpoint,
    table_name: stack.tableName,
    log_file: logFile,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileIn(folder), `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600 });
}

/** The server that is recorded, if its process still runs. */
export function findServer(folder: string): RunningServer | undefined {
  try {
    const server = schema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
    return isRunning(server.pid) ? server : undefined;
  } catch {
    // No file and an unreadable one mean that there is no server.
    return undefined;
  }
}

/** Removes the record, unless another server has replaced it. */
export function forgetServer(folder: string): void {
  if (findServer(folder)?.pid === process.pid) rmSync(fileIn(folder), { force: true });
}
