import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';
import { readConfig } from '../shared/platform/config.ts';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../shared/platform/contract/plans.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { ROOT } from './bundle.ts';
import { dynamicReference, exposure, isReference, readStage } from './stage.ts';

/** What the CDK command line sets when it starts the app: without them `sam local` could not find the code. */
const CLI_CONTEXT = {
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
};

/** The context of a run without the CDK command line: what that would set, and cdk.json's `context`. */
export function defaultContext(): Record<string, unknown> {
  const file: { context?: Record<string, unknown> } = JSON.parse(
    readFileSync(join(ROOT, 'cdk.json'), 'utf8'),
  );
  return { ...CLI_CONTEXT, ...file.context };
}

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

const throttle = z.strictObject({ ratePerSecond: count, burst: count });

/** Every context value of the app, with its default. Documented in docs/configuration.md. */
const context = z.object({
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
  /** Origins whose pages may read the answers, separated by commas; `*` stands for every one. */
  corsOrigins: z
    .string()
    .regex(
      /^(\*|https?:\/\/[\w.-]+(:\d+)?(,https?:\/\/[\w.-]+(:\d+)?)*)$/,
      'must be * or origins separated by commas',
    )
    .default('*')
    .transform((list) => list.split(',')),
  /** What all callers together may ask of any one method. */
  stageThrottle: json(throttle).default({ ratePerSecond: 2_000, burst: 1_000 }),
  /** The same of a method that needs no credential. */
  publicThrottle: json(throttle).default({ ratePerSecond: 100, burst: 200 }),
  /** Concurrent runs kept for the authorizer, and for each job; without it they share the account's. */
  reservedConcurrency: json(z.strictObject({ authorizer: count, job: count })).optional(),
  /** Traces requests with X-Ray, which costs per trace and needs a permission that cannot be narrowed. */
  tracing: flag.default(false),
  /** Limits of single Enterprise customers, by a name of the operator's choice. */
  enterprise: json(
    z
      .record(z.string().regex(/^[\w-]{1,40}$/), customLimits)
      .refine((plans) => Object.keys(plans).length <= ENTERPRISE_PLANS_MAX, {
        error: `at most ${ENTERPRISE_PLANS_MAX} customers; others stay with the limits of their credentials alone`,
      }),
  ).default({}),
});

export type Settings = z.infer<typeof context> & {
  /** A context value by the name of the environment variable that it becomes: `signInUri` for `SIGN_IN_URI`. */
  readonly variable: (name: string) => string | undefined;
};

/** A context value of the command line or cdk.json, or else of the stage's file. */
type Given = (name: string) => unknown;

/** What the functions of the app may be given by the context. */
function functionSettings(): ReadonlySet<string> {
  const names = [
    ...ROUTES.flatMap(({ lambda }) => lambda?.settings ?? []),
    ...JOBS.flatMap((job) => job.settings ?? []),
  ];
  return new Set(names.map(contextName));
}

/** What real users cannot do without. */
function missingWhenLive(settings: z.infer<typeof context>, signInUri: string | undefined): string[] {
  if (settings.environment !== 'live') return [];
  return [
    ...(signInUri === undefined ? ['signInUri: a live stage needs the page where users sign in'] : []),
    ...(settings.alarmEmail === undefined && settings.alarmTopicArn === undefined
      ? ['alarmEmail: a live stage needs somebody to wake: give alarmEmail or alarmTopicArn']
      : []),
  ];
}

/**
 * The settings as a validated model: what the command line gives (`-c name=value`), and else what the stage's file
 * says (`-c stage=prod` reads infra/stages/prod.json).
 *
 * @throws Error naming every value that breaks its rule
 */
export function readSettings(node: Node): Settings {
  const file = readStage(node.tryGetContext('stage') ?? undefined);
  const known = functionSettings();
  const problems = Object.keys(file)
    .filter((name) => !Object.hasOwn(context.shape, name) && !known.has(name))
    .map((name) => `${name}: is no setting`);
  const given: Given = (name) => node.tryGetContext(name) ?? file[name] ?? undefined;
  const parsed = context.safeParse(
    Object.fromEntries(Object.keys(context.shape).map((name) => [name, given(name)])),
  );
  if (parsed.success) problems.push(...missingWhenLive(parsed.data, variable(given, 'SIGN_IN_URI')));
  else problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (!parsed.success || problems.length > 0) throw new Error(`Invalid context: ${problems.join('; ')}`);
  return { ...parsed.data, variable: (name) => variable(given, name) };
}

/** `SIGN_IN_URI` -> `signInUri`. */
export function contextName(variable: string): string {
  return variable.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The value as the function will read it, checked by the rule that the function applies at its start; of a reference,
 * what CloudFormation replaces by the value that is kept elsewhere.
 */
function variable(given: Given, name: string): string | undefined {
  const value = given(contextName(name));
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isReference(text)) return dynamicReference(text);
  const problem = exposure(name, text);
  if (problem !== undefined) throw new Error(`Invalid context: ${contextName(name)}: ${problem}`);
  readConfig({ [name]: text });
  return text;
}
