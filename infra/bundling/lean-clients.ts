import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import * as z from 'zod';

/**
 * What the clients of AWS bring along for what no function does, by the modules' names, and what stands in for it: the
 * digest for a Node without one of its own; the store of endpoints that are discovered, which is off; bodies that are
 * files; a home with settings in files, and a machine to ask for its region, where a Lambda's environment says all; and
 * the retries that slow the sender down, which AWS_RETRY_MODE would have to ask for.
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

/** Removes code from the AWS clients that no function uses. Of its package.json, a client keeps only the version. */
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
      const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
