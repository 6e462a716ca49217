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
/** Settings that hold a key of somebody else's service once they name an address. */
const SECRETS: Readonly<Record<string, RegExp>> = { CHAIN_SETTINGS: /"rpcUrl"\s*:/, ORIGIN_SECRET: /./ };

/** Whether a setting's text names a value that is kept elsewhere: `ssm:/yield/chains`, `secretsmanager:yield-chains`. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** What CloudFormation replaces by the value at deployment, so that the template never holds it. */
export function dynamicReference(text: string): string {
  return `{{resolve:${text}}}`;
}

/** Why a setting may not stand in a template as it is; undefined where it may. */
export function exposure(variable: string, text: string): string | undefined {
  if (SECRETS[variable]?.test(text) !== true) return undefined;
  return 'this is or holds a secret: keep it in Parameter Store or Secrets Manager and give ssm:NAME or secretsmanager:NAME';
}
