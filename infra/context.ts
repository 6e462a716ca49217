import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';
import { readConfig } from '../shared/platform/config.ts';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../shared/platform/contract/plans.ts';
import { ROOT } from './bundle.ts';

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

/** Every context value of the app, with its default. Documented in docs/configuration.md. */
const context = z.object({
  /** Tells several deployments in one account and region apart; part of the stack's name. */
  deployment: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and dashes')
    .optional(),
  tableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be 3 to 255 letters, digits, dots, dashes and underscores')
    .optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  alarmEmail: z.email().optional(),
  /** Origins whose pages may read the answers, separated by commas; `*` stands for every one. */
  corsOrigins: z
    .string()
    .regex(
      /^(\*|https?:\/\/[\w.-]+(:\d+)?(,https?:\/\/[\w.-]+(:\d+)?)*)$/,
      'must be * or origins separated by commas',
    )
    .default('*')
    .transform((list) => list.split(',')),
  /** Traces requests with X-Ray, which costs per trace and needs a permission that cannot be narrowed. */
  tracing: z.union([z.boolean(), z.stringbool()]).default(false),
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

/**
 * The app's context as a validated model.
 *
 * @throws Error naming every value that breaks its rule.
 */
export function readSettings(node: Node): Settings {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(context.shape)) given[name] = node.tryGetContext(name) ?? undefined;
  const parsed = context.safeParse(given);
  if (parsed.success) return { ...parsed.data, variable: (name) => variable(node, name) };
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid context: ${problems.join('; ')}`);
}

/** `SIGN_IN_URI` -> `signInUri`. */
export function contextName(variable: string): string {
  return variable.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The value as the function will read it, checked by the rule that the function applies at its start. */
function variable(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(contextName(name));
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  readConfig({ [name]: text });
  return text;
}
