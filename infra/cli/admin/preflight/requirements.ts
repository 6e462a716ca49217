import * as z from 'zod';

/** A reference in a template to a value in Parameter Store or Secrets Manager. */
export interface SecretReference {
  readonly service: 'ssm' | 'secretsmanager';
  readonly name: string;
  /** Version number of a parameter or version id of a secret; undefined for the current version. */
  readonly version: string | undefined;
  /** Field of a JSON secret; undefined for the whole value. */
  readonly jsonKey: string | undefined;
}

interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** Requirements of a synthesized stack that the AWS account must meet before the deployment. */
export interface StackRequirements {
  readonly stack: string;
  readonly bytes: number;
  readonly resources: number;
  readonly references: readonly SecretReference[];
  /** Certificates, with the host names they must cover and the region they must be in. */
  readonly certificates: readonly RequiredCertificate[];
  /** ARNs of existing SNS topics that alarms publish to. */
  readonly topics: readonly string[];
  /** Names of the stack's tables that have a fixed name. */
  readonly tables: readonly string[];
  /** Custom domain names that the stack creates in API Gateway. */
  readonly gatewayDomains: readonly string[];
  /** Highest rate and highest burst of the API's methods; undefined for a stack without an API. */
  readonly throttle: Throttle | undefined;
  /** Sum of the reserved concurrency of all functions. */
  readonly reservedConcurrency: number;
  /** Functions whose reserved concurrency is lower than the concurrency of their queue. */
  readonly underprovisionedFunctions: readonly UnderprovisionedFunction[];
}

/** A function whose reserved concurrency is lower than the number of executions that its queue may start. */
interface UnderprovisionedFunction {
  readonly name: string;
  readonly reserved: number;
  readonly needed: number;
}

export interface RequiredCertificate {
  readonly arn: string;
  readonly hosts: readonly string[];
  /** Region of the certificate: `us-east-1` for CloudFront; undefined when it is the region of the stack. */
  readonly region: string | undefined;
}

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const templateSchema = z.object({ Resources: z.record(z.string(), resourceSchema) });
type TemplateResource = z.infer<typeof resourceSchema>;

const distributionSchema = z.object({
  DistributionConfig: z.object({
    Aliases: z.array(z.string()).default([]),
    ViewerCertificate: z.object({ AcmCertificateArn: z.string().optional() }).optional(),
  }),
});
const domainNameSchema = z.object({ DomainName: z.string(), RegionalCertificateArn: z.string().optional() });
const alarmPropertiesSchema = z.object({ AlarmActions: z.array(z.unknown()).default([]) });
const apiStageSchema = z.object({
  MethodSettings: z.array(
    z.object({ ThrottlingRateLimit: z.number().default(0), ThrottlingBurstLimit: z.number().default(0) }),
  ),
});
const reservedConcurrencySchema = z.object({ ReservedConcurrentExecutions: z.number().default(0) });
const queueConsumerSchema = z.object({
  FunctionName: z.object({ Ref: z.string() }),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});
const namedTableSchema = z.object({ TableName: z.string() });

/**
 * Matches `{{resolve:ssm:NAME[:VERSION]}}` and
 * `{{resolve:secretsmanager:ID[:SecretString:KEY:STAGE:VERSION]}}`.
 */
const REFERENCE_PATTERN = /\{\{resolve:(ssm|ssm-secure|secretsmanager):([^}]+)\}\}/g;

/** Parses the part of a reference after `ssm:` or `secretsmanager:`. */
export function parseSecretReference(service: string, text: string): SecretReference {
  if (service !== 'secretsmanager') {
    const [name = '', version] = text.split(':');
    return { service: 'ssm', name, version, jsonKey: undefined };
  }
  // An ARN contains colons itself: arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME.
  const [, name = '', rest = ''] = /^(arn(?::[^:]*){6}|[^:]+)(.*)$/.exec(text) ?? [];
  const [, , jsonKey = '', , version = ''] = rest.split(':');
  return { service: 'secretsmanager', name, version: version || undefined, jsonKey: jsonKey || undefined };
}

