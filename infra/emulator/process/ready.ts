import { type ManagedProcess, startProcess } from './child.ts';

/**
 * The process ended, or printed no ready line in time. The error message contains the first line that the
 * process printed.
 */
export class NotReadyError extends Error {}

export interface ReadyOptions {
  command: string;
  args: readonly string[];
  /** Part of the line that the program prints when it is ready. */
  readyText: string;
  /** Temporary folder of the program, removed once the program has ended. */
  scratch?: string;
  /** Maximum time until the program is ready, in seconds. */
  withinSeconds?: number;
}

/**
 * Starts a program and resolves once it prints `readyText`. Otherwise stops the program and rejects with a
 * NotReadyError.
 */
export async function startWhenReady({
  readyText,
  withinSeconds = 15,
  ...options
}: ReadyOptions): Promise<ManagedProcess> {
  const { promise: readyPromise, resolve } = Promise.withResolvers<'ready'>();
  let processOutput = '';
  const child = await startProcess({
    ...options,
    onOutput: (text) => {
      if (processOutput.includes(readyText)) return;
      processOutput += text;
      if (processOutput.includes(readyText)) resolve('ready');
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((done) => {
    timer = setTimeout(() => done('late'), withinSeconds * 1000);
  });
  const startOutcome = await Promise.race([readyPromise, late, child.exited]);
  clearTimeout(timer);
  if (startOutcome === 'ready') return child;
  await child.stop(0);
  const reason = startOutcome === 'late' ? `not ready within ${withinSeconds} s` : 'it ended';
  throw new NotReadyError(`${reason}: ${processOutput.trim().split('\n')[0] || 'no output'}`);
}
