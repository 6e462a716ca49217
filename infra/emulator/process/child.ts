import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** How a process ended: an exit code or the signal that ended it. */
interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  pid: number;
  /** The last 4 kB that the process printed, for messages about its failure. */
  output(): string;
  /** Resolves once the process has ended, for whatever reason. */
  exited: Promise<ProcessExit>;
  /** SIGTERM, then SIGKILL after `graceSeconds`; resolves when the process is gone. */
  stop(graceSeconds?: number): Promise<void>;
}

export interface ManagedProcessOptions {
  command: string;
  args: readonly string[];
  /** Called with each piece of output as it arrives. */
  onOutput?: (text: string) => void;
  /** A folder of the process's own, removed once it has ended. */
  scratch?: string;
}

const OUTPUT_KEPT_CHARACTERS = 4096;

// A shell that waits for the end of its standard input. The other end of that pipe is held by this process
// alone, so the operating system closes it even when this process is killed without a chance to clean up.
const WATCHDOG = `read _
kill -TERM "$1" 2>/dev/null
for _ in 1 2 3 4; do kill -0 "$1" 2>/dev/null || break; sleep 0.5; done
kill -KILL "$1" 2>/dev/null
[ -z "$2" ] || rm -rf -- "$2"`;

/** Ends `pid` and removes its folder when this process dies, even by SIGKILL. Calling the result ends the watch. */
function dieWithParent(pid: number, scratch = ''): () => void {
  if (process.platform === 'win32') return () => {};
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'watchdog', String(pid), scratch], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell the watch is lost but not the program: cleanup at a normal exit does not depend on it.
  watchdog.on('error', () => {});
  watchdog.unref();
  return () => watchdog.kill('SIGKILL');
}

/**
 * Starts a helper process that never outlives this one. It gets its own process group, so that a Ctrl-C in the
 * terminal reaches this process only, which then stops its helpers in order.
 * Rejects when the command cannot be started.
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
    tail = (tail + chunk).slice(-OUTPUT_KEPT_CHARACTERS);
    options.onOutput?.(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);

  const callOff = dieWithParent(pid, options.scratch);
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      callOff();
      if (options.scratch !== undefined) rmSync(options.scratch, { recursive: true, force: true });
      resolve({ code, signal });
    });
  });

  const stop = async (graceSeconds = 3) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000);
    await exited;
    clearTimeout(force);
  };
  return { pid, output: () => tail, exited, stop };
}
