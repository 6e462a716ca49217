import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from '../../root.ts';
import { UsageError } from '../usage-error.ts';

const settingsSchema = z.record(z.string(), z.unknown());
type StageSettings = z.infer<typeof settingsSchema>;

export interface StageFile {
  readonly path: string;
  readonly settings: StageSettings;
  /** Writes the file with these settings added or replaced. */
  write(changedSettings: StageSettings): void;
}

/**
 * Opens the file of a stage.
 *
 * @throws UsageError when infra/stages has no such file
 */
export function openStageFile(stage: string, folder = join(PROJECT_ROOT, 'infra', 'stages')): StageFile {
  const path = join(folder, `${stage}.json`);
  if (!/^[a-z][a-z0-9-]*$/.test(stage) || !existsSync(path)) {
    throw new UsageError(
      `The file infra/stages/${stage}.json does not exist. For --stage, give the name of a file in infra/stages, without .json`,
    );
  }
  const currentSettings = settingsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return {
    path,
    settings: currentSettings,
    write: (changedSettings) =>
      writeFileSync(path, `${JSON.stringify({ ...currentSettings, ...changedSettings }, null, 2)}\n`),
  };
}
