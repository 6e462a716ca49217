import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../emulator/folder.ts';
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
