import { randomUUID } from 'node:crypto';
import type { InvokeMessage, WorkerMessage, WorkerSettings } from './protocol.ts';
import { type Runtime, type SharedThread, startThread } from './runtime-thread.ts';

/** How an invocation ended. */
export type InvocationResult =
  | { kind: 'returned'; value: unknown }
  /** The handler threw, or its module could not be loaded. */
  | { kind: 'threw'; errorType: string; message: string }
  | { kind: 'timed_out'; message: string }
  /** The runtime ended: out of memory, an uncaught exception or `process.exit`. */
  | { kind: 'crashed'; message: string };

export interface FunctionOptions extends WorkerSettings {
  environment: Readonly<Record<string, string>>;
  /**
   * Timeout in milliseconds of an invocation. After a timeout, the execution environment gets no further invocations.
   */
  timeoutMs: number;
  /**
   * Timeout in milliseconds that is reported to the function, which computes its remaining time from it. Default:
   * `timeoutMs`.
   */
  reportedTimeoutMs?: number;
  /** Thread that several functions share. Without it, the function gets a new thread. */
  thread?: SharedThread | undefined;
  /** Called when an invocation times out or crashes, because the function itself cannot log this. */
  onFailure?: (result: InvocationResult) => void;
}

interface PendingInvocation {
  id: number;
  requestId: string;
  /** Event as JSON text. */
  event: string;
  resolve: (result: InvocationResult) => void;
  /** Called when the invocation starts, possibly after a wait for other invocations. */
  started: () => void;
  timer?: NodeJS.Timeout;
}

/** Maximum number of concurrent invocations of one environment. All of them share one thread. */
const MAX_CONCURRENT_INVOCATIONS = 50;

function parseReturnedValue(value: string | undefined, body: string | undefined): unknown {
  const parsed: unknown = value === undefined ? undefined : JSON.parse(value);
  return body !== undefined && parsed !== null && typeof parsed === 'object' ? { ...parsed, body } : parsed;
}

/** One execution environment: a worker thread and its running invocations. */
class ExecutionEnvironment {
  readonly #options: FunctionOptions;
  readonly #runtime: Runtime;
  readonly #pending = new Map<number, PendingInvocation>();
  readonly #waiting: PendingInvocation[] = [];
  readonly #retire: () => void;
  #ready = false;
  #retired = false;

