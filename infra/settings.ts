import * as z from 'zod';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../shared/platform/contract/plans.ts';
import { OPTIONAL_CAPABILITIES } from './optional-capabilities.ts';

/** A structured value on the command line comes as JSON text; in cdk.json it stands as it is. */
const json = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? parse(value) : value), schema);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** All of them go into one environment variable, whose function may have 4 KB of them. */
const ENTERPRISE_PLANS_MAX = 20;

const customLimits = z.strictObject({
  requestsPerMinute: z.int().min(PLAN_LIMITS.free.requestsPerMinute).max(CUSTOM_LIMITS_MAX.requestsPerMinute),
  burst: z.int().min(1).max(CUSTOM_LIMITS_MAX.burst),
});

const flag = z.union([z.boolean(), z.stringbool()]);
const count = z.coerce.number().int().min(1);

/** CloudWatch keeps logs for one of its own numbers of days. */
const logDays = z.coerce
  .number()
  .refine((days) => [7, 14, 30, 60, 90, 180, 365].includes(days), 'must be 7, 14, 30, 60, 90, 180 or 365');

const host = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name');
const arn = (service: string) =>
  z.string().regex(new RegExp(`^arn:[\\w-]+:${service}:[\\w-]+:\\d{12}:`), `must be an ARN of ${service}`);
const wafLimit = z.coerce.number().int().min(10);
const throttle = z.strictObject({ ratePerSecond: count, burst: count });

