import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { fetchTool, requireTool, runTool } from '../engine/tool.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/**
 * The folder of the programs that `requirements.txt` names, installed where they are not yet. A virtual environment
 * holds its own path, so it is made in place, and a marker says that it is whole.
 *
 * @throws MissingToolError without Python
 */
export async function installPythonTools(): Promise<string> {
  const python = requireTool('python3', 'cfn-lint and SAM are Python programs (3.10 or later, with venv).');
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16);
  const folder = join(PROJECT_ROOT, '.local', 'python-tools', hash);
  const complete = join(folder, '.complete');
  const programs = join(folder, 'bin');
  if (existsSync(complete)) return programs;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runTool(python, ['-m', 'venv', folder]);
  await fetchTool('cfn-lint and SAM', join(programs, 'pip'), [
    'install',
    '--quiet',
    '--requirement',
    REQUIREMENTS,
  ]);
  writeFileSync(complete, '');
  return programs;
}
