import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type ResolvedResource, resolveStacks, type StackTemplate, templateSchema } from './stacks.ts';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      displayName: z.string().optional(),
      properties: z
        .looseObject({
          templateFile: z.string().optional(),
          file: z.string().optional(),
          stackName: z.string().optional(),
        })
        .default({}),
    }),
  ),
});

const assetManifestSchema = z.object({
  files: z
    .record(
      z.string(),
      z.looseObject({
        source: z.looseObject({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.looseObject({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

/** The output of `cdk synth`: the resources of all stacks and the paths of their assets. */
export interface Assembly {
  resources: ResolvedResource[];
  /** Returns the path of the asset's folder or file by its S3 object key; undefined for an unknown key. */
  assetPath(objectKey: string): string | undefined;
}

function readJson<T>(schema: z.ZodType<T>, file: string): T {
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * Reads a synthesized cloud assembly through its manifest.
 *
 * @param parameters values of the template's CloudFormation parameters
 */
export function readAssembly(directory: string, parameters: Readonly<Record<string, string>> = {}): Assembly {
  const { artifacts } = readJson(manifestSchema, join(directory, 'manifest.json'));
  const stacks: StackTemplate[] = [];
  const assets = new Map<string, string>();
  for (const [id, { type, properties }] of Object.entries(artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      const template = readJson(templateSchema, join(directory, properties.templateFile));
      stacks.push({ name: properties.stackName ?? id, template });
    }
    if (type === 'cdk:asset-manifest' && properties.file !== undefined) {
      for (const { source, destinations } of Object.values(
        readJson(assetManifestSchema, join(directory, properties.file)).files,
      )) {
        for (const { objectKey } of Object.values(destinations)) {
          if (source.path !== undefined) assets.set(objectKey, join(directory, source.path));
        }
      }
    }
  }
  return { resources: resolveStacks(stacks, parameters), assetPath: (objectKey) => assets.get(objectKey) };
}
