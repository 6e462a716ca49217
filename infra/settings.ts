import * as z from 'zod';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../shared/platform/contract/plans.ts';
import { OPTIONAL_CAPABILITIES } from './optional-capabilities.ts';

/** Returns a schema for a setting that is JSON text on the command line and a plain value in cdk.json. */
const json = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? parseJson(value) : value), schema);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Maximum number of customers with custom limits, because an environment variable with the limits of all customers
 * must fit into 4 KB.
 */
const ENTERPRISE_PLANS_MAX = 20;

const customLimitsSchema = z.strictObject({
  requestsPerMinute: z.int().min(PLAN_LIMITS.free.requestsPerMinute).max(CUSTOM_LIMITS_MAX.requestsPerMinute),
  burst: z.int().min(1).max(CUSTOM_LIMITS_MAX.burst),
});

const booleanSettingSchema = z.union([z.boolean(), z.stringbool()]);
const countSchema = z.coerce.number().int().min(1);

/** Number of days for which logs are kept. CloudWatch accepts only certain values. */
const logRetentionDaysSchema = z.coerce
  .number()
  .refine((days) => [7, 14, 30, 60, 90, 180, 365].includes(days), 'must be 7, 14, 30, 60, 90, 180 or 365');

const hostSchema = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name');
const arn = (service: string) =>
  z.string().regex(new RegExp(`^arn:[\\w-]+:${service}:[\\w-]+:\\d{12}:`), `must be an ARN of ${service}`);
const wafLimitSchema = z.coerce.number().int().min(10);
const throttleSchema = z.strictObject({ ratePerSecond: countSchema, burst: countSchema });

/** All context values of the app with their defaults, documented in docs/configuration.md. */
export const settingsSchema = z.object({
  /** Kind of stage. A `live` stage serves real users, and some settings are required only for it. */
  environment: z.enum(['test', 'live']).default('test'),
  /** Part of the stack's name that distinguishes several deployments in one AWS account and region. */
  deployment: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,30}$/,
      'must start with a lower-case letter, followed by at most 30 lower-case letters, digits and dashes',
    )
    .optional(),
  tableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be 3 to 255 letters, digits, dots, dashes and underscores')
    .optional(),
  /** Whether the DynamoDB table is protected against deletion, and kept when the stack is deleted. */
  retainData: booleanSettingSchema.default(true),
  /** Whether CloudFormation rejects deletion of the stack. */
  terminationProtection: booleanSettingSchema.default(false),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Retention in days of the functions' logs and the API's execution log. */
  logRetentionDays: logRetentionDaysSchema.default(30),
  alarmEmail: z.email().optional(),
  /** ARN of an existing SNS topic that alarms publish to. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+$/, 'must be the ARN of an SNS topic')
    .optional(),
  /**
   * Value of `Contact` in /.well-known/security.txt. If it is undefined, a live stage does not serve security.txt, and
   * a test stage uses an example address.
   */
  securityContact: z
    .string()
    .regex(/^(mailto:[\w.+-]+@[\w.-]+|https:\/\/[\w./-]+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** Origins whose pages may read responses, separated by commas; `*` allows every origin. */
  corsOrigins: z
    .string()
    .regex(
      /^(\*|https?:\/\/[\w.-]+(:\d+)?(,https?:\/\/[\w.-]+(:\d+)?)*)$/,
      'must be * or origins separated by commas',
    )
    .default('*')
    .transform((list) => list.split(',')),
  /**
   * Host name of the CloudFront distribution (`name`), host name of the API Gateway domain behind it
   * (`originName`), and the certificates of both.
   */
  domain: json(
    z.strictObject({
      name: hostSchema,
      /** Certificate for CloudFront, in us-east-1. */
      certificateArn: arn('acm'),
      originName: hostSchema,
      /** Certificate for API Gateway, in the stack's region. */
      originCertificateArn: arn('acm'),
      webAclArn: arn('wafv2').optional(),
    }),
  ).optional(),
  /** Whether AWS WAF filters requests. The default is true only on live stages. */
  waf: booleanSettingSchema.optional(),
  /** Maximum number of requests in five minutes from one IP address. WAF rejects requests above this limit. */
  wafRequestsPerFiveMinutes: wafLimitSchema.default(100_000),
  /**
   * Maximum number of requests in five minutes from one IP address to public endpoints, or without a well-formed
   * credential.
   */
  wafPublicRequestsPerFiveMinutes: wafLimitSchema.default(1_000),
  /** Maximum number of requests in five minutes from one IP address with a well-formed credential, valid or not. */
  wafCredentialRequestsPerFiveMinutes: wafLimitSchema.default(20_000),
  /** Stack to synthesize: the service, or the web ACL in us-east-1 that a stage with a domain needs. */
  stack: z.enum(['service', 'web-acl']).default('service'),
  /** Monthly budget of the AWS account in US dollars. Operators are notified at 80%. */
  monthlyBudgetUsd: countSchema.optional(),
  /** API Gateway throttle of each method that is not a public route. All callers of a method share it. */
  stageThrottle: json(throttleSchema).default({ ratePerSecond: 2_000, burst: 1_000 }),
  /** API Gateway throttle of each public method. All callers of a method share it. */
  publicThrottle: json(throttleSchema).default({ ratePerSecond: 100, burst: 200 }),
  /**
   * Number of concurrent executions to reserve for the authorizer, and for each job. Without it, no function has
   * reserved concurrency.
   */
  reservedConcurrency: json(z.strictObject({ authorizer: countSchema, job: countSchema.min(2) })).optional(),
  /** Lambda quota "Concurrent executions" of the account in the region. */
  concurrencyQuota: countSchema.default(1_000),
  /** Optional capabilities that the stage leaves out. */
  leaveOut: json(z.array(z.enum(OPTIONAL_CAPABILITIES))).default([]),
  /** API version in the stack output `BaseUrl`. The default is the oldest version that is served. */
  baseVersion: z
    .string()
    .regex(/^v[1-9]\d*$/, 'must be a version such as v1')
    .optional(),
  /** Whether to trace requests with X-Ray. Traces cost money and need a permission for all resources. */
  tracing: booleanSettingSchema.default(false),
  /** Custom limits of Enterprise customers, by a name that the operator chooses. */
  enterprise: json(
    z
      .record(z.string().regex(/^[\w-]{1,40}$/), customLimitsSchema)
      .refine((plans) => Object.keys(plans).length <= ENTERPRISE_PLANS_MAX, {
        error: `must have at most ${ENTERPRISE_PLANS_MAX} customers. Remove the others: the service limits them without a usage plan`,
      }),
  ).default({}),
});

