import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as z from 'zod';

/** Where an installed browser may be, for machines that the packaged one is not made for. */
const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The version of the optional package with the browser; undefined where it is not installed. */
function packageVersion(): string | undefined {
  const root = join(import.meta.dirname, '..', '..', 'node_modules', '@sparticuz', 'chromium');
  const description = join(root, 'package.json');
  if (!existsSync(description)) return undefined;
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(description, 'utf8'))).version;
}

/** The packaged browser, unpacked once per version of its package; a run that stops half way leaves nothing to trip over. */
async function packaged(): Promise<string | undefined> {
  const version = packageVersion();
  if (version === undefined) return undefined;
  const folder = join(tmpdir(), `yield-api-chromium-${version}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const making = `${folder}.${process.pid}.making`;
  mkdirSync(making, { recursive: true });
  const usual = process.env.TMPDIR;
  // The package unpacks into the system's folder for temporary files, under a name that knows no version.
  process.env.TMPDIR = making;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
  if (!existsSync(executable)) renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  return executable;
}

/**
 * Returns the path of a browser on this machine.
 *
 * @throws Error where there is none: a test of pages must fail then, and not be skipped
 */
export async function browserPath(): Promise<string> {
  const own = process.platform === 'linux' && process.arch === 'x64' ? await packaged() : undefined;
  const found = own ?? INSTALLED.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`No browser found. Install Chrome or Chromium: ${INSTALLED.join(', ')}`);
  return found;
}

/**
 * A headless browser with its web security on: the arguments that its package recommends would switch it off, and
 * every test of origins and content policies would prove nothing.
 */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--headless=shell'] });
}
