import { useCompileCache } from '../../emulator/process/compile-cache.ts';
import { UsageError } from '../usage-error.ts';
import { HELP, parseStartOptions } from './options.ts';

/** Parses the options before it loads the service's modules, so that a wrong option is reported at once. */
async function main(): Promise<void> {
  const options = parseStartOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(HELP);
    return;
  }
  useCompileCache();
  const { run } = await import('./run.ts');
  await run(options);
}

try {
  await main();
} catch (error) {
  const { explainError } = await import('./explain.ts');
  console.error(explainError(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}
