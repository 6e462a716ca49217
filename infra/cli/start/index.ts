import { useCompileCache } from '../../emulator/process/compile-cache.ts';
import { UsageError } from '../usage-error.ts';
import { HELP, parseStartOptions } from './options.ts';

/** Reads the command line first: the service's own modules take longer to load than a mistake takes to point out. */
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
  const { explain } = await import('./explain.ts');
  console.error(explain(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}
