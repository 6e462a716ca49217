import { dirname, join, parse, resolve } from 'node:path';
import type { RunningServer } from '../../emulator/running-server.ts';
import { DEFAULTS, UsageError } from './options.ts';

export interface ServerFiles {
  credentials: string;
  log: string;
}

/** The log lies beside the credentials, under a name that tells servers apart as theirs do. */
function beside(credentials: string, suffix: string): string {
  return join(dirname(credentials), `functions${suffix}.log`);
}

/**
 * The files of a server that starts now. A second server of the same folder gets files of its own, named by its port,
 * so that it never touches those of the first.
 *
 * @throws UsageError where the file that was asked for belongs to a server that runs
 */
export function serverFiles(asked: string, port: number, running: readonly RunningServer[]): ServerFiles {
  const credentials = resolve(asked);
  const owner = running.find((server) => server.credentials_file === credentials);
  if (owner === undefined) return { credentials, log: beside(credentials, '') };
  if (asked !== DEFAULTS.credentials) {
    throw new UsageError(`${asked} is the file of the server on port ${owner.port}; choose another.`);
  }
  const { dir, name, ext } = parse(credentials);
  const own = join(dir, `${name}-${port}${ext}`);
  return { credentials: own, log: beside(own, `-${port}`) };
}
