import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** One import or re-export of a source file. */
export interface Import {
  /** The importing file, relative to the repository's root. */
  readonly from: string;
  /** A file relative to the root, or a package's or module's name. */
  readonly to: string;
  readonly isFile: boolean;
  /** Whether the import has only types. The compiler removes such an import. */
  readonly typeOnly: boolean;
}

const COMMENT_PATTERN = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g;
const IMPORTS = [
  /(?:^|[\n;])\s*(?:import|export)\s+(?<type>type\s)?[^'"`;=()]*?\sfrom\s*'(?<to>[^']+)'/g,
  /(?:^|[\n;])\s*import\s*'(?<to>[^']+)'/g,
  /\bimport\(\s*['"`](?<to>[^'"`$]+)['"`]/g,
];

/** The TypeScript files of some folders, relative to the root. */
export function sourceFiles(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
    .map((file) => file.split(sep).join('/'))
    .sort();
}

/** Returns the text of a file without its comments. */
export function codeOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replace(COMMENT_PATTERN, '');
}

/**
 * Returns the imports of a file: first static imports and re-exports with names, then imports without names, then
 * dynamic imports.
 */
export function importsOf(file: string, code = codeOf(file)): Import[] {
  return IMPORTS.flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ({ groups = {} }): Import => {
      const { to = '', type } = groups;
      const isFile = to.startsWith('.');
      const target = isFile
        ? relative(ROOT, join(ROOT, dirname(file), to))
            .split(sep)
            .join('/')
        : to;
      return { from: file, to: target, isFile, typeOnly: type !== undefined };
    }),
  );
}