/** Every context value of the app, with its default. Documented in docs/configuration.md. */
export const settingsSchema = z.object({
  /** A `live` stage serves real users, and is refused without what they need; a `test` one may do without. */
  environment: z.enum(['test', 'live']).default('test'),
  /** Tells several deployments in one account and region apart; part of the stack's name. */
  deployment: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and dashes')
    .optional(),
  tableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be 3 to 255 letters, digits, dots, dashes and underscores')
    .optional(),
  /** Whether the table outlives the stack and refuses to be deleted. */
  retainData: flag.default(true),
  /** Whether the stack refuses to be deleted. */
  terminationProtection: flag.default(false),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** How long functions' and execution logs are kept; the access log is kept three times as long, a year at most. */
  logRetentionDays: logDays.default(30),
  alarmEmail: z.email().optional(),
  /** An SNS topic that exists already, such as a pager's. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]+$/, 'must be the ARN of an SNS topic')
    .optional(),
  /** The `Contact` of /.well-known/security.txt, which is not served without one. */
  securityContact: z
    .string()
    .regex(/^(mailto:[\w.+-]+@[\w.-]+|https:\/\/[\w./-]+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** Origins whose pages may read the answers, separated by commas; `*` stands for every one. */
  corsOrigins: z
    .string()
    .regex(
      /^(\*|https?:\/\/[\w.-]+(:\d+)?(,https?:\/\/[\w.-]+(:\d+)?)*)$/,
      'must be * or origins separated by commas',
    )
    .default('*')
    .transform((list) => list.split(',')),
  /** The host in front of the API, and the one of API Gateway's own behind it. */
  domain: json(
    z.strictObject({
      name: host,
      /** Of CloudFront's: in us-east-1. */
      certificateArn: arn('acm'),
      originName: host,
      /** In the stack's own region. */
      originCertificateArn: arn('acm'),
      webAclArn: arn('wafv2').optional(),
    }),
  ).optional(),
  /** Whether AWS WAF filters requests; by default on live stages. */
  waf: flag.optional(),
  /** Requests of one address in five minutes above which WAF refuses it. */
  wafRequestsPerFiveMinutes: wafLimit.default(100_000),
  /** The same of requests without a well-formed credential, and to endpoints that need none. */
  wafPublicRequestsPerFiveMinutes: wafLimit.default(1_000),
  /** The same of requests with a well-formed credential, refused ones included: WAF does not see the answer. */
  wafCredentialRequestsPerFiveMinutes: wafLimit.default(20_000),
  /** Which stack is written: the service, or its web ACL in us-east-1, which a domain needs. */
  stack: z.enum(['service', 'web-acl']).default('service'),
  /** The monthly budget of the account's bill in US dollars. Operators are notified at 80%. */
  monthlyBudgetUsd: count.optional(),
  /** The throttle of each method, for all callers together. */
  stageThrottle: json(throttle).default({ ratePerSecond: 2_000, burst: 1_000 }),
  /** The throttle of each method that needs no credential. */
  publicThrottle: json(throttle).default({ ratePerSecond: 100, burst: 200 }),
  /** Concurrent runs kept for the authorizer, and for each job; without it they share the account's. */
  reservedConcurrency: json(z.strictObject({ authorizer: count, job: count.min(2) })).optional(),
  /** Concurrent executions that the account allows in the region: the Lambda quota "Concurrent executions". */
  concurrencyQuota: count.default(1_000),
  /** Optional capabilities that the stage does not have. */
  leaveOut: json(z.array(z.enum(OPTIONAL_CAPABILITIES))).default([]),
  /** The version in the output `BaseUrl`, which the canary calls; the oldest served version when absent. */
  baseVersion: z
    .string()
    .regex(/^v[1-9]\d*$/, 'must be a version such as v1')
    .optional(),
  /** Traces requests with X-Ray, which costs per trace and needs a permission that cannot be narrowed. */
  tracing: flag.default(false),
  /** Limits of single Enterprise customers, by a name of the operator's choice. */
  enterprise: json(
    z
      .record(z.string().regex(/^[\w-]{1,40}$/), customLimits)
      .refine((plans) => Object.keys(plans).length <= ENTERPRISE_PLANS_MAX, {
        error: `at most ${ENTERPRISE_PLANS_MAX} customers. The others have only the exact rate limit`,
      }),
  ).default({}),
});

export type Values = z.infer<typeof settingsSchema>;

/** Concurrent executions that Lambda keeps for functions without a reservation. */
export const UNRESERVED_MIN = 100;
/** A request keeps a function busy for about a tenth of a second, its authorizer included. */
const REQUESTS_PER_SECOND_AND_RUN = 10;

/** A throttle, lowered to what the account's concurrent executions can serve. Above it callers would get 500. */
export function withinQuota({ ratePerSecond, burst }: z.infer<typeof throttle>, concurrencyQuota: number) {
  return {
    ratePerSecond: Math.min(ratePerSecond, REQUESTS_PER_SECOND_AND_RUN * concurrencyQuota),
    burst: Math.min(burst, concurrencyQuota),
  };
}

/** Whether a quota of concurrent executions has room for this many reserved ones. */
export function fitsQuota(reserved: number, quota: number): boolean {
  return reserved === 0 || reserved + UNRESERVED_MIN <= quota;
}

/** What the reserved concurrency of all functions exceeds; undefined where it fits the account's quota. */
export function reservedTooMuch(
  { reservedConcurrency: reserved, concurrencyQuota: quota }: Values,
  jobs: number,
): string | undefined {
  if (reserved === undefined) return undefined;
  const sum = reserved.authorizer + jobs * reserved.job;
  if (fitsQuota(sum, quota)) return undefined;
  return `reservedConcurrency: the authorizer and ${jobs} jobs reserve ${sum}, and other functions need ${UNRESERVED_MIN}. The sum exceeds concurrencyQuota (${quota})`;
}

/** Whether AWS WAF filters the requests of the stage. */
export function hasWaf({ waf, environment }: Pick<Values, 'waf' | 'environment'>): boolean {
  return waf ?? environment === 'live';
}

/** The contact of security.txt. A test stage, `npm start` included, serves an example where it names none. */
export function securityContactOf({
  securityContact,
  environment,
}: Pick<Values, 'securityContact' | 'environment'>): string | undefined {
  return securityContact ?? (environment === 'test' ? 'mailto:security@example.com' : undefined);
}

/** Whether a distribution should have a web ACL and none is named. It is written by a stack in us-east-1. */
function lacksWebAcl(settings: Values): boolean {
  return settings.stack === 'service' && hasWaf(settings) && settings.domain?.webAclArn === undefined;
}

/** What does not go together. */
export function contradictions(settings: Values, originSecret: string | undefined): string[] {
  const problems: string[] = [];
  if (settings.domain !== undefined && originSecret === undefined) {
    problems.push('originSecret: a domain requires a secret that its CloudFront distribution sends');
  }
  if (settings.domain !== undefined && lacksWebAcl(settings)) {
    problems.push(
      'domain: AWS WAF requires webAclArn. Deploy the web ACL with -c stack=web-acl and copy its output, or set "waf": false',
    );
  }
  if (settings.monthlyBudgetUsd !== undefined && settings.alarmEmail === undefined) {
    problems.push('monthlyBudgetUsd: a budget requires alarmEmail, which receives its warnings');
  }
  return problems;
}

/** What real users cannot do without. */
export function missingWhenLive(settings: Values, signInUri: string | undefined): string[] {
  if (settings.environment !== 'live') return [];
  return [
    ...(signInUri === undefined ? ['signInUri: a live stage requires the address of its sign-in page'] : []),
    ...(settings.alarmEmail === undefined && settings.alarmTopicArn === undefined
      ? ['alarmEmail: a live stage requires alarmEmail or alarmTopicArn']
      : []),
  ];
}
