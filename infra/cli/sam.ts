import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { SECURITY_SCHEMES } from '../constructs/api/body/methods.ts';
import { findRunningServers } from '../emulator/running-server.ts';
import { PROJECT_ROOT } from '../root.ts';
import { requireNoOptions } from './no-options.ts';

const HELP = `Writes cdk.out/sam.template.json and cdk.out/sam.env.json. With these files, AWS SAM can run the functions in Docker. The
functions use the database of the server that npm start runs. To run one function or the whole API:

  sam local invoke StrategiesListFunction -t cdk.out/sam.template.json -n cdk.out/sam.env.json \\
    -e events/strategies.list.json --docker-network host
  sam local start-api -t cdk.out/sam.template.json -n cdk.out/sam.env.json --docker-network host

Usage: npm run sam`;

const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});
export type SamTemplate = z.infer<typeof templateSchema>;
type TemplateResource = SamTemplate['Resources'][string];

/**
 * Returns the environment variables for functions that use the local server. The template must declare all of
 * them, because `sam local` ignores other variables.
 */
export function buildSamEnvironment(tableName: string, databaseEndpoint: string) {
  return {
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: databaseEndpoint,
    DEPLOYMENT: 'local',
    // The functions must accept `test` credentials, because the API keys of the local server are of this kind.
    STAGE_KIND: 'test',
  };
}

const functionPropertiesSchema = z.looseObject({
  Environment: z.looseObject({ Variables: z.record(z.string(), z.unknown()).default({}) }).optional(),
});
const securitySchema = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
});
const operationSchema = z.intersection(z.looseObject({}), securitySchema);
const apiPropertiesSchema = z.looseObject({
  Body: z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) }),
});

/**
 * Removes the gateway key from the security of each method, because `sam local` supports only one authorizer
 * per method and no usage plans.
 */
function removeGatewayKeys(properties: unknown): Record<string, unknown> {
  const { Body, ...rest } = apiPropertiesSchema.parse(properties);
  const pathEntries = Object.entries(Body.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([name, operation]) => [
        name,
        {
          ...operation,
          security: operation.security.filter(
            (securityRequirement) => !(SECURITY_SCHEMES.gatewayKey in securityRequirement),
          ),
        },
      ]),
    ),
  ]);
  return { ...rest, Body: { ...Body, paths: Object.fromEntries(pathEntries) } };
}

/**
 * Returns the synthesized template for `sam local`: with `environmentVariables` added to every function, and without
 * gateway keys, which `sam local` does not support.
 */
export function buildSamTemplate(
  synthesizedTemplate: unknown,
  environmentVariables: Readonly<Record<string, string>>,
): SamTemplate {
  const { Resources, ...rest } = templateSchema.parse(synthesizedTemplate);
  const resources = Object.entries(Resources).map(([id, resource]): [string, TemplateResource] => {
    if (resource.Type === 'AWS::ApiGateway::RestApi') {
      return [id, { ...resource, Properties: removeGatewayKeys(resource.Properties) }];
    }
    if (resource.Type !== 'AWS::Lambda::Function') return [id, resource];
    const functionProperties = functionPropertiesSchema.parse(resource.Properties);
    const Variables = { ...functionProperties.Environment?.Variables, ...environmentVariables };
    return [id, { ...resource, Properties: { ...functionProperties, Environment: { Variables } } }];
  });
  return { ...rest, Resources: Object.fromEntries(resources) };
}

function writeSamTemplate(): void {
  const templatePath = join(PROJECT_ROOT, 'cdk.out', 'YieldApi.template.json');
  const [server, ...otherServers] = findRunningServers().filter(({ base_url }) => base_url !== undefined);
  if (!existsSync(templatePath))
    throw new Error('The template cdk.out/YieldApi.template.json is missing. Run npm run synth first.');
  if (otherServers.length > 0) throw new Error('Several local servers are running. Stop all but one.');
  if (server?.table_name === undefined || server.dynamodb_endpoint === undefined) {
    throw new Error('No local server is running. Start one with npm start.');
  }
  const environmentVariables = buildSamEnvironment(server.table_name, server.dynamodb_endpoint);
  const template = buildSamTemplate(JSON.parse(readFileSync(templatePath, 'utf8')), environmentVariables);
  writeFileSync(join(PROJECT_ROOT, 'cdk.out', 'sam.template.json'), `${JSON.stringify(template, null, 1)}\n`);
  const env = { Parameters: environmentVariables };
  writeFileSync(join(PROJECT_ROOT, 'cdk.out', 'sam.env.json'), `${JSON.stringify(env, null, 2)}\n`);
  console.log('Wrote cdk.out/sam.template.json and cdk.out/sam.env.json.');
}

if (import.meta.main) {
  requireNoOptions(HELP);
  try {
    writeSamTemplate();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
