import { execFileSync } from 'node:child_process';
import { isRunning } from './is-running.ts';

/** npm's process id where a shell of npm's stands between: npm can end and leave the shell behind. */
function npmBehindShell(shell: number): number | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(shell)], { encoding: 'utf8' });
    const [, pid, command = ''] = /^(\d+)\s+(.*)$/.exec(line.trim()) ?? [];
    return /^\S*sh -c /.test(command) ? Number(pid) : undefined;
  } catch {
    // Without `ps` the end of the shell itself is still seen.
    return undefined;
  }
}

const CHECK_MS = 250;

/**
 * Under npm, calls `onEnd` once when npm has ended. npm forwards no signals to what its shell runs, and none at all
 * when it is killed.
 */
export function watchLauncher(onEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = npmBehindShell(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isRunning(npm))) return;
    clearInterval(watch);
    onEnd();
  }, CHECK_MS);
  watch.unref();
}
