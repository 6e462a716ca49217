import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as z from 'zod';

/** Paths of installed browsers, for machines that the packaged browser does not support. */
const INSTALLED_BROWSER_PATHS = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the version of the optional package with the browser. Undefined if the package is not installed. */
function readBrowserPackageVersion(): string | undefined {
  const root = join(import.meta.dirname, '..', '..', 'node_modules', '@sparticuz', 'chromium');
  const description = join(root, 'package.json');
  if (!existsSync(description)) return undefined;
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(description, 'utf8'))).version;
}

/**
 * Returns the path of the packaged browser, unpacked once per package version. An interrupted run leaves no partial
 * browser.
 */
async function packaged(): Promise<string | undefined> {
  const version = readBrowserPackageVersion();
  if (version === undefined) return undefined;
  const folder = join(tmpdir(), `yield-api-chromium-${version}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const making = `${folder}.${process.pid}.making`;
  mkdirSync(making, { recursive: true });
  const originalTmpdir = process.env.TMPDIR;
  // The package unpacks into the folder in TMPDIR, under a name without the version. A separate folder keeps the
  // versions apart.
  process.env.TMPDIR = making;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    if (originalTmpdir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = originalTmpdir;
  }
  if (!existsSync(executable)) renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  return executable;
}

/**
 * Returns the path of a browser on this machine.
 *
 * @throws Error if there is none, because tests of pages must then fail and not be skipped
 */
export async function findBrowserPath(): Promise<string> {
  const own = process.platform === 'linux' && process.arch === 'x64' ? await packaged() : undefined;
  const found = own ?? INSTALLED_BROWSER_PATHS.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`No browser found. Install Chrome or Chromium: ${INSTALLED_BROWSER_PATHS.join(', ')}`);
  return found;
}

/**
 * Starts a headless browser with web security enabled. The arguments that `@sparticuz/chromium` recommends would
 * disable it. Then tests of origins and content security policies would prove nothing.
 */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--headless=shell'] });
}
