import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/**
 * Handler files by route id or job id. The handler of the id `group.action` is a file `action.ts` anywhere in
 * `functions/group`.
 */
const handlerFileById: ReadonlyMap<string, string> = (() => {
  const fileById = new Map<string, string>();
  for (const path of globSync('functions/**/*.ts', { cwd: join(import.meta.dirname, '..') })) {
    const file = path.replaceAll(sep, '/');
    const id = `${file.split('/')[1]}.${basename(file, '.ts')}`;
    const otherFile = fileById.get(id);
    if (otherFile !== undefined) throw new Error(`Two handlers are named ${id}: ${otherFile} and ${file}`);
    fileById.set(id, file);
  }
  return fileById;
})();

/** Returns the handler file of an id, relative to the project root. For a missing file, returns its expected path. */
export function handlerFileOf(id: string): string {
  return handlerFileById.get(id) ?? `functions/${id.replace('.', '/')}.ts`;
}
