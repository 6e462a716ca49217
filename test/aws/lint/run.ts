import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requireNoOptions } from '../../../infra/cli/no-options.ts';
import { synthesize } from '../../../infra/emulator/template/synthesize.ts';
import { MissingToolError, runTool } from '../engine/tool.ts';
import { installPythonTools } from './python-tools.ts';

const HELP = `Checks every synthesized template with cfn-lint and \`sam validate --lint\`. Installs both under .local.

Usage: npm run lint:template

It needs Python 3.10 with venv. Exit codes: 0 no findings, 1 findings or a missing tool, 2 wrong usage.`;

const isTemplate = (name: string) => /\.template\.json$/.test(name);

/** The linters with their arguments. Each exits with an error if it finds something. */
const LINTERS: readonly { readonly program: string; readonly args: (template: string) => string[] }[] = [
  { program: 'cfn-lint', args: (template) => ['--template', template] },
  {
    program: 'sam',
    args: (template) => ['validate', '--lint', '--region', 'us-east-1', '--template-file', template],
  },
];

/** Lints every synthesized template, including nested ones. Resolves to the findings. */
async function main(): Promise<string[]> {
  // Without this setting, SAM sends usage data to AWS.
  process.env.SAM_CLI_TELEMETRY = '0';
  const [programs, { directory }] = await Promise.all([
    installPythonTools('cfn-lint and SAM', join(import.meta.dirname, 'requirements.txt')),
    synthesize(),
  ]);
  const findings: string[] = [];
  for (const name of readdirSync(directory).filter(isTemplate)) {
    for (const { program, args } of LINTERS) {
      try {
        await runTool(join(programs, program), args(join(directory, name)));
        console.log(`${program} found nothing in ${name}`);
      } catch (error) {
        findings.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
  return findings;
}

requireNoOptions(HELP);
try {
  const findings = await main();
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
