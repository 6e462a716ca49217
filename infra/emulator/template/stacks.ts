import * as z from 'zod';
import { type Json, resolveIntrinsics, TemplateError, type TemplateScope } from './intrinsics.ts';
import {
  ACCOUNT_ID,
  buildArn,
  buildDefaultPhysicalId,
  findNameProperty,
  REGION,
  resolveAttribute,
} from './physical.ts';

const json: z.ZodType<Json> = z.json();
const jsonObjectSchema = z.record(z.string(), json);

/** The parts of a CloudFormation template that the emulator reads. */
export const templateSchema = z.object({
  Parameters: z.record(z.string(), z.looseObject({ Type: z.string(), Default: json.optional() })).default({}),
  Conditions: jsonObjectSchema.default({}),
  Mappings: z.record(z.string(), z.record(z.string(), jsonObjectSchema)).default({}),
  Resources: z
    .record(
      z.string(),
      z.looseObject({
        Type: z.string(),
        Condition: z.string().optional(),
        Properties: jsonObjectSchema.default({}),
      }),
    )
    .default({}),
  Outputs: z
    .record(z.string(), z.looseObject({ Value: json, Export: z.object({ Name: json }).optional() }))
    .default({}),
});

type Template = z.infer<typeof templateSchema>;

export interface ResolvedResource {
  logicalId: string;
  type: string;
  physicalId: string;
  arn: string;
  /** Returns the properties with every intrinsic function resolved. */
  resolve(): Json;
}

export interface ParsedResource<T> {
  logicalId: string;
  physicalId: string;
  arn: string;
  properties: T;
}

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT_ID,
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Type prefix of template parameters whose value comes from SSM Parameter Store. */
const SSM_PARAMETER_TYPE_PREFIX = 'AWS::SSM::Parameter::Value<';

class StackScope implements TemplateScope {
  readonly #name: string;
  readonly #template: Template;
  readonly #importValue: (name: string) => Json;
  readonly #parameters: Readonly<Record<string, string>>;

  constructor(
    name: string,
    template: Template,
    parameters: Readonly<Record<string, string>>,
    importValue: (name: string) => Json,
  ) {
    this.#name = name;
    this.#template = template;
    this.#parameters = parameters;
    this.#importValue = importValue;
  }

  physicalId(logicalId: string): string {
    const resource = this.#resource(logicalId);
    const nameProperty = findNameProperty(resource.Type);
    const nameValue = nameProperty === undefined ? undefined : resource.Properties[nameProperty];
    const name = nameValue === undefined ? null : resolveIntrinsics(nameValue, this);
    return typeof name === 'string' ? name : buildDefaultPhysicalId(resource.Type, this.#name, logicalId);
  }

  ref(logicalId: string): Json {
    if (logicalId === 'AWS::StackName') return this.#name;
    if (logicalId === 'AWS::StackId')
      return `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/${this.#name}/local`;
    const pseudoParameter = PSEUDO_PARAMETERS[logicalId];
    if (pseudoParameter !== undefined) return pseudoParameter;
    const parameter = this.#template.Parameters[logicalId];
    if (parameter === undefined) return this.#refResource(logicalId);
    const value = this.#parameters[logicalId] ?? parameter.Default;
    if (value === undefined) throw new TemplateError(`The template's parameter ${logicalId} has no default.`);
    return parameter.Type.startsWith(SSM_PARAMETER_TYPE_PREFIX) ? `ssm:${String(value)}` : value;
  }

  #refResource(logicalId: string): Json {
    const { Type, Properties } = this.#resource(logicalId);
    const physicalId = this.physicalId(logicalId);
    const functionName = Properties.FunctionName;
    // The emulator has one version per function, so versions and aliases refer to the function itself.
    const isVersionOrAlias = Type === 'AWS::Lambda::Version' || Type === 'AWS::Lambda::Alias';
    if (isVersionOrAlias && functionName !== undefined) {
      const name = resolveIntrinsics(functionName, this);
      if (typeof name === 'string')
        return name.startsWith('arn:') ? name : buildArn('AWS::Lambda::Function', name);
    }
    return Type === 'AWS::SNS::Topic' ? buildArn(Type, physicalId) : physicalId;
  }

  attribute(logicalId: string, attribute: string): Json {
    return resolveAttribute(this.#resource(logicalId).Type, this.physicalId(logicalId), attribute);
  }

  condition(name: string): boolean {
    const conditionExpression = this.#template.Conditions[name];
    if (conditionExpression === undefined) throw new TemplateError(`The template has no condition ${name}.`);
    return resolveIntrinsics(conditionExpression, this) === true;
  }

  mapping(name: string, topLevelKey: string, secondLevelKey: string): Json {
    const value = this.#template.Mappings[name]?.[topLevelKey]?.[secondLevelKey];
    if (value === undefined)
      throw new TemplateError(`The template has no mapping ${name}.${topLevelKey}.${secondLevelKey}.`);
    return value;
  }

  importValue(exportName: string): Json {
    return this.#importValue(exportName);
  }

  #resource(logicalId: string) {
    const resource = this.#template.Resources[logicalId];
    if (resource === undefined)
      throw new TemplateError(`The template refers to ${logicalId}, but does not contain it.`);
    return resource;
  }
}

export interface StackTemplate {
  name: string;
  template: Template;
}

/**
 * Resolves all resources of the stacks, in template order. A stack can import the exports of another stack.
 *
 * @throws TemplateError for an unresolvable condition or reference
 */
export function resolveStacks(
  stacks: readonly StackTemplate[],
  parameters: Readonly<Record<string, string>> = {},
): ResolvedResource[] {
  const exportResolvers = new Map<string, () => Json>();
  const importValue = (name: string): Json => {
    const value = exportResolvers.get(name);
    if (value === undefined) throw new TemplateError(`No stack exports ${name}.`);
    return value();
  };
  const templateScopes = stacks.map(({ name, template }) => {
    const scope = new StackScope(name, template, parameters, importValue);
    for (const output of Object.values(template.Outputs)) {
      if (output.Export === undefined) continue;
      const exportName = resolveIntrinsics(output.Export.Name, scope);
      if (typeof exportName === 'string')
        exportResolvers.set(exportName, () => resolveIntrinsics(output.Value, scope));
    }
    return { template, scope };
  });
  return templateScopes.flatMap(({ template, scope }) =>
    Object.entries(template.Resources)
      .filter(([, { Condition }]) => Condition === undefined || scope.condition(Condition))
      .map(([logicalId, { Type: type, Properties }]) => {
        const physicalId = scope.physicalId(logicalId);
        const resolveProperties = () => resolveIntrinsics(Properties, scope);
        return { logicalId, type, physicalId, arn: buildArn(type, physicalId), resolve: resolveProperties };
      }),
  );
}

/**
 * Returns the resources of the given types with their properties validated.
 *
 * @throws TemplateError that names the resource and each invalid property
 */
export function resourcesOfType<T>(
  resources: readonly ResolvedResource[],
  type: string | readonly string[],
  schema: z.ZodType<T>,
): ParsedResource<T>[] {
  const resourceTypes = typeof type === 'string' ? [type] : type;
  return resources
    .filter((resource) => resourceTypes.includes(resource.type))
    .map(({ logicalId, physicalId, arn, type: actualType, resolve }) => {
      const parsed = schema.safeParse(resolve());
      if (parsed.success) return { logicalId, physicalId, arn, properties: parsed.data };
      const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
      throw new TemplateError(`${actualType} ${logicalId}: ${issues.join('; ')}`);
    });
}
