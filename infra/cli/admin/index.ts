import { createInterface } from 'node:readline/promises';
import { COMMANDS } from './registry.ts';
import { runAdmin } from './run.ts';

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

process.exitCode = await runAdmin(COMMANDS, process.argv.slice(2), {
  environment: process.env,
  now: new Date(),
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  ask,
});
