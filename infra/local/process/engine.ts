import type { ManagedProcess } from './child.ts';
import { findExecutable } from './executable.ts';
import { freePort, LOOPBACK } from './port.ts';
import { NotReadyError, startWhenReady } from './ready.ts';

/** The message is meant for the person at the terminal. */
export class EngineError extends Error {}

export interface Engine {
  endpoint: string;
  /** Absent when the database was given by its endpoint and is not ours to stop. */
  process?: ManagedProcess;
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** SQLite file that keeps the data; in memory without it. */
  file?: string;
  /** An endpoint that runs already. */
  endpoint?: string;
  /** Listen on this port instead of a free one. */
  port?: number;
}

const PORT_ATTEMPTS = 3;

const MISSING =
  'No database engine: install the optional dependencies (npm ci), put `dynoxide` on the PATH, ' +
  'or set DYNAMODB_ENDPOINT.';

/**
 * Starts the embedded DynamoDB on a loopback port, or wraps the one at `endpoint`.
 * Rejects with an EngineError where there is no engine or it does not come up.
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  if (options.endpoint !== undefined) return { endpoint: options.endpoint, stop: async () => {} };
  const installed = `node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  const command = findExecutable([installed], 'dynoxide');
  if (command === undefined) throw new EngineError(MISSING);

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const args = ['--host', LOOPBACK, '--port', String(port)];
    if (options.file !== undefined) args.push('--db-path', options.file);
    try {
      const child = await startWhenReady({ command, args, readyText: 'listening on' });
      return { endpoint: `http://${LOOPBACK}:${port}`, process: child, stop: () => child.stop() };
    } catch (error) {
      if (!(error instanceof NotReadyError)) throw error;
      // Another program can take the port between choosing and listening.
      const retry = error.message.includes('in use') && options.port === undefined && attempt < PORT_ATTEMPTS;
      if (!retry) throw new EngineError(`The database engine did not start: ${error.message}`);
    }
  }
}
