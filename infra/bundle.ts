import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import { VERSIONS } from '../shared/platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../shared/service/contract/mcp.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { finishedDocuments } from './finished-documents.ts';
import { handlerFile } from './handler-files.ts';

/** The repository's root: handler files are named relative to it, so that bundles do not depend on where it lies. */
export const ROOT = join(import.meta.dirname, '..');

/** A Lambda's source: what the handler file's bundle is called, and the file, relative to the root. */
export interface Entry {
  readonly id: string;
  readonly file: string;
}

/** One function's deployable folder: `index.mjs` alone, so that the asset's hash is the hash of the code. */
export interface Bundle extends Entry {
  readonly directory: string;
  readonly code: string;
  /** The source map, outside the deployed folder: it resolves a stack trace and costs no cold start. */
  readonly sourceMap: string;
  readonly bytes: number;
}

export interface Bundles {
  readonly byId: ReadonlyMap<string, Bundle>;
  /** What each output is made of, as esbuild reports it, for size reports. */
  readonly metafile: Metafile;
}

/** Answers beside the versions of the API, and so is no route of them. */
const MCP: Entry = { id: mcpRoute.id, file: handlerFile(mcpRoute.id) };

export const AUTHORIZER: Entry = { id: 'access.authorizer', file: handlerFile('access.authorizer') };

/**
 * Loaded only where environment credentials are missing, or where an answer is a stream of events: the Lambda runtime
 * has the credentials and brings the packages, and DynamoDB has no such answers.
 */
export const RUNTIME_PROVIDED = [
  '@smithy/core/event-streams',
  ...['ini', 'sso', 'process', 'web-identity', 'http', 'cognito-identity', 'login'].map(
    (source) => `@aws-sdk/credential-provider-${source}`,
  ),
  '@smithy/credential-provider-imds',
  '@aws-sdk/token-providers',
  '@aws-sdk/nested-clients',
];

/** The source of every Lambda: the routes' and jobs' handlers, and the authorizer. */
export function lambdaEntries(routes: readonly DocumentedRoute[] = ROUTES): readonly Entry[] {
  return [...[...routes, ...JOBS].map(({ id }) => ({ id, file: handlerFile(id) })), MCP, AUTHORIZER];
}

function requireSources(entries: readonly Entry[]): void {
  const missing = entries.filter(({ file }) => !existsSync(join(ROOT, file)));
  if (missing.length === 0) return;
  throw new Error(`Missing handler: ${missing.map(({ id, file }) => `${file} (${id})`).join(', ')}`);
}

/** Puts other files in the place of some sources, all named by their paths from the root. */
function replacing(replaced: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'replacing',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = replaced[relative(ROOT, path)];
        if (file === undefined) return undefined;
        const source = join(ROOT, file);
        return { contents: readFileSync(source, 'utf8'), loader: 'ts', resolveDir: dirname(source) };
      });
    },
  };
}

/** A module that takes what is asked of one of Node's own: each export by itself, so that only what is used remains. */
function builtinSource(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => key !== 'default');
  return [
    `const builtin = process.getBuiltinModule('${name}');`,
    'export default builtin;',
    ...names.map((key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})();`),
  ].join('\n');
}

/**
 * Takes Node's own modules as they are: an `import` reads each of a module's exports, among them getters that load a
 * whole HTTP client, a terminal or worker threads for nobody.
 */
const BUILTINS: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z0-9_:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'builtin', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: builtinSource(path) }));
  },
};

/** The library for MCP brings a validator of JSON schemas along, a third of its weight, for what is not done here. */
const NO_SCHEMA_VALIDATOR: Plugin = {
  name: 'no-schema-validator',
  setup({ onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(import.meta.dirname, 'no-schema-validator.ts'),
    }));
  },
};

export interface BundleOptions {
  /** What the documents describe; everything by default. */
  readonly routes?: readonly DocumentedRoute[];
  readonly versions?: readonly ApiVersion[];
  /** Source files that others stand in for, by their paths from the root. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/**
 * Bundles every entry in one run into `<outDirectory>/<id with dashes>/index.mjs`, with its map in
 * `<outDirectory>/maps`. Equal sources give equal bytes.
 *
 * @throws Error naming each handler file that is missing.
 */
export async function bundle(
  entries: readonly Entry[],
  outDirectory: string,
  { routes = ROUTES, versions = VERSIONS, replaced = {} }: BundleOptions = {},
): Promise<Bundles> {
  requireSources(entries);
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map(({ id, file }) => ({ in: file, out: `${folderName(id)}/index` })),
    outdir: outDirectory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: RUNTIME_PROVIDED,
    plugins: [
      BUILTINS,
      NO_SCHEMA_VALIDATOR,
      finishedDocuments(routes, versions),
      ...(Object.keys(replaced).length === 0 ? [] : [replacing(replaced)]),
    ],
    minify: true,
    legalComments: 'none',
    sourcemap: 'external',
    // The maps name the sources, which are in the repository: their text would be three quarters of the work.
    sourcesContent: false,
    logLevel: 'silent',
  });
  const outputs = new Map(result.outputFiles.map(({ path, contents }) => [path, contents]));
  const byId = new Map<string, Bundle>();
  for (const entry of entries) byId.set(entry.id, place(entry, outDirectory, outputs));
  return { byId, metafile: result.metafile };
}

/** Without dots, which the CDK would take for a file's extension. */
const folderName = (id: string) => id.replaceAll('.', '-');

function place(entry: Entry, outDirectory: string, outputs: ReadonlyMap<string, Uint8Array>): Bundle {
  const directory = join(outDirectory, folderName(entry.id));
  const code = join(directory, 'index.mjs');
  const sourceMap = join(outDirectory, 'maps', `${entry.id}.mjs.map`);
  const contents = outputs.get(code);
  const map = outputs.get(`${code}.map`);
  if (contents === undefined || map === undefined) throw new Error(`No output for ${entry.id} at ${code}`);
  write(code, contents);
  write(sourceMap, map);
  return { ...entry, directory, code, sourceMap, bytes: contents.byteLength };
}

function write(path: string, contents: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
