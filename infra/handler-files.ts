import { globSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** Every handler's file by the id of its route or job: `group.action` lies anywhere below `functions/<group>`. */
const files: ReadonlyMap<string, string> = (() => {
  const found = new Map<string, string>();
  for (const path of globSync('functions/**/*.ts', { cwd: join(import.meta.dirname, '..') })) {
    const file = path.replaceAll(sep, '/');
    const id = `${file.split('/')[1]}.${basename(file, '.ts')}`;
    const other = found.get(id);
    if (other !== undefined) throw new Error(`Two handlers are named ${id}: ${other} and ${file}`);
    found.set(id, file);
  }
  return found;
})();

/** The file of a handler, relative to the root; where it should be, for one that is missing. */
export function handlerFile(id: string): string {
  return files.get(id) ?? `functions/${id.replace('.', '/')}.ts`;
}
