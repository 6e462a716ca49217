import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * What the clients of AWS bring along for what no function does, by the modules' names, and what stands in for it: the
 * digest for a Node without one of its own, and the store of endpoints that are discovered, which is off.
 */
const REPLACED: readonly { readonly name: RegExp; readonly contents: string }[] = [
  {
    name: /\/Sha256Js$/,
    contents: `export class Sha256Js { constructor() { throw new Error('Node has no SHA-256'); } }`,
  },
  {
    name: /^mnemonist\/lru-cache$/,
    contents: `export default class extends Map {
      constructor() { super(); }
      peek(key) { return this.get(key); }
    }`,
  },
];

/** Leaves out of the clients of AWS what no function uses. Of its package a client says its version alone. */
export const LEAN_CLIENTS: Plugin = {
  name: 'lean-clients',
  setup({ onResolve, onLoad }) {
    for (const { name } of REPLACED)
      onResolve({ filter: name }, ({ path }) => ({ path, namespace: 'lean-clients', sideEffects: false }));
    onLoad({ filter: /./, namespace: 'lean-clients' }, ({ path }) => {
      const contents = REPLACED.find(({ name }) => name.test(path))?.contents;
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, ({ path }) => {
      const { version }: { version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
