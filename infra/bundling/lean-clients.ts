import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import * as z from 'zod';

/**
 * Modules of the AWS clients that are replaced by smaller ones. `name` matches a module's import path, and `contents`
 * is the replacement.
 */
const REPLACED_MODULES: readonly { readonly name: RegExp; readonly contents: string }[] = [
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
  {
    name: /\/calculateBodyLength$/,
    contents: `export const calculateBodyLength = (body) => Buffer.byteLength(body ?? '');`,
  },
  {
    name: /\/loadSharedConfigFiles$/,
    contents: `export const CONFIG_PREFIX_SEPARATOR = '.';
      export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  },
  {
    name: /\/getInstanceMetadataRegion$/,
    contents: `export const getInstanceMetadataRegion = async () => undefined;`,
  },
  {
    name: /\/AdaptiveRetryStrategy$/,
    contents: `export class AdaptiveRetryStrategy {
      constructor() { throw new Error('AWS_RETRY_MODE is not to be adaptive'); }
    }`,
  },
];

/**
 * esbuild plugin that removes unused code from the AWS clients. It also reduces each client's package.json to
 * its version.
 */
export const LEAN_AWS_CLIENTS_PLUGIN: Plugin = {
  name: 'lean-clients',
  setup({ onResolve, onLoad }) {
    for (const { name } of REPLACED_MODULES)
      onResolve({ filter: name }, ({ path }) => ({ path, namespace: 'lean-clients', sideEffects: false }));
    onLoad({ filter: /./, namespace: 'lean-clients' }, ({ path }) => {
      const contents = REPLACED_MODULES.find(({ name }) => name.test(path))?.contents;
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
