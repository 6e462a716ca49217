import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findExecutable } from '../../../infra/emulator/process/executable.ts';

/** Thrown when a program is not installed. The message is one line for the person at the terminal. */
export class MissingToolError extends Error {}

/**
 * Returns the path of a program.
 *
 * @throws MissingToolError with the advice if the program is not installed
 */
export function requireTool(name: string, advice: string): string {
  const found = findExecutable([], name);
  if (found === undefined)
    throw new MissingToolError(`The program \`${name}\` is not on the PATH. ${advice}`);
  return found;
}

const run = promisify(execFile);
const LAST_LINE_PATTERN = /[^\n]+$/;

/** Runs a program until it exits. Rejects with its output if it fails. */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  try {
    const { stdout, stderr } = await run(command, args, {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, ...env },
      ...(cwd !== undefined && { cwd }),
    });
    return stdout + stderr;
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
    throw new Error(`${command} failed:\n${String(error.stdout)}${String(error.stderr)}`.trimEnd());
  }
}

/**
 * Runs a program that downloads something.
 *
 * @throws MissingToolError with the last output of the program if it fails
 */
export async function fetchTool(toolName: string, command: string, args: readonly string[]): Promise<void> {
  try {
    await runTool(command, args);
  } catch (error) {
    const printed = error instanceof Error ? error.message : String(error);
    const reason = LAST_LINE_PATTERN.exec(printed)?.[0] ?? printed;
    throw new MissingToolError(`The first run downloads ${toolName}, but the download failed: ${reason}`);
  }
}
