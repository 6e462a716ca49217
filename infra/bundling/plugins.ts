import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { ImportKind, Plugin } from 'esbuild';
import { PROJECT_ROOT } from '../root.ts';

/** Returns an esbuild plugin that replaces source files. Paths are relative to the project root. */
export function replaceSources(replacementByPath: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'replacing',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = replacementByPath[relative(PROJECT_ROOT, path)];
        if (file === undefined) return undefined;
        const replacementPath = join(PROJECT_ROOT, file);
        return {
          contents: readFileSync(replacementPath, 'utf8'),
          loader: 'ts',
          resolveDir: dirname(replacementPath),
        };
      });
    },
  };
}

/**
 * Returns the source of a module that re-exports each export of a Node built-in module separately. esbuild
 * can then remove the exports that a bundle does not use.
 */
function buildBuiltinModuleCode(name: string): string {
  const exportNames = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => key !== 'default');
  return [
    `const builtin = process.getBuiltinModule('${name}');`,
    'export default builtin;',
    ...exportNames.map((key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`),
  ].join('\n');
}

/**
 * esbuild plugin that makes bundles load only the needed exports of Node's built-in modules. A plain `import` would
 * evaluate all exports of the module.
 */
export const BUILTIN_MODULES_PLUGIN: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    const namespaceByImportKind: Partial<Record<ImportKind, string>> = {
      'import-statement': 'builtin',
      'dynamic-import': 'whole-builtin',
    };
    onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ path, kind }) => {
      const namespace = namespaceByImportKind[kind];
      if (namespace === undefined || !isBuiltin(path)) return undefined;
      return { path: path.replace(/^node:/, ''), namespace, sideEffects: false };
    });
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: buildBuiltinModuleCode(path) }));
    onLoad({ filter: /./, namespace: 'whole-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};
