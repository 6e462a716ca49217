import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../emulator/folder.ts';
import type { DemoKeys } from './demo-credentials.ts';

/** Writes the base URL and the demo keys for other programs, readable by this user alone, in one step. */
export function writeCredentials(file: string, baseUrl: string, keys: DemoKeys): void {
  makeFolder(dirname(file));
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, `${JSON.stringify({ base_url: baseUrl, keys }, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
