import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable with the folder in which the template tests of a run create the output of the CDK. */
export const STACKS_FOLDER_VARIABLE = 'TEST_STACKS_FOLDER';

/**
 * Creates the folder before the template tests, and removes it after them. Template tests share workers, so hooks of
 * the first test file would not remove the folders of later ones.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'yield-api-stacks-'));
  process.env[STACKS_FOLDER_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
