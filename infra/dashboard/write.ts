import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dashboard } from './build.ts';

/** The site in two folders. Each is deployed with its own cache settings. */
export interface WrittenSite {
  readonly documentDirectory: string;
  readonly partsDirectory: string;
}

/** Writes all files of the site into a folder. */
export function writeSite({ files }: Dashboard, directory: string): WrittenSite {
  const site = { documentDirectory: join(directory, 'document'), partsDirectory: join(directory, 'parts') };
  for (const { path, contents, isImmutable } of files) {
    const file = join(isImmutable ? site.partsDirectory : site.documentDirectory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return site;
}