  constructor(options: FunctionOptions, onRetire: (executionEnvironment: ExecutionEnvironment) => void) {
    const { file, handler, functionName, functionArn, memoryMb, logFile, environment } = options;
    const settings: WorkerSettings = { file, handler, functionName, functionArn, memoryMb, logFile };
    this.#options = options;
    this.#retire = () => {
      if (this.#retired) return;
      this.#retired = true;
      onRetire(this);
    };
    this.#runtime = options.thread?.runtimeOf(settings, environment) ?? startThread(settings, environment);
    const { port } = this.#runtime;
    port.on('message', (message: WorkerMessage) => this.#receive(message));
    port.on('error', (error) => this.#crash(error instanceof Error ? error.message : String(error)));
    port.on('exit', (code) => this.#crash(`Runtime exited with status ${code}`));
    port.on('close', () => this.#crash('Runtime ended'));
  }

  invoke(pendingInvocation: PendingInvocation): void {
    if (this.#pending.size >= MAX_CONCURRENT_INVOCATIONS) {
      this.#waiting.push(pendingInvocation);
      return;
    }
    pendingInvocation.started();
    this.#pending.set(pendingInvocation.id, pendingInvocation);
    if (this.#ready) this.#send(pendingInvocation);
  }

  async terminate(): Promise<void> {
    this.#retire();
    await this.#runtime.terminate();
  }

  /**
   * Sends an invocation to the worker and starts its timeout. The timeout does not include the time to load the
   * module.
   */
  #send(pendingInvocation: PendingInvocation): void {
    const { id, requestId, event } = pendingInvocation;
    const { timeoutMs, reportedTimeoutMs = timeoutMs } = this.#options;
    pendingInvocation.timer = setTimeout(() => this.#timeOut(pendingInvocation), timeoutMs);
    const message: InvokeMessage = [id, requestId, event, Date.now() + reportedTimeoutMs];
    this.#runtime.port.postMessage(message);
  }

  #receive(message: WorkerMessage): void {
    switch (message[0]) {
      case 'ready':
        this.#ready = true;
        for (const pendingInvocation of this.#pending.values()) this.#send(pendingInvocation);
        break;
      case 'init_failed':
        this.#finishAll({ kind: 'threw', errorType: message[1], message: message[2] });
        void this.terminate();
        break;
      case 'returned':
        this.#finish(message[1], { kind: 'returned', value: parseReturnedValue(message[2], message[3]) });
        break;
      case 'threw':
        this.#finish(message[1], { kind: 'threw', errorType: message[2], message: message[3] });
        break;
    }
  }

  #finish(id: number, result: InvocationResult): void {
    const pendingInvocation = this.#pending.get(id);
    if (pendingInvocation === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pendingInvocation.timer);
    pendingInvocation.resolve(result);
    const nextInvocation = this.#waiting.shift();
    if (nextInvocation !== undefined) this.invoke(nextInvocation);
    if (this.#retired && this.#pending.size === 0) void this.#runtime.terminate();
  }

  #finishAll(result: InvocationResult): void {
    if (this.#pending.size > 0 && result.kind !== 'threw') this.#options.onFailure?.(result);
    for (const { resolve } of this.#waiting.splice(0)) resolve(result);
    for (const id of [...this.#pending.keys()]) this.#finish(id, result);
  }

  /**
   * Ends an invocation that has timed out. The environment gets no further invocations, but its other invocations may
   * finish.
   */
  #timeOut(pendingInvocation: PendingInvocation): void {
    this.#retire();
    const timeoutSecondsText = (this.#options.timeoutMs / 1000).toFixed(2);
    const result: InvocationResult = {
      kind: 'timed_out',
      message: `Task timed out after ${timeoutSecondsText} seconds`,
    };
    this.#options.onFailure?.(result);
    this.#finish(pendingInvocation.id, result);
  }

  #crash(message: string): void {
    this.#retire();
    this.#finishAll({ kind: 'crashed', message });
  }
}

/**
 * A Lambda function that runs from its bundle. Its environment starts at the first invocation, and is replaced after
 * a crash or timeout.
 */
export class LocalFunction {
  readonly #options: FunctionOptions;
  readonly #retired = new Set<ExecutionEnvironment>();
  #current: ExecutionEnvironment | undefined;
  #sequence = 0;
  #stopped = false;

  constructor(options: FunctionOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.functionName;
  }

  /**
   * Runs the handler. Never rejects.
   *
   * @param event the event as JSON text
   * @param onStart called when the invocation starts, possibly after a wait for other invocations
   */
  invoke(
    event: string,
    requestId: string = randomUUID(),
    onStart: () => void = () => undefined,
  ): Promise<InvocationResult> {
    if (this.#stopped) return Promise.resolve({ kind: 'crashed', message: 'The function was stopped' });
    this.#current ??= new ExecutionEnvironment(this.#options, (executionEnvironment) =>
      this.#retire(executionEnvironment),
    );
    const environment = this.#current;
    this.#sequence += 1;
    const id = this.#sequence;
    return new Promise((resolve) => environment.invoke({ id, requestId, event, resolve, started: onStart }));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const executionEnvironments = [...this.#retired, ...(this.#current === undefined ? [] : [this.#current])];
    await Promise.all(executionEnvironments.map((executionEnvironment) => executionEnvironment.terminate()));
  }

  #retire(executionEnvironment: ExecutionEnvironment): void {
    if (this.#current === executionEnvironment) this.#current = undefined;
    this.#retired.add(executionEnvironment);
  }
}
