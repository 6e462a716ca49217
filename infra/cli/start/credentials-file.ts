import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../emulator/folder.ts';
import { UsageError } from '../usage-error.ts';
import type { DemoKeys } from './demo-credentials.ts';

/** Writes a file that only this user can read. Other programs never see an incomplete file. */
export function writeCredentials(
  file: string,
  baseUrl: string,
  keys: DemoKeys,
  chainsUrl: string | undefined,
): void {
  makeFolder(dirname(file));
  const temporaryFile = `${file}.${process.pid}.new`;
  writeFileSync(
    temporaryFile,
    `${JSON.stringify({ base_url: baseUrl, chains_url: chainsUrl, keys }, null, 2)}\n`,
    { mode: 0o600 },
  );
  renameSync(temporaryFile, file);
}

/** The fields that `writeCredentials` writes. A file with other fields was written by another program. */
const credentialsSchema = z.strictObject({
  base_url: z.string(),
  chains_url: z.string().optional(),
  keys: z.record(z.string(), z.string()),
});

function isCredentialsText(text: string): boolean {
  try {
    return credentialsSchema.safeParse(JSON.parse(text)).success;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Checks that a server may replace this file: it does not exist, or a server wrote it.
 *
 * @throws UsageError for any other file, which may be important to its owner
 */
export function requireReplaceableFile(file: string): void {
  const existingFileStats = lstatSync(file, { throwIfNoEntry: false });
  if (existingFileStats === undefined) return;
  if (existingFileStats.isFile() && isCredentialsText(readFileSync(file, 'utf8'))) return;
  const fileKind = existingFileStats.isDirectory() ? 'a folder' : 'a file that npm start did not write';
  throw new UsageError(
    `${file} is ${fileKind}, so the server does not write the demo keys there. Choose another file with --credentials.`,
  );
}
