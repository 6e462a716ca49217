import { basename, dirname } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ITEMS, type ItemName } from '../shared/platform/dynamodb/table.ts';
import { runsOf } from './bundle.ts';
import { type EntryPoint, folderName } from './bundling/output.ts';
import { PROJECT_ROOT } from './root.ts';

/** Leaves the shared chain of middleware out, so that only the items of the endpoint itself remain. */
const WITHOUT_CHAIN: Plugin = {
  name: 'without-chain',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]shared[\\/]http[\\/]endpoint\.ts$/ }, () => ({
      contents: 'export const endpoint = (route, run) => run;',
    }));
  },
};

const itemNames = Object.keys as (items: typeof ITEMS) => readonly ItemName[];

/** Uses of the object of all items, but for its declaration, exports and imports. esbuild numbers names that meet. */
const USE = /\bITEMS\d*\b(?! = \{| as |,? \}|,\n| \}|\n)(?:\.(\w+)(\.template\b)?)?/g;

function itemsIn(code: string): Set<string> {
  const found = new Set<string>();
  for (const [use, name, template] of code.matchAll(USE)) {
    if (name === undefined) throw new Error(`Write ITEMS.name, so that the kind of item is seen: ${use}`);
    // A template tells what an item is. It names no item that could be read.
    if (template === undefined) found.add(name);
  }
  return found;
}

async function codeOf(entryPoints: readonly EntryPoint[], plugins: Plugin[]): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: entryPoints.map(({ id, file }) => ({ in: file, out: `${folderName(id)}/index` })),
    outdir: 'out',
    chunkNames: `${folderName(entryPoints[0]?.id ?? '')}/[name]-[hash]`,
    splitting: entryPoints.length === 1,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    packages: 'external',
    // Removes what no condition reaches. Names stay readable.
    minifySyntax: true,
    plugins,
    logLevel: 'silent',
  });
  const code = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    const folder = basename(dirname(path));
    code.set(folder, `${code.get(folder) ?? ''}\n${text}`);
  }
  return code;
}

/**
 * Resolves to the kinds of items whose keys the code of each function makes, in the order of the table's keys: all that
 * its handler imports, without functions that nothing calls. What the shared chain needs is among them only if `chain`
 * says so, because a role has that by its route's access (see constructs/functions/grants.ts).
 */
export async function itemsInCode(
  entryPoints: readonly EntryPoint[],
  { chain = false } = {},
): Promise<Readonly<Record<string, readonly ItemName[]>>> {
  const runs = await Promise.all(
    runsOf(entryPoints)
      .filter((run) => run.length > 0)
      .map((run) => codeOf(run, chain ? [] : [WITHOUT_CHAIN])),
  );
  const code = new Map(runs.flatMap((run) => [...run]));
  return Object.fromEntries(
    entryPoints.map(({ id }) => {
      const used = itemsIn(code.get(folderName(id)) ?? '');
      return [id, itemNames(ITEMS).filter((name) => used.has(name))];
    }),
  );
}
