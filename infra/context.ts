import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';
import { GATEWAY_PLANS_SETTING } from '../shared/access/gateway.ts';
import { readConfig } from '../shared/platform/config.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { PROJECT_ROOT } from './root.ts';
import {
  findContradictorySettings,
  findExcessConcurrency,
  findMissingSettings,
  limitThrottleToQuota,
  type SettingValues,
  settingsSchema,
} from './settings.ts';
import {
  buildDynamicReference,
  explainExposedSecret,
  explainMissingVersion,
  isSecretReference,
  readStageFile,
} from './stage.ts';

/** Context values that the CDK command line would set. Without them, `sam local` cannot find the functions' code. */
const CDK_CLI_CONTEXT = {
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
};

/** Returns the context values that the CDK command line would use. */
export function readDefaultContext(): Record<string, unknown> {
  const file = z.object({ context: z.optional(z.record(z.string(), z.unknown())) });
  const { context } = file.parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'cdk.json'), 'utf8')));
  return { ...CDK_CLI_CONTEXT, ...context };
}

export type Settings = SettingValues & {
  /**
   * Returns the value of a setting by its environment variable, such as `SIGN_IN_URI` for the setting
   * `signInUri`; undefined when the setting has no value.
   */
  readonly variable: (name: string) => string | undefined;
};

/** Returns a context value. The command line and cdk.json have priority over the stage file. */
type ContextReader = (name: string) => unknown;

/**
 * Environment variables that a stage file cannot set, because the stack itself or the local server sets them.
 */
const EXCLUDED_VARIABLES: ReadonlySet<string> = new Set([
  GATEWAY_PLANS_SETTING,
  'GATEWAY_CONTROL_ENDPOINT',
  'CANARY_BASE_URL',
]);

export function listSettingNames(): ReadonlySet<string> {
  const variableNames = [
    'ORIGIN_SECRET',
    'ORIGIN_SECRET_PREVIOUS',
    ...ROUTES.flatMap(({ lambda }) => lambda?.settings ?? []),
    ...JOBS.flatMap((job) => job.settings ?? []),
  ].filter((name) => !EXCLUDED_VARIABLES.has(name));
  return new Set([...Object.keys(settingsSchema.shape), ...variableNames.map(toContextName)]);
}

/**
 * Reads and validates the settings. Values of the command line (`-c name=value`) override values of the stage
 * file (`-c stage=prod` reads infra/stages/prod.json).
 *
 * @throws Error that names every invalid value
 */
export function readSettings(node: Node): Settings {
  const stage: unknown = node.tryGetContext('stage');
  const file = readStageFile(stage ?? undefined);
  const knownSettings = listSettingNames();
  const problems = Object.keys(file)
    .filter((name) => !knownSettings.has(name))
    .map((name) => `${name}: unknown setting. See docs/configuration.md`);
  const readContextValue: ContextReader = (name) => {
    const value: unknown = node.tryGetContext(name);
    return value ?? file[name] ?? undefined;
  };
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, readContextValue(name)])),
  );
  if (parsed.success) {
    problems.push(
      ...findMissingSettings(parsed.data, readVariable(readContextValue, 'SIGN_IN_URI')),
      ...findContradictorySettings(parsed.data, readVariable(readContextValue, 'ORIGIN_SECRET')),
      ...[findExcessConcurrency(parsed.data, JOBS.length)].filter((problem) => problem !== undefined),
    );
  } else problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (!parsed.success || problems.length > 0) throw new Error(`Invalid context: ${problems.join('; ')}`);
  const { stageThrottle, publicThrottle, concurrencyQuota } = parsed.data;
  return {
    ...parsed.data,
    stageThrottle: limitThrottleToQuota(stageThrottle, concurrencyQuota),
    publicThrottle: limitThrottleToQuota(publicThrottle, concurrencyQuota),
    variable: (name) => readVariable(readContextValue, name),
  };
}

/** Returns the context name of an environment variable: `signInUri` for `SIGN_IN_URI`. */
export function toContextName(variableName: string): string {
  return variableName.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the environment variable of a context name: `SIGN_IN_URI` for `signInUri`. */
export function toVariableName(context: string): string {
  return context.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/**
 * Returns the value of an environment variable for a function; undefined when it has none. A reference to a secret
 * becomes a dynamic reference, which CloudFormation replaces by the secret.
 */
function readVariable(readContextValue: ContextReader, name: string): string | undefined {
  const value = readContextValue(toContextName(name));
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const problem = isSecretReference(text) ? explainMissingVersion(text) : explainExposedSecret(name, text);
  if (problem !== undefined) throw new Error(`Invalid context: ${toContextName(name)}: ${problem}`);
  if (isSecretReference(text)) return buildDynamicReference(text);
  readConfig({ [name]: text });
  return text;
}