export type SettingValues = z.infer<typeof settingsSchema>;

/** Number of concurrent executions that Lambda always keeps for functions without reserved concurrency. */
export const UNRESERVED_CONCURRENCY_MIN = 100;
/** Requests per second that one concurrent execution can serve. A request takes about 0.1 seconds. */
const REQUESTS_PER_SECOND_PER_EXECUTION = 10;

/** Lowers a throttle to the rate that the account's concurrent executions can serve. */
export function limitThrottleToQuota(
  { ratePerSecond, burst }: z.infer<typeof throttleSchema>,
  concurrencyQuota: number,
) {
  return {
    ratePerSecond: Math.min(ratePerSecond, REQUESTS_PER_SECOND_PER_EXECUTION * concurrencyQuota),
    burst: Math.min(burst, concurrencyQuota),
  };
}

/** Whether the quota leaves at least UNRESERVED_CONCURRENCY_MIN executions unreserved. True if nothing is reserved. */
export function fitsConcurrencyQuota(reservedExecutions: number, quota: number): boolean {
  return reservedExecutions === 0 || reservedExecutions + UNRESERVED_CONCURRENCY_MIN <= quota;
}

/**
 * Returns a problem message when the reserved concurrency of all functions exceeds the account's quota;
 * undefined otherwise.
 */
export function findExcessConcurrency(
  { reservedConcurrency: reservedPerFunction, concurrencyQuota: quota }: SettingValues,
  jobs: number,
): string | undefined {
  if (reservedPerFunction === undefined) return undefined;
  const sum = reservedPerFunction.authorizer + jobs * reservedPerFunction.job;
  if (fitsConcurrencyQuota(sum, quota)) return undefined;
  return `reservedConcurrency: the authorizer and ${jobs} jobs reserve ${sum} concurrent executions, and other functions need ${UNRESERVED_CONCURRENCY_MIN}. Together they exceed concurrencyQuota, which is ${quota}. Lower reservedConcurrency`;
}

export function hasWaf({ waf, environment }: Pick<SettingValues, 'waf' | 'environment'>): boolean {
  return waf ?? environment === 'live';
}

/**
 * Returns the contact for security.txt. Without a setting, a test stage has an example contact, and a live stage has
 * none (undefined).
 */
export function findSecurityContact({
  securityContact,
  environment,
}: Pick<SettingValues, 'securityContact' | 'environment'>): string | undefined {
  return securityContact ?? (environment === 'test' ? 'mailto:security@example.com' : undefined);
}

/** Whether the CloudFront distribution needs a web ACL but the stage file names none. */
function lacksWebAcl(settings: SettingValues): boolean {
  return settings.stack === 'service' && hasWaf(settings) && settings.domain?.webAclArn === undefined;
}

/** Returns a message for each combination of settings that is invalid. */
export function findContradictorySettings(
  settings: SettingValues,
  originSecret: string | undefined,
): string[] {
  const problems: string[] = [];
  if (settings.domain !== undefined && originSecret === undefined) {
    problems.push(
      'originSecret: required with domain, because the CloudFront distribution sends this secret to the API',
    );
  }
  if (settings.domain !== undefined && lacksWebAcl(settings)) {
    problems.push(
      'domain: webAclArn is required, because AWS WAF is on. Deploy the web ACL with -c stack=web-acl and copy its output, or set "waf": false',
    );
  }
  if (settings.monthlyBudgetUsd !== undefined && settings.alarmEmail === undefined) {
    problems.push('monthlyBudgetUsd: alarmEmail is required, because it receives the warnings of the budget');
  }
  return problems;
}

/** Returns a message for each setting that a live stage requires but lacks. */
export function findMissingSettings(settings: SettingValues, signInUri: string | undefined): string[] {
  if (settings.environment !== 'live') return [];
  return [
    ...(signInUri === undefined
      ? ['signInUri: required for a live stage. Set the address of its sign-in page']
      : []),
    ...(settings.alarmEmail === undefined && settings.alarmTopicArn === undefined
      ? ['alarmEmail: alarmEmail or alarmTopicArn is required for a live stage']
      : []),
  ];
}
