import { join } from 'node:path';
import { retry } from '../../../shared/platform/retry.ts';
import type { ManagedProcess } from '../process/child.ts';
import { findExecutable } from '../process/executable.ts';
import { freePort, LOOPBACK } from '../process/port.ts';
import { NotReadyError, startWhenReady } from '../process/ready.ts';
import { scratchFolder } from '../process/scratch.ts';
import { indexStream } from './stream-records.ts';

/** The message is meant for the person at the terminal. */
export class EngineError extends Error {}

export interface Engine {
  endpoint: string;
  /** The database's file; absent when the database is not ours. */
  file?: string;
  /** Absent when the database was given by its endpoint and is not ours to stop. */
  process?: ManagedProcess;
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** SQLite file that keeps the data; without it the data ends with the engine. */
  file?: string;
  /** An endpoint that runs already. */
  endpoint?: string;
  /** Listen on this port instead of a free one. */
  port?: number;
}

const PORT_ATTEMPTS = 3;

/** The engine is one program, in a package for each platform. */
function engineProgram() {
  const program = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  return { packageName: `@dynoxide/${process.platform}-${process.arch}`, program };
}

const missing = (packageName: string) =>
  `The database engine is missing: the package ${packageName} is not installed. The npm script above shows ` +
  'the reason. Put `dynoxide` on the PATH, or set DYNAMODB_ENDPOINT to a running DynamoDB.';

/**
 * Starts the embedded DynamoDB on a loopback port, or wraps the one at `endpoint`.
 * Rejects with an EngineError where there is no engine or it does not come up.
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  if (options.endpoint !== undefined) return { endpoint: options.endpoint, stop: async () => {} };
  const { packageName, program } = engineProgram();
  const command = findExecutable([`node_modules/${packageName}/${program}`], program);
  if (command === undefined) throw new EngineError(missing(packageName));

  // Another program can take the port between choosing and listening.
  const isPassing = (error: unknown) =>
    options.port === undefined && error instanceof NotReadyError && error.message.includes('in use');
  try {
    return await retry({ attempts: PORT_ATTEMPTS, isPassing }, () => launch(command, options));
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    throw new EngineError(`The database engine did not start: ${error.message}`);
  }
}

async function launch(command: string, options: EngineOptions): Promise<Engine> {
  const port = options.port ?? (await freePort());
  const scratch = options.file === undefined ? scratchFolder() : undefined;
  const file = options.file ?? join(scratch ?? '', 'dynamodb.sqlite');
  const args = ['--host', LOOPBACK, '--port', String(port), '--db-path', file];
  const child = await startWhenReady({
    command,
    args,
    readyText: 'listening on',
    ...(scratch !== undefined && { scratch }),
  });
  indexStream(file);
  return { endpoint: `http://${LOOPBACK}:${port}`, file, process: child, stop: () => child.stop() };
}
