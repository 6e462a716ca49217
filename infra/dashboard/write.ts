import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dashboard } from './build.ts';

/** The site in two folders: each is put where it is served from with a caching of its own. */
export interface WrittenSite {
  readonly documentDirectory: string;
  readonly partsDirectory: string;
}

/** Writes every file of the site below a folder. */
export function writeSite({ files }: Dashboard, directory: string): WrittenSite {
  const site = { documentDirectory: join(directory, 'document'), partsDirectory: join(directory, 'parts') };
  for (const { path, contents, isImmutable } of files) {
    const file = join(isImmutable ? site.partsDirectory : site.documentDirectory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return site;
}
