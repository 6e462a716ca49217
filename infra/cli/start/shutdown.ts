import { watchNpm } from '../../emulator/process/launcher.ts';
import { explain } from './explain.ts';

/** npm and the shell between may both pass one Ctrl-C on, so that it arrives twice within moments. */
const SAME_SIGNAL_MS = 500;

/** The exit code of a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * Runs `stop` at the first SIGINT, SIGTERM or SIGHUP and then exits; a further signal exits at once, and the helper
 * processes end by themselves. The end of npm is such a signal, too.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSinceMs: number | undefined;
  const begin = () => {
    stoppingSinceMs = performance.now();
    console.log('\nStopping.');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  const onSignal = () => {
    if (stoppingSinceMs === undefined) begin();
    else if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(INTERRUPTED);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  watchNpm(() => {
    if (stoppingSinceMs === undefined) begin();
  });
}
