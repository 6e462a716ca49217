import { basename, dirname } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ITEMS, type ItemName } from '../shared/platform/dynamodb/table.ts';
import { groupEsbuildRuns } from './bundle.ts';
import { bundleFolderName, type EntryPoint } from './bundling/output.ts';
import { PROJECT_ROOT } from './root.ts';

/**
 * esbuild plugin that removes the shared middleware chain, so that only the DynamoDB items of the endpoint itself are
 * found.
 */
const MIDDLEWARE_REMOVAL_PLUGIN: Plugin = {
  name: 'without-chain',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]shared[\\/]http[\\/]endpoint\.ts$/ }, () => ({
      contents: 'export const endpoint = (route, run) => run;',
    }));
  },
};

const listItemNames = Object.keys as (items: typeof ITEMS) => readonly ItemName[];

/**
 * Matches uses of ITEMS in bundled code, but not its declaration, exports and imports. esbuild adds digits to
 * duplicate names.
 */
const ITEM_USE_PATTERN = /\bITEMS\d*\b(?! = \{| as |,? \}|,\n| \}|\n)(?:\.(\w+)(\.template\b)?)?/g;

function findItemNames(code: string): Set<string> {
  const usedItemNames = new Set<string>();
  for (const [use, name, template] of code.matchAll(ITEM_USE_PATTERN)) {
    if (name === undefined) throw new Error(`Write ITEMS.name, so that the kind of item is seen: ${use}`);
    // A use of `ITEMS.name.template` is not counted, because it reads and writes no items.
    if (template === undefined) usedItemNames.add(name);
  }
  return usedItemNames;
}

async function bundleCode(
  entryPoints: readonly EntryPoint[],
  plugins: Plugin[],
): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: entryPoints.map(({ id, file }) => ({ in: file, out: `${bundleFolderName(id)}/index` })),
    outdir: 'out',
    chunkNames: `${bundleFolderName(entryPoints[0]?.id ?? '')}/[name]-[hash]`,
    splitting: entryPoints.length === 1,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    packages: 'external',
    // Remove unreachable code. Do not shorten names, because the output is searched for the name ITEMS.
    minifySyntax: true,
    plugins,
    logLevel: 'silent',
  });
  const code = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    const folderName = basename(dirname(path));
    code.set(folderName, `${code.get(folderName) ?? ''}\n${text}`);
  }
  return code;
}

/**
 * Returns the kinds of items that each function uses, by function id. Searches the bundled code for uses of `ITEMS`.
 * Leaves out the items of the shared middleware, unless `chain` is true.
 */
export async function findItemsInCode(
  entryPoints: readonly EntryPoint[],
  { chain = false } = {},
): Promise<Readonly<Record<string, readonly ItemName[]>>> {
  const runs = await Promise.all(
    groupEsbuildRuns(entryPoints)
      .filter((run) => run.length > 0)
      .map((run) => bundleCode(run, chain ? [] : [MIDDLEWARE_REMOVAL_PLUGIN])),
  );
  const code = new Map(runs.flatMap((run) => [...run]));
  return Object.fromEntries(
    entryPoints.map(({ id }) => {
      const usedItemNames = findItemNames(code.get(bundleFolderName(id)) ?? '');
      return [id, listItemNames(ITEMS).filter((name) => usedItemNames.has(name))];
    }),
  );
}
