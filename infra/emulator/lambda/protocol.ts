import type { MessagePort } from 'node:worker_threads';

/** Start settings of a worker thread. A thread that hosts several functions gets only `logFile`. */
export interface WorkerSettings {
  /** Path of the bundled module. */
  file: string;
  /** Name of the handler's export. */
  handler: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  /** File to which the function's output is appended. */
  logFile: string;
}

/** Message to a thread that runs several functions: load one more function. */
export interface HostedFunction {
  readonly settings: WorkerSettings;
  readonly environment: Readonly<Record<string, string>>;
  /** Receives the function's invocations and sends its results. */
  readonly port: MessagePort;
}

/**
 * One invocation. `deadlineMs` is in epoch milliseconds. The message is a tuple, because a tuple is cheap to copy to
 * another thread.
 */
export type InvokeMessage = readonly [id: number, requestId: string, event: string, deadlineMs: number];

/**
 * Messages from the worker. A response's `body` is separate from its `value`, so that a long body is not encoded as
 * JSON and parsed again.
 */
export type WorkerMessage =
  | readonly ['ready']
  | readonly ['init_failed', errorType: string, message: string]
  | readonly ['returned', id: number, value: string | undefined, body: string | undefined]
  | readonly ['threw', id: number, errorType: string, message: string];
