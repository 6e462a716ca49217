import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type AwsCommand, CommandError, readTextOption } from '../../command.ts';
import { readAwsAccount } from '../../preflight/account.ts';
import { readStackRequirements, type StackRequirements } from '../../preflight/requirements.ts';
import { checkRequirements, computeAvailableConcurrency } from '../../preflight/rules.ts';
import { openStageFile } from '../../stage-file.ts';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      properties: z.looseObject({ templateFile: z.string().optional() }).optional(),
    }),
  ),
});

interface AssembledStack {
  readonly requirements: StackRequirements;
  /** Region that the stack requires; undefined when the stack uses the operator's region. */
  readonly region: string | undefined;
}

function readAssembly(folder: string): AssembledStack[] {
  const { artifacts } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  return Object.entries(artifacts).flatMap(([name, { type, environment, properties }]) => {
    if (type !== 'aws:cloudformation:stack' || properties?.templateFile === undefined) return [];
    const region = environment?.split('/').at(-1);
    return [
      {
        requirements: readStackRequirements(
          name,
          readFileSync(join(folder, properties.templateFile), 'utf8'),
        ),
        region: region === 'unknown-region' ? undefined : region,
      },
    ];
  });
}

async function synthesizeStacks(stage: string): Promise<AssembledStack[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yield-preflight-'));
  try {
    // Import the CDK only here, because loading it takes seconds and no other command needs it.
    const { synthesize } = await import('../../../../app.ts');
    await synthesize(folder, { context: { stage } });
    return readAssembly(folder);
  } catch (error) {
    // The message of the CDK app already lists all missing or invalid settings in one line.
    if (error instanceof Error && error.message.startsWith('Invalid context: ')) {
      throw new CommandError(`infra/stages/${stage}.json: ${error.message}`);
    }
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const preflightCommand: AwsCommand = {
  name: 'preflight',
  worksOn: 'aws',
  summary: 'Check whether a deployment of a stage into this AWS account would succeed',
  positionals: [],
  recorded: 'never',
  options: {
    stage: {
      type: 'string',
      value: 'NAME',
      summary: 'stage to deploy: the name of a file in infra/stages, without .json',
      required: true,
    },
    assembly: {
      type: 'string',
      value: 'FOLDER',
      summary: 'folder with the output of npm run synth (default: the command creates this output itself)',
    },
    'write-quota': {
      type: 'boolean',
      summary:
        'write the available concurrency to concurrencyQuota in the stage file if the stage allows more requests than Lambda can run',
    },
  },
  notes: `\`preflight\` checks the CDK bootstrap, quotas, secrets, certificates, the SNS topic of the alarms, resources that remain from
earlier deployments, and the size of the templates. \`preflight\` changes nothing in AWS. It ends with exit code 1 if a check finds a
problem.`,
  async run(commandContext) {
    const { values } = commandContext;
    const stage = readTextOption(values, 'stage') ?? '';
    const assemblyPath = readTextOption(values, 'assembly');
    const stacks = assemblyPath === undefined ? await synthesizeStacks(stage) : readAssembly(assemblyPath);
    const findings = [];
    for (const { requirements, region = commandContext.region } of stacks) {
      const account = await readAwsAccount(requirements, region);
      const requirementFindings = checkRequirements(requirements, account);
      findings.push(...requirementFindings.map((finding) => ({ stack: requirements.stack, ...finding })));
      const isThrottleTooHigh = requirementFindings.some(({ check }) => check === 'throttle');
      if (isThrottleTooHigh && values['write-quota'] === true) {
        const concurrencyQuota = computeAvailableConcurrency(requirements, account);
        const { path, write } = openStageFile(stage);
        write({ concurrencyQuota });
        commandContext.say(
          `Wrote the setting concurrencyQuota (${concurrencyQuota}) into ${path}. Run preflight again.`,
        );
      }
    }
    commandContext.print(findings);
    const problemCount = findings.filter(({ level }) => level === 'problem').length;
    if (problemCount > 0)
      throw new CommandError(`Problems found: ${problemCount}. A deployment of ${stage} would fail.`);
    commandContext.say('No problems found. You can deploy.');
  },
};
