import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from './root.ts';

const STAGES_FOLDER = join(PROJECT_ROOT, 'infra', 'stages');

const stageFileSchema = z.record(z.string(), z.unknown());

/**
 * Reads the settings of a stage file, by context name. Returns an empty object when `stage` is undefined.
 *
 * @throws Error for an unknown stage; the message lists the existing stages
 */
export function readStageFile(stage: unknown): Readonly<Record<string, unknown>> {
  if (stage === undefined) return {};
  const file = join(STAGES_FOLDER, `${String(stage)}.json`);
  if (typeof stage !== 'string' || !/^[a-z][a-z0-9-]*$/.test(stage) || !existsSync(file)) {
    const knownStages = readdirSync(STAGES_FOLDER).map((name) => name.replace(/\.json$/, ''));
    throw new Error(
      `Invalid context: stage: must be one of ${knownStages.join(', ')} (files of infra/stages)`,
    );
  }
  return stageFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const REFERENCE_PATTERN = /^(ssm|secretsmanager):[\w/.:+=@-]+$/;
/**
 * Matches a reference with a version: `ssm:NAME:VERSION`, or
 * `secretsmanager:NAME:SecretString:KEY::VERSION_ID`, where KEY may be empty.
 */
const VERSIONED_REFERENCE_PATTERN =
  /^(ssm:[\w/.-]+:\d+|secretsmanager:[\w/.:+=@-]+:SecretString:[\w.-]*::[\w-]{32,64})$/;
/**
 * Settings that may contain a secret, and the pattern of a value with a secret. For example, an RPC URL may contain
 * an API key.
 */
const SECRET_PATTERN_BY_VARIABLE: Readonly<Record<string, RegExp>> = {
  CHAIN_SETTINGS: /"rpcUrl"\s*:/,
  ORIGIN_SECRET: /./,
  ORIGIN_SECRET_PREVIOUS: /./,
};

/** The accepted forms of a reference in a stage file, for error messages. */
const SECRET_REFERENCE_FORMATS = 'ssm:NAME:VERSION or secretsmanager:NAME:SecretString:::VERSION_ID';

/** Whether a setting is a reference to a value in Parameter Store or Secrets Manager. */
export function isSecretReference(text: string): boolean {
  return REFERENCE_PATTERN.test(text);
}

/**
 * Returns an error message when a reference has no version; undefined otherwise. Without a version, a rotated secret
 * would not reach the functions, because CloudFormation would see no change.
 */
export function explainMissingVersion(reference: string): string | undefined {
  if (VERSIONED_REFERENCE_PATTERN.test(reference)) return undefined;
  return `the reference must contain the version of the secret. Use ${SECRET_REFERENCE_FORMATS}`;
}

/** Returns CloudFormation's dynamic reference to a secret, so that the template never contains the secret. */
export function buildDynamicReference(text: string): string {
  return `{{resolve:${text}}}`;
}

/** Returns the reason why a setting must not be plain text in the template. Returns undefined if no secret is found. */
export function explainExposedSecret(variableName: string, text: string): string | undefined {
  if (SECRET_PATTERN_BY_VARIABLE[variableName]?.test(text) !== true) return undefined;
  return `must not contain a secret. Store the secret in Parameter Store or Secrets Manager, and set ${SECRET_REFERENCE_FORMATS}`;
}
