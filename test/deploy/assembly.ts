import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type SynthesisOptions, synthesize } from '../../infra/app.ts';

const manifestSchema = z.looseObject({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      properties: z
        .looseObject({
          templateFile: z.string().optional(),
          stackTemplateAssetObjectUrl: z.string().optional(),
        })
        .optional(),
    }),
  ),
});
const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).optional(),
      DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  ),
});
export type Template = z.infer<typeof templateSchema>;

export interface Assembly {
  readonly folder: string;
  readonly stackName: string;
  /** Number of resources in the template before the removal. */
  readonly resources: number;
  /** Logical ids that are not deployed because ministack does not support them. */
  readonly removed: readonly string[];
}

const UNSUPPORTED_TYPES = [
  'AWS::Budgets::Budget',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::CDKBucketDeployment',
];
const isUnsupported = ({ Type, Properties = {} }: Template['Resources'][string]) =>
  UNSUPPORTED_TYPES.includes(Type) || (Type === 'AWS::CloudWatch::Alarm' && 'Metrics' in Properties);

/** Removes the resources that ministack rejects, and returns their logical ids. README.md has the reasons. */
function removeUnsupportedResources(template: Template): string[] {
  const removed = Object.entries(template.Resources)
    .filter(([, resource]) => isUnsupported(resource))
    .map(([id]) => id);
  for (const id of removed) delete template.Resources[id];
  for (const resource of Object.values(template.Resources)) {
    if (Array.isArray(resource.DependsOn))
      resource.DependsOn = resource.DependsOn.filter((id) => !removed.includes(id));
  }
  return removed;
}

function replaceInFile(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
}

/**
 * Synthesizes a stage as `npm run synth` does, and removes the resources that ministack rejects. Everything else in the
 * template stays unchanged, because a test checks its size.
 * @param damage changes the template, for tests of failures
 */
export async function makeAssembly(
  folder: string,
  options: SynthesisOptions,
  damage: (template: Template) => void = () => {},
): Promise<Assembly> {
  await synthesize(folder, options);
  const { artifacts } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [[stackName, { properties = {} }] = ['', {}]] = stacks;
  if (stacks.length !== 1) throw new Error(`Expected one stack, found ${stacks.length}`);
  const file = join(folder, properties.templateFile ?? '');
  const text = readFileSync(file, 'utf8');
  const template = templateSchema.parse(JSON.parse(text));
  const resources = Object.keys(template.Resources).length;
  const removed = removeUnsupportedResources(template);
  damage(template);
  const written = JSON.stringify(template, null, text.includes('\n') ? 1 : 0);
  writeFileSync(file, written);
  // The CDK finds the uploaded template by the hash of its content.
  const [, hash = ''] = /([0-9a-f]{64})\.json$/.exec(properties.stackTemplateAssetObjectUrl ?? '') ?? [];
  const newHash = createHash('sha256').update(written).digest('hex');
  for (const name of ['manifest.json', `${stackName}.assets.json`])
    replaceInFile(join(folder, name), hash, newHash);
  return { folder, stackName, resources, removed };
}
