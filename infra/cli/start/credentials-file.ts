import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../emulator/folder.ts';
import { UsageError } from '../usage-error.ts';
import type { DemoKeys } from './demo-credentials.ts';

/** Writes the base URL, the demo keys and where the local chains are (if there are any) for other programs, readable by this user alone, in one step. */
export function writeCredentials(
  file: string,
  baseUrl: string,
  keys: DemoKeys,
  chainsUrl: string | undefined,
): void {
  makeFolder(dirname(file));
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(
    temporary,
    `${JSON.stringify({ base_url: baseUrl, chains_url: chainsUrl, keys }, null, 2)}\n`,
    { mode: 0o600 },
  );
  renameSync(temporary, file);
}

/** The fields that `writeCredentials` writes. A file with other fields is not a server's. */
const written = z.strictObject({
  base_url: z.string(),
  chains_url: z.string().optional(),
  keys: z.record(z.string(), z.string()),
});

function isWritten(text: string): boolean {
  try {
    return written.safeParse(JSON.parse(text)).success;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Checks that a server may remove and replace this file: it does not exist, or a server wrote it.
 * @throws UsageError when it is any other file, because it belongs to somebody
 */
export function requireReplaceable(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && isWritten(readFileSync(file, 'utf8'))) return;
  const what = found.isDirectory() ? 'a folder' : 'an existing file that this command did not write';
  throw new UsageError(`${file} is ${what}. Choose another file with --credentials.`);
}
