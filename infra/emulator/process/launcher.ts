import { execFileSync } from 'node:child_process';
import { isRunning } from './is-running.ts';

/** Returns npm's process id if the parent is a shell that npm started. npm can end without its shell. */
function findNpmParent(shell: number): number | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(shell)], { encoding: 'utf8' });
    const [, pid, command = ''] = /^(\d+)\s+(.*)$/.exec(line.trim()) ?? [];
    return /^\S*sh -c /.test(command) ? Number(pid) : undefined;
  } catch {
    // Without `ps`, only the end of the shell itself is detected.
    return undefined;
  }
}

const CHECK_MS = 250;

/**
 * Under npm, calls `onEnd` once when npm has ended. npm does not forward signals to the shell's child, and
 * cannot do so when it is killed.
 */
export function watchNpm(onEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = findNpmParent(parent);
  const watchTimer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isRunning(npm))) return;
    clearInterval(watchTimer);
    onEnd();
  }, CHECK_MS);
  watchTimer.unref();
}
