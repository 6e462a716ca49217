import { join, parse, resolve } from 'node:path';
import type { RunningServer } from '../../emulator/running-server.ts';
import { PROJECT_ROOT } from '../../root.ts';
import { UsageError } from '../usage-error.ts';
import { requireReplaceableFile } from './credentials-file.ts';
import { START_DEFAULTS } from './options.ts';

export interface ServerFiles {
  credentials: string;
  log: string;
}

const logFileOf = (port: number) => join(PROJECT_ROOT, '.local', `functions-${port}.log`);

/**
 * Returns the path of the credentials file. If another running server uses the default file, returns a path
 * whose file name also contains the port.
 */
function chooseCredentialsFile(
  requestedPath: string,
  port: number,
  runningServers: readonly RunningServer[],
): string {
  const credentialsPath = resolve(requestedPath);
  const serverWithCredentials = runningServers.find((server) => server.credentials_file === credentialsPath);
  if (serverWithCredentials === undefined) return credentialsPath;
  if (requestedPath !== START_DEFAULTS.credentials) {
    throw new UsageError(
      `The server on port ${serverWithCredentials.port} already uses the file ${requestedPath} for its keys. Choose another file with --credentials.`,
    );
  }
  const { dir, name, ext } = parse(credentialsPath);
  return join(dir, `${name}-${port}${ext}`);
}

/**
 * Returns the paths of the credentials file and the log file of a starting server.
 *
 * @throws UsageError when the credentials file belongs to a running server or was not written by a server
 */
export function chooseServerFiles(
  requestedPath: string,
  port: number,
  runningServers: readonly RunningServer[],
): ServerFiles {
  const credentialsPath = chooseCredentialsFile(requestedPath, port, runningServers);
  requireReplaceableFile(credentialsPath);
  return { credentials: credentialsPath, log: logFileOf(port) };
}