function findSecretReferences(text: string): SecretReference[] {
  const uniqueReferences = new Set(Array.from(text.matchAll(REFERENCE_PATTERN), ([reference]) => reference));
  return [...uniqueReferences].flatMap((reference) =>
    Array.from(reference.matchAll(REFERENCE_PATTERN), ([, service = '', name = '']) =>
      parseSecretReference(service, name),
    ),
  );
}

function findCertificates(resources: readonly TemplateResource[]): RequiredCertificate[] {
  return resources.flatMap(({ Type, Properties }): RequiredCertificate[] => {
    if (Type === 'AWS::CloudFront::Distribution') {
      const { Aliases, ViewerCertificate } = distributionSchema.parse(Properties).DistributionConfig;
      const arn = ViewerCertificate?.AcmCertificateArn;
      return arn === undefined ? [] : [{ arn, hosts: Aliases, region: 'us-east-1' }];
    }
    if (Type === 'AWS::ApiGateway::DomainName') {
      const { DomainName, RegionalCertificateArn: arn } = domainNameSchema.parse(Properties);
      return arn === undefined ? [] : [{ arn, hosts: [DomainName], region: undefined }];
    }
    return [];
  });
}

function findUnderprovisionedFunctions(
  resources: Readonly<Record<string, TemplateResource>>,
): UnderprovisionedFunction[] {
  return Object.values(resources).flatMap(({ Type, Properties }) => {
    if (Type !== 'AWS::Lambda::EventSourceMapping') return [];
    const { success, data } = queueConsumerSchema.safeParse(Properties);
    if (!success) return [];
    const functionProperties = reservedConcurrencySchema.parse(
      resources[data.FunctionName.Ref]?.Properties ?? {},
    );
    const { ReservedConcurrentExecutions: reservedConcurrency } = functionProperties;
    const neededConcurrency = data.ScalingConfig.MaximumConcurrency;
    return reservedConcurrency > 0 && reservedConcurrency < neededConcurrency
      ? [{ name: data.FunctionName.Ref, reserved: reservedConcurrency, needed: neededConcurrency }]
      : [];
  });
}

export function readStackRequirements(stackName: string, text: string): StackRequirements {
  const { Resources } = templateSchema.parse(JSON.parse(text));
  const resources = Object.values(Resources);
  const of = (type: string) =>
    resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const stageThrottles = of('AWS::ApiGateway::Stage').flatMap(
    (stageProperties) => apiStageSchema.parse(stageProperties).MethodSettings,
  );
  const alarmActions = of('AWS::CloudWatch::Alarm').flatMap(
    (each) => alarmPropertiesSchema.parse(each).AlarmActions,
  );
  return {
    stack: stackName,
    bytes: Buffer.byteLength(text),
    resources: resources.length,
    references: findSecretReferences(text),
    certificates: findCertificates(resources),
    topics: [...new Set(alarmActions.filter((topic) => typeof topic === 'string'))],
    tables: of('AWS::DynamoDB::Table').flatMap(
      (table) => namedTableSchema.safeParse(table).data?.TableName ?? [],
    ),
    gatewayDomains: of('AWS::ApiGateway::DomainName').map((each) => domainNameSchema.parse(each).DomainName),
    throttle:
      stageThrottles.length === 0
        ? undefined
        : {
            ratePerSecond: Math.max(...stageThrottles.map((each) => each.ThrottlingRateLimit)),
            burst: Math.max(...stageThrottles.map((each) => each.ThrottlingBurstLimit)),
          },
    reservedConcurrency: of('AWS::Lambda::Function')
      .map((each) => reservedConcurrencySchema.parse(each).ReservedConcurrentExecutions)
      .reduce((sum, each) => sum + each, 0),
    underprovisionedFunctions: findUnderprovisionedFunctions(Resources),
  };
}
