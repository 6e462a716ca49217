import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dashboard } from './build.ts';

/**
 * The dashboard's files in two folders: files with a hash in the name (`partsDirectory`), and all others.
 * Each folder is deployed with its own Cache-Control header.
 */
export interface WrittenSite {
  readonly documentDirectory: string;
  readonly partsDirectory: string;
}

export function writeSite({ files }: Dashboard, directory: string): WrittenSite {
  const site = { documentDirectory: join(directory, 'document'), partsDirectory: join(directory, 'parts') };
  for (const { path, contents, isImmutable } of files) {
    const file = join(isImmutable ? site.partsDirectory : site.documentDirectory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return site;
}
