import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from './root.ts';

const FOLDER = join(PROJECT_ROOT, 'infra', 'stages');

const stageFile = z.record(z.string(), z.unknown());

/**
 * The settings of a stage's file, by the names of context values; none without a stage.
 *
 * @throws Error naming the stages that there are
 */
export function readStage(stage: unknown): Readonly<Record<string, unknown>> {
  if (stage === undefined) return {};
  const file = join(FOLDER, `${String(stage)}.json`);
  if (typeof stage !== 'string' || !/^[a-z][a-z0-9-]*$/.test(stage) || !existsSync(file)) {
    const known = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));
    throw new Error(`Invalid context: stage: must be one of ${known.join(', ')} (files of infra/stages)`);
  }
  return stageFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const REFERENCE = /^(ssm|secretsmanager):[\w/.:+=@-]+$/;
/** `ssm:NAME:VERSION`, or `secretsmanager:NAME:SecretString:KEY::VERSION_ID`, where KEY may be empty. */
const VERSIONED = /^(ssm:[\w/.-]+:\d+|secretsmanager:[\w/.:+=@-]+:SecretString:[\w.-]*::[\w-]{32,64})$/;
/** Settings that hold a key of somebody else's service once they name an address. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  CHAIN_SETTINGS: /"rpcUrl"\s*:/,
  ORIGIN_SECRET: /./,
  ORIGIN_SECRET_PREVIOUS: /./,
};

/** How a stage names a value that is kept elsewhere. */
const REFERENCE_FORMS = 'ssm:NAME:VERSION or secretsmanager:NAME:SecretString:::VERSION_ID';

/** Whether a setting's text names a value in Parameter Store or Secrets Manager. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/**
 * Why a reference is refused; undefined where it names its version. CloudFormation reads the value only when the
 * template changes, so without a version a rotated secret would not reach the functions.
 */
export function withoutVersion(reference: string): string | undefined {
  if (VERSIONED.test(reference)) return undefined;
  return `the reference needs the version of the secret: ${REFERENCE_FORMS}`;
}

/** What CloudFormation replaces by the value at deployment, so that the template never holds it. */
export function dynamicReference(text: string): string {
  return `{{resolve:${text}}}`;
}

/** Why a setting may not stand in a template as it is; undefined where it may. */
export function exposure(variable: string, text: string): string | undefined {
  if (SECRETS[variable]?.test(text) !== true) return undefined;
  return `this is or holds a secret: keep it in Parameter Store or Secrets Manager and give ${REFERENCE_FORMS}`;
}
