import type { MessagePort } from 'node:worker_threads';

/** What a worker thread is started with; only the `logFile` for a thread that hosts several functions. */
export interface WorkerSettings {
  /** The bundled module. */
  file: string;
  /** Name of its export. */
  handler: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  /** File that the function's output is appended to. */
  logFile: string;
}

/** What makes a thread that hosts several functions load one more. */
export interface HostedFunction {
  readonly settings: WorkerSettings;
  readonly environment: Readonly<Record<string, string>>;
  /** Where its invocations come from, and its answers go. */
  readonly port: MessagePort;
}

/**
 * One invocation with its deadline in epoch milliseconds. The time in which it waits for the worker's thread counts,
 * because the caller waits too. It is a tuple, because it is copied between threads for every request.
 */
export type InvokeMessage = readonly [id: number, requestId: string, event: string, deadlineMs: number];

/**
 * The worker's messages: the module is loaded (or not, with the reason), or the outcome of one invocation. A
 * response's `body` travels apart from the rest, so that a long text is not escaped into JSON and back.
 */
export type WorkerMessage =
  | readonly ['ready']
  | readonly ['init_failed', errorType: string, message: string]
  | readonly ['returned', id: number, value: string | undefined, body: string | undefined]
  | readonly ['threw', id: number, errorType: string, message: string];
