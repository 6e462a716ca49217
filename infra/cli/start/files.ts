import { join, parse, resolve } from 'node:path';
import type { RunningServer } from '../../emulator/running-server.ts';
import { PROJECT_ROOT } from '../../root.ts';
import { DEFAULTS, UsageError } from './options.ts';

export interface ServerFiles {
  credentials: string;
  log: string;
}

/** Its port is one server's alone, so that no other touches this file. */
const logOf = (port: number) => join(PROJECT_ROOT, '.local', `functions-${port}.log`);

/**
 * The files of a server that starts now. A second server of the same folder gets credentials of its own, named by its
 * port, so that it never touches those of the first.
 *
 * @throws UsageError where the file that was asked for belongs to a server that runs
 */
export function serverFiles(asked: string, port: number, running: readonly RunningServer[]): ServerFiles {
  const credentials = resolve(asked);
  const log = logOf(port);
  const owner = running.find((server) => server.credentials_file === credentials);
  if (owner === undefined) return { credentials, log };
  if (asked !== DEFAULTS.credentials) {
    throw new UsageError(`${asked} is the file of the server on port ${owner.port}; choose another.`);
  }
  const { dir, name, ext } = parse(credentials);
  return { credentials: join(dir, `${name}-${port}${ext}`), log };
}
