import { watchNpmProcess } from '../../emulator/process/launcher.ts';
import { explainError } from './explain.ts';

/**
 * Time in milliseconds in which two signals count as one signal, because npm and its shell can both forward the
 * same Ctrl-C.
 */
const DUPLICATE_SIGNAL_WINDOW_MS = 500;

/** Exit code of a process that Ctrl-C ended. */
const INTERRUPTED_EXIT_CODE = 130;

/**
 * Runs `stop` at the first SIGINT, SIGTERM or SIGHUP, or when the npm process that started this program ends.
 * A second signal ends the process at once.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSinceMs: number | undefined;
  const beginShutdown = () => {
    stoppingSinceMs = performance.now();
    console.log('\nStopping.');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explainError(error));
        process.exit(1);
      },
    );
  };
  const onSignal = () => {
    if (stoppingSinceMs === undefined) beginShutdown();
    else if (performance.now() - stoppingSinceMs > DUPLICATE_SIGNAL_WINDOW_MS)
      process.exit(INTERRUPTED_EXIT_CODE);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  watchNpmProcess(() => {
    if (stoppingSinceMs === undefined) beginShutdown();
  });
}
