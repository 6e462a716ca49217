import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';
import { PLANS_SETTING } from '../shared/access/gateway.ts';
import { readConfig } from '../shared/platform/config.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { PROJECT_ROOT } from './root.ts';
import {
  contradictions,
  missingWhenLive,
  reservedTooMuch,
  settingsSchema,
  type Values,
  withinQuota,
} from './settings.ts';
import { dynamicReference, exposure, isReference, readStage, withoutVersion } from './stage.ts';

/** What the CDK command line sets when it starts the app: without them `sam local` could not find the code. */
const CLI_CONTEXT = {
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
};

/** The context of a run without the CDK command line: what that would set, and cdk.json's `context`. */
export function defaultContext(): Record<string, unknown> {
  const file = z.object({ context: z.optional(z.record(z.string(), z.unknown())) });
  const { context } = file.parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'cdk.json'), 'utf8')));
  return { ...CLI_CONTEXT, ...context };
}

export type Settings = Values & {
  /** A context value by the name of the environment variable that it becomes: `signInUri` for `SIGN_IN_URI`. */
  readonly variable: (name: string) => string | undefined;
};

/** A context value of the command line or cdk.json, or else of the stage's file. */
type Given = (name: string) => unknown;

/** What functions read and no stage says: the stack itself knows it, or the local server. */
const GIVEN_VARIABLES: ReadonlySet<string> = new Set([
  PLANS_SETTING,
  'GATEWAY_CONTROL_ENDPOINT',
  'CANARY_BASE_URL',
]);

/** Names of the settings that a stage may have: of the stack, and of its functions. */
export function settingNames(): ReadonlySet<string> {
  const variables = [
    'ORIGIN_SECRET',
    'ORIGIN_SECRET_PREVIOUS',
    ...ROUTES.flatMap(({ lambda }) => lambda?.settings ?? []),
    ...JOBS.flatMap((job) => job.settings ?? []),
  ].filter((name) => !GIVEN_VARIABLES.has(name));
  return new Set([...Object.keys(settingsSchema.shape), ...variables.map(contextName)]);
}

/**
 * The settings as a validated model: what the command line gives (`-c name=value`), and else what the stage's file
 * says (`-c stage=prod` reads infra/stages/prod.json).
 *
 * @throws Error naming every value that breaks its rule
 */
export function readSettings(node: Node): Settings {
  const stage: unknown = node.tryGetContext('stage');
  const file = readStage(stage ?? undefined);
  const known = settingNames();
  const problems = Object.keys(file)
    .filter((name) => !known.has(name))
    .map((name) => `${name}: unknown setting. See docs/configuration.md`);
  const given: Given = (name) => {
    const value: unknown = node.tryGetContext(name);
    return value ?? file[name] ?? undefined;
  };
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, given(name)])),
  );
  if (parsed.success) {
    problems.push(
      ...missingWhenLive(parsed.data, variable(given, 'SIGN_IN_URI')),
      ...contradictions(parsed.data, variable(given, 'ORIGIN_SECRET')),
      ...[reservedTooMuch(parsed.data, JOBS.length)].filter((problem) => problem !== undefined),
    );
  } else problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (!parsed.success || problems.length > 0) throw new Error(`Invalid context: ${problems.join('; ')}`);
  const { stageThrottle, publicThrottle, concurrencyQuota } = parsed.data;
  return {
    ...parsed.data,
    stageThrottle: withinQuota(stageThrottle, concurrencyQuota),
    publicThrottle: withinQuota(publicThrottle, concurrencyQuota),
    variable: (name) => variable(given, name),
  };
}

/** `SIGN_IN_URI` -> `signInUri`. */
export function contextName(variable: string): string {
  return variable.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `signInUri` -> `SIGN_IN_URI`. */
export function variableName(context: string): string {
  return context.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/**
 * The value as the function will read it, checked by the rule that the function applies at its start; of a reference,
 * what CloudFormation replaces by the value that is kept elsewhere.
 */
function variable(given: Given, name: string): string | undefined {
  const value = given(contextName(name));
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const problem = isReference(text) ? withoutVersion(text) : exposure(name, text);
  if (problem !== undefined) throw new Error(`Invalid context: ${contextName(name)}: ${problem}`);
  if (isReference(text)) return dynamicReference(text);
  readConfig({ [name]: text });
  return text;
}
