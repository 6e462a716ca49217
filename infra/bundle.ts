import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import { API_VERSIONS } from '../shared/platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../shared/service/contract/unknown-path.ts';
import { JOBS, type Job } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { LEAN_AWS_CLIENTS_PLUGIN } from './bundling/lean-clients.ts';
import {
  type Bundle,
  bundleFolderName,
  type EntryPoint,
  ESBUILD_OUTPUT_FOLDER,
  writeBundle,
} from './bundling/output.ts';
import { BUILTIN_MODULES_PLUGIN, replaceSources } from './bundling/plugins.ts';
import { handlerFileOf } from './handler-files.ts';
import { prebuiltDocumentsPlugin } from './prebuilt-documents.ts';
import { PROJECT_ROOT } from './root.ts';

export interface Bundles {
  readonly byId: ReadonlyMap<string, Bundle>;
  /**
   * esbuild's report on each output file and its inputs. Keys are paths relative to the folder of all bundles.
   */
  readonly outputs: Metafile['outputs'];
}

/** Entry points that handle HTTP requests but belong to no API version. */
const MCP_ENTRY_POINT: EntryPoint = { id: mcpRoute.id, file: handlerFileOf(mcpRoute.id) };
const UNKNOWN_PATH_ENTRY_POINT: EntryPoint = {
  id: unknownPathRoute.id,
  file: handlerFileOf(unknownPathRoute.id),
};

export const AUTHORIZER_ENTRY_POINT: EntryPoint = {
  id: 'access.authorizer',
  file: handlerFileOf('access.authorizer'),
};

/** Ids of the functions that load some code on demand: the MCP server, and jobs whose record sets `hasLazyModules`. */
const LAZY_LOADING_FUNCTION_IDS: ReadonlySet<string> = new Set([
  MCP_ENTRY_POINT.id,
  ...JOBS.filter(({ hasLazyModules }) => hasLazyModules).map(({ id }) => id),
]);

/** Packages that are left out of the bundles, because the Lambda runtime provides them or no function needs them. */
export const RUNTIME_PROVIDED_PACKAGES = [
  '@smithy/core/event-streams',
  ...['ini', 'sso', 'process', 'web-identity', 'http', 'cognito-identity', 'login'].map(
    (providerName) => `@aws-sdk/credential-provider-${providerName}`,
  ),
  '@smithy/credential-provider-imds',
  '@aws-sdk/token-providers',
  '@aws-sdk/nested-clients',
];

/** Packages that the AWS clients need only in browsers. */
const BROWSER_ONLY_PACKAGES = ['bowser'];

export function listLambdaEntryPoints(
  routes: readonly DocumentedRoute[] = ROUTES,
  { jobs = JOBS, hasMcp = true }: { readonly jobs?: readonly Job[]; readonly hasMcp?: boolean } = {},
): readonly EntryPoint[] {
  return [
    ...[...routes, ...jobs].map(({ id }) => ({ id, file: handlerFileOf(id) })),
    ...(hasMcp ? [MCP_ENTRY_POINT] : []),
    UNKNOWN_PATH_ENTRY_POINT,
    AUTHORIZER_ENTRY_POINT,
  ];
}

export function requireHandlerFiles(entryPoints: readonly EntryPoint[]): void {
  const missingHandlers = entryPoints.filter(({ file }) => !existsSync(join(PROJECT_ROOT, file)));
  if (missingHandlers.length === 0) return;
  throw new Error(
    missingHandlers.map(({ id, file }) => `Write ${file}: the record ${id} has no handler.`).join('\n'),
  );
}

/** Source file of the sample market, and the file that replaces it in bundles without the sample market. */
export const SAMPLE_MARKET_REPLACEMENT: Readonly<Record<string, string>> = {
  'shared/ingest/sources/sample.ts': 'infra/bundling/stand-ins/no-sample-market.ts',
};

export interface BundleOptions {
  /** Routes that the OpenAPI document and the documentation page describe; all routes by default. */
  readonly routes?: readonly DocumentedRoute[];
  readonly versions?: readonly ApiVersion[];
  /**
   * Source files to replace. Keys are source files and values are their replacements, with paths from the project
   * root.
   */
  readonly replaced?: Readonly<Record<string, string>>;
}

const createEsbuildOptions = (plugins: Plugin[]) =>
  ({
    absWorkingDir: PROJECT_ROOT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: [...RUNTIME_PROVIDED_PACKAGES, ...BROWSER_ONLY_PACKAGES],
    plugins,
    minify: true,
    legalComments: 'none',
    sourcemap: 'external',
    // Leave out the source text, because including it makes the build much slower.
    sourcesContent: false,
    logLevel: 'silent',
  }) satisfies BuildOptions;

/**
 * Groups entry points into esbuild runs. A function that loads code on demand has its own run, so that it shares no
 * files with other functions.
 */
export function groupEsbuildRuns(entryPoints: readonly EntryPoint[]): readonly (readonly EntryPoint[])[] {
  return [
    entryPoints.filter(({ id }) => !LAZY_LOADING_FUNCTION_IDS.has(id)),
    ...entryPoints.filter(({ id }) => LAZY_LOADING_FUNCTION_IDS.has(id)).map((entryPoint) => [entryPoint]),
  ];
}

/**
 * Bundles each entry point into `<outDirectory>/<id with dashes>/index.mjs`, with source maps in
 * `<outDirectory>/maps`. The same sources always give the same bytes.
 *
 * @throws Error that names each missing handler file
 */
export async function bundle(
  entryPoints: readonly EntryPoint[],
  outDirectory: string,
  { routes = ROUTES, versions = API_VERSIONS, replaced = {} }: BundleOptions = {},
): Promise<Bundles> {
  requireHandlerFiles(entryPoints);
  const options = createEsbuildOptions([
    BUILTIN_MODULES_PLUGIN,
    LEAN_AWS_CLIENTS_PLUGIN,
    prebuiltDocumentsPlugin(routes, versions),
    ...(Object.keys(replaced).length === 0 ? [] : [replaceSources(replaced)]),
  ]);
  const runs = groupEsbuildRuns(entryPoints);
  const byId = new Map<string, Bundle>();
  const outputs: Metafile['outputs'] = {};
  await Promise.all(
    runs.map(async (run, index) => {
      const result = await build({
        ...options,
        splitting: index > 0,
        entryPoints: run.map(({ id, file }) => ({ in: file, out: `${bundleFolderName(id)}/index` })),
        chunkNames: `${run.map(({ id }) => bundleFolderName(id))[0] ?? ''}/[name]-[hash]`,
        outdir: ESBUILD_OUTPUT_FOLDER,
      });
      for (const [name, output] of Object.entries(result.metafile.outputs))
        outputs[relative(ESBUILD_OUTPUT_FOLDER, join(PROJECT_ROOT, name))] = output;
      for (const entryPoint of run) byId.set(entryPoint.id, writeBundle(entryPoint, outDirectory, result));
    }),
  );
  const orderedBundles = entryPoints.flatMap(({ id }) => [...byId].filter(([bundledId]) => bundledId === id));
  return { byId: new Map(orderedBundles), outputs };
}
