import { join, parse, resolve } from 'node:path';
import type { RunningServer } from '../../emulator/running-server.ts';
import { PROJECT_ROOT } from '../../root.ts';
import { UsageError } from '../usage-error.ts';
import { requireReplaceable } from './credentials-file.ts';
import { DEFAULTS } from './options.ts';

export interface ServerFiles {
  credentials: string;
  log: string;
}

/** Only one server can use the port, so no other one writes to this file. */
const logOf = (port: number) => join(PROJECT_ROOT, '.local', `functions-${port}.log`);

/** The credentials file. A second server of the same folder gets its own, named by its port. */
function credentialsFile(asked: string, port: number, running: readonly RunningServer[]): string {
  const credentials = resolve(asked);
  const owner = running.find((server) => server.credentials_file === credentials);
  if (owner === undefined) return credentials;
  if (asked !== DEFAULTS.credentials) {
    throw new UsageError(
      `${asked} is the credentials file of the server on port ${owner.port}. Choose another file with --credentials.`,
    );
  }
  const { dir, name, ext } = parse(credentials);
  return join(dir, `${name}-${port}${ext}`);
}

/**
 * The files of a server that starts now, which it may remove and replace: never those of another server, nor what no
 * server has written.
 *
 * @throws UsageError where the file that was asked for belongs to a server that runs, or is no server's
 */
export function serverFiles(asked: string, port: number, running: readonly RunningServer[]): ServerFiles {
  const credentials = credentialsFile(asked, port, running);
  requireReplaceable(credentials);
  return { credentials, log: logOf(port) };
}
