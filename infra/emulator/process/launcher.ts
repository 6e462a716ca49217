import { execFileSync } from 'node:child_process';
import { isProcessRunning } from './is-running.ts';

/**
 * Returns the process id of npm if npm started this process through a shell; undefined otherwise. The id is needed
 * because npm can end while its shell still runs.
 */
function findNpmParent(shellPid: number): number | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(shellPid)], { encoding: 'utf8' });
    const [, pid, commandLine = ''] = /^(\d+)\s+(.*)$/.exec(line.trim()) ?? [];
    return /^\S*sh -c /.test(commandLine) ? Number(pid) : undefined;
  } catch {
    // Without `ps`, the process id of npm is unknown. `watchNpmProcess` then detects only the end of the shell.
    return undefined;
  }
}

const NPM_CHECK_INTERVAL_MS = 250;

/**
 * Calls `onNpmEnd` once when npm has ended. Does nothing if npm did not start this process. Signals are not enough,
 * because npm does not forward them to this process.
 */
export function watchNpmProcess(onNpmEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parentPid = process.ppid;
  const npmPid = findNpmParent(parentPid);
  const npmCheckTimer = setInterval(() => {
    if (process.ppid === parentPid && (npmPid === undefined || isProcessRunning(npmPid))) return;
    clearInterval(npmCheckTimer);
    onNpmEnd();
  }, NPM_CHECK_INTERVAL_MS);
  npmCheckTimer.unref();
}
