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

/** Tells a thread that hosts several functions to load one more. */
export interface HostedFunction {
  readonly settings: WorkerSettings;
  readonly environment: Readonly<Record<string, string>>;
  /** Receives the function's invocations and sends its results. */
  readonly port: MessagePort;
}

/**
 * One invocation; `deadlineMs` is in epoch milliseconds. Waiting for the worker's thread counts, because the
 * caller waits too. A tuple is cheap to copy between threads, and one is copied per request.
 */
export type InvokeMessage = readonly [id: number, requestId: string, event: string, deadlineMs: number];

/**
 * Messages of the worker: the module was loaded, loading failed, or an invocation ended. A response's `body`
 * is sent separately, so that a long text is not escaped into JSON and back.
 */
export type WorkerMessage =
  | readonly ['ready']
  | readonly ['init_failed', errorType: string, message: string]
  | readonly ['returned', id: number, value: string | undefined, body: string | undefined]
  | readonly ['threw', id: number, errorType: string, message: string];
