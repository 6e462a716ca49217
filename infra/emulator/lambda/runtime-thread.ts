import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { COMPILE_CACHE_ENVIRONMENT } from '../process/compile-cache.ts';
import type { HostedFunction, InvokeMessage, WorkerSettings } from './protocol.ts';

type EnvironmentVariables = Readonly<Record<string, string>>;

/** Thread in which a function's module is loaded and runs. */
export interface Runtime {
  readonly port: Pick<MessagePort | Worker, 'on'> & { postMessage(message: InvokeMessage): void };
  terminate(): Promise<unknown>;
}

const WORKER_MODULE_URL = new URL('./worker.ts', import.meta.url);

/** Starts a thread for one function, because each function has its own environment on AWS. */
export function startThread(settings: WorkerSettings, environmentVariables: EnvironmentVariables): Runtime {
  const worker = new Worker(WORKER_MODULE_URL, {
    workerData: settings,
    env: { ...COMPILE_CACHE_ENVIRONMENT, ...environmentVariables },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: settings.memoryMb },
  });
  return { port: worker, terminate: () => worker.terminate() };
}

/**
 * One thread for all functions of a server. Tests of the whole service use it, because starting one thread for each
 * function takes half of their time.
 */
export class SharedThread {
  readonly #logFile: string;
  #worker: Worker | undefined;

  constructor(logFile: string) {
    this.#logFile = logFile;
  }

  runtimeOf(settings: WorkerSettings, environmentVariables: EnvironmentVariables): Runtime {
    this.#worker ??= new Worker(WORKER_MODULE_URL, {
      workerData: { logFile: this.#logFile },
      env: { ...COMPILE_CACHE_ENVIRONMENT },
      execArgv: [],
    });
    const { port1: port, port2 } = new MessageChannel();
    const hostedFunction: HostedFunction = { settings, environment: environmentVariables, port: port2 };
    this.#worker.postMessage(hostedFunction, [port2]);
    return { port, terminate: async () => port.close() };
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }
}
