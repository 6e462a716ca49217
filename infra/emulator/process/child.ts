import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** How a process ended: with an exit code or by a signal. */
interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  pid: number;
  /** Returns the last 4,096 characters that the process printed, for error messages. */
  output(): string;
  /** Resolves once the process has ended, for any reason. */
  exited: Promise<ProcessExit>;
  /** Sends SIGTERM, then SIGKILL after `graceSeconds`. Resolves when the process has ended. */
  stop(graceSeconds?: number): Promise<void>;
}

export interface ManagedProcessOptions {
  command: string;
  args: readonly string[];
  /** Called with each piece of output as it arrives. */
  onOutput?: (text: string) => void;
  /** Temporary folder of the process, removed once the process has ended. */
  scratch?: string;
}

const OUTPUT_TAIL_CHARACTERS = 4096;

// Shell script that kills the child process when its standard input ends. This input is a pipe from this process,
// which the operating system closes when this process dies, even by SIGKILL.
const WATCHDOG_SCRIPT = `read _
kill -TERM "$1" 2>/dev/null
for _ in 1 2 3 4; do kill -0 "$1" 2>/dev/null || break; sleep 0.5; done
kill -KILL "$1" 2>/dev/null
[ -z "$2" ] || rm -rf -- "$2"`;

/**
 * Starts a watchdog process, which kills the process `pid` and removes its temporary folder when this process dies.
 * The returned function ends the watchdog.
 */
function startWatchdog(pid: number, scratchFolder = ''): () => void {
  if (process.platform === 'win32') return () => {};
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'watchdog', String(pid), scratchFolder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without /bin/sh, no watchdog runs. A normal exit of this process still stops the helper process.
  watchdog.on('error', () => {});
  watchdog.unref();
  return () => watchdog.kill('SIGKILL');
}

/**
 * Starts a helper process that ends together with this process. Ctrl-C does not reach it, because it has its own
 * process group. Rejects when the command cannot be started.
 */
export async function startProcess(options: ManagedProcessOptions): Promise<ManagedProcess> {
  const child: ChildProcess = spawn(options.command, options.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.command} started without a process id.`);

  let tail = '';
  const keep = (chunk: string) => {
    tail = (tail + chunk).slice(-OUTPUT_TAIL_CHARACTERS);
    options.onOutput?.(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);

  const stopWatchdog = startWatchdog(pid, options.scratch);
  const exitPromise = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      stopWatchdog();
      if (options.scratch !== undefined) rmSync(options.scratch, { recursive: true, force: true });
      resolve({ code, signal });
    });
  });

  const stop = async (graceSeconds = 3) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000);
    await exitPromise;
    clearTimeout(killTimer);
  };
  return { pid, output: () => tail, exited: exitPromise, stop };
}
