import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { fetchTool, requireTool, runTool } from '../engine/tool.ts';

/**
 * Returns the folder of the programs that a requirements file lists. Installs them first if they are missing. The
 * virtual environment is created in its final folder, because it contains its own path and cannot be moved. A marker
 * file shows that the installation is complete.
 * @param toolNames name of the programs in messages
 * @throws MissingToolError without Python
 */
export async function installPythonTools(toolNames: string, requirements: string): Promise<string> {
  const python = requireTool('python3', `To run ${toolNames}, install Python 3.10 or later with venv.`);
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const folder = join(PROJECT_ROOT, '.local', 'python-tools', hash);
  const complete = join(folder, '.complete');
  const programs = join(folder, 'bin');
  if (existsSync(complete)) return programs;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runTool(python, ['-m', 'venv', folder]);
  await fetchTool(toolNames, join(programs, 'pip'), ['install', '--quiet', '--requirement', requirements]);
  writeFileSync(complete, '');
  return programs;
}
