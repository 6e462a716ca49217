import { join } from 'node:path';
import { retry } from '../../../shared/platform/retry.ts';
import type { ManagedProcess } from '../process/child.ts';
import { findExecutable } from '../process/executable.ts';
import { findFreePort, LOOPBACK_ADDRESS } from '../process/port.ts';
import { NotReadyError, startWhenReady } from '../process/ready.ts';
import { createScratchFolder } from '../process/scratch.ts';
import { addStreamIndexes } from './stream-records.ts';

/** The database engine cannot be used. The message says what the operator must do. */
export class DatabaseEngineError extends Error {}

export interface DatabaseEngine {
  endpoint: string;
  /**
   * Path of the engine's SQLite file; undefined when the options contain the endpoint of a running DynamoDB.
   */
  file?: string;
  /** Process of the engine; undefined for a DynamoDB that already runs, which this program must not stop. */
  process?: ManagedProcess;
  stop(): Promise<void>;
}

export interface DatabaseEngineOptions {
  /** SQLite file that stores the data. Without a file, the data is deleted when the engine stops. */
  file?: string;
  /** Endpoint of a DynamoDB that is already running. If defined, no engine is started. */
  endpoint?: string;
  /** Port on which the engine listens. By default, it is any free port. */
  port?: number;
}

const PORT_ATTEMPTS = 3;

/** Returns the npm package and the program file of the engine for this platform. */
function findEngineProgram() {
  const programFile = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  return { packageName: `@dynoxide/${process.platform}-${process.arch}`, program: programFile };
}

const buildEngineMissingMessage = (packageName: string) =>
  `The database engine is missing: the package ${packageName} is not installed. The output of npm above shows ` +
  'the reason. Put `dynoxide` on the PATH, or set DYNAMODB_ENDPOINT to the address of a running DynamoDB.';

/**
 * Starts the embedded DynamoDB on a loopback port. If the options contain an endpoint, uses the DynamoDB at
 * this endpoint instead. Rejects with a DatabaseEngineError when the engine is not installed or does not become
 * ready.
 */
export async function startDatabaseEngine(options: DatabaseEngineOptions = {}): Promise<DatabaseEngine> {
  if (options.endpoint !== undefined) return { endpoint: options.endpoint, stop: async () => {} };
  const { packageName, program } = findEngineProgram();
  const engineExecutable = findExecutable([`node_modules/${packageName}/${program}`], program);
  if (engineExecutable === undefined) throw new DatabaseEngineError(buildEngineMissingMessage(packageName));

  // Retry with another free port, because another program can take the port before the engine listens on it.
  const isRetryable = (error: unknown) =>
    options.port === undefined && error instanceof NotReadyError && error.message.includes('in use');
  try {
    return await retry({ attempts: PORT_ATTEMPTS, isRetryable }, () =>
      launchEngine(engineExecutable, options),
    );
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error;
    throw new DatabaseEngineError(`The database engine did not start: ${error.message}`);
  }
}

async function launchEngine(
  engineExecutable: string,
  options: DatabaseEngineOptions,
): Promise<DatabaseEngine> {
  const port = options.port ?? (await findFreePort());
  const scratchFolder = options.file === undefined ? createScratchFolder() : undefined;
  const file = options.file ?? join(scratchFolder ?? '', 'dynamodb.sqlite');
  const args = ['--host', LOOPBACK_ADDRESS, '--port', String(port), '--db-path', file];
  const child = await startWhenReady({
    command: engineExecutable,
    args,
    readyText: 'listening on',
    ...(scratchFolder !== undefined && { scratch: scratchFolder }),
  });
  addStreamIndexes(file);
  return { endpoint: `http://${LOOPBACK_ADDRESS}:${port}`, file, process: child, stop: () => child.stop() };
}
