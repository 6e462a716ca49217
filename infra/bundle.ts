import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import { VERSIONS } from '../shared/platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../shared/service/contract/unknown-path.ts';
import { JOBS, type Job } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { LEAN_CLIENTS } from './bundling/lean-clients.ts';
import { BUILT_IN, type Bundle, type EntryPoint, folderName, place } from './bundling/output.ts';
import { BUILTINS, replacing } from './bundling/plugins.ts';
import { finishedDocuments } from './finished-documents.ts';
import { handlerFile } from './handler-files.ts';
import { PROJECT_ROOT } from './root.ts';

export interface Bundles {
  readonly byId: ReadonlyMap<string, Bundle>;
  /** esbuild's report of the inputs of each file, by path from the folder of all bundles. */
  readonly outputs: Metafile['outputs'];
}

/** Entry points that answer HTTP requests and belong to no API version. */
const MCP: EntryPoint = { id: mcpRoute.id, file: handlerFile(mcpRoute.id) };
const UNKNOWN_PATH: EntryPoint = { id: unknownPathRoute.id, file: handlerFile(unknownPathRoute.id) };

export const AUTHORIZER: EntryPoint = { id: 'access.authorizer', file: handlerFile('access.authorizer') };

/** Functions that load some code on demand: the tools, in groups, and jobs that are declared so. */
const IN_PARTS: ReadonlySet<string> = new Set([
  MCP.id,
  ...JOBS.filter(({ inParts }) => inParts).map(({ id }) => id),
]);

/**
 * Packages that the Lambda runtime provides, or that are never loaded there: they serve environments without
 * credentials, and answers that are event streams, which DynamoDB never sends.
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

/** Packages that the AWS clients need only in browsers. */
const ONLY_IN_BROWSERS = ['bowser'];

/** The source of every Lambda: the routes' and jobs' handlers, and the authorizer. */
export function lambdaEntryPoints(
  routes: readonly DocumentedRoute[] = ROUTES,
  { jobs = JOBS, hasMcp = true }: { readonly jobs?: readonly Job[]; readonly hasMcp?: boolean } = {},
): readonly EntryPoint[] {
  return [
    ...[...routes, ...jobs].map(({ id }) => ({ id, file: handlerFile(id) })),
    ...(hasMcp ? [MCP] : []),
    UNKNOWN_PATH,
    AUTHORIZER,
  ];
}

function requireEntryPoints(entryPoints: readonly EntryPoint[]): void {
  const missing = entryPoints.filter(({ file }) => !existsSync(join(PROJECT_ROOT, file)));
  if (missing.length === 0) return;
  throw new Error(`Missing handler: ${missing.map(({ id, file }) => `${file} (${id})`).join(', ')}`);
}

/** Replaces the sample market in bundles without it. */
export const NO_SAMPLE_MARKET: Readonly<Record<string, string>> = {
  'shared/ingest/sources/sample.ts': 'infra/bundling/stand-ins/no-sample-market.ts',
};

export interface BundleOptions {
  /** The routes that the documents describe; all of them by default. */
  readonly routes?: readonly DocumentedRoute[];
  readonly versions?: readonly ApiVersion[];
  /** Source files that are replaced: path to replacement, both relative to the root. */
  readonly replaced?: Readonly<Record<string, string>>;
}

const optionsOf = (plugins: Plugin[]) =>
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
    external: [...RUNTIME_PROVIDED, ...ONLY_IN_BROWSERS],
    plugins,
    minify: true,
    legalComments: 'none',
    sourcemap: 'external',
    // The maps only name the sources. Including their text would take three quarters of the time.
    sourcesContent: false,
    logLevel: 'silent',
  }) satisfies BuildOptions;

/**
 * Groups entry points into esbuild runs: those without parts together, because that is fastest, and each other one
 * alone, because together they would share parts.
 */
export function runsOf(entryPoints: readonly EntryPoint[]): readonly (readonly EntryPoint[])[] {
  return [
    entryPoints.filter(({ id }) => !IN_PARTS.has(id)),
    ...entryPoints.filter(({ id }) => IN_PARTS.has(id)).map((entryPoint) => [entryPoint]),
  ];
}

/**
 * Bundles every entry point into `<outDirectory>/<id with dashes>/index.mjs`, with what it loads later beside it, and the
 * maps into `<outDirectory>/maps`. Equal sources give equal bytes.
 *
 * @throws Error naming each handler file that is missing.
 */
export async function bundle(
  entryPoints: readonly EntryPoint[],
  outDirectory: string,
  { routes = ROUTES, versions = VERSIONS, replaced = {} }: BundleOptions = {},
): Promise<Bundles> {
  requireEntryPoints(entryPoints);
  const options = optionsOf([
    BUILTINS,
    LEAN_CLIENTS,
    finishedDocuments(routes, versions),
    ...(Object.keys(replaced).length === 0 ? [] : [replacing(replaced)]),
  ]);
  const runs = runsOf(entryPoints);
  const byId = new Map<string, Bundle>();
  const outputs: Metafile['outputs'] = {};
  await Promise.all(
    runs.map(async (run, index) => {
      const result = await build({
        ...options,
        splitting: index > 0,
        entryPoints: run.map(({ id, file }) => ({ in: file, out: `${folderName(id)}/index` })),
        chunkNames: `${run.map(({ id }) => folderName(id))[0] ?? ''}/[name]-[hash]`,
        outdir: BUILT_IN,
      });
      for (const [name, output] of Object.entries(result.metafile.outputs))
        outputs[relative(BUILT_IN, join(PROJECT_ROOT, name))] = output;
      for (const entryPoint of run) byId.set(entryPoint.id, place(entryPoint, outDirectory, result));
    }),
  );
  const ordered = entryPoints.flatMap(({ id }) => [...byId].filter(([made]) => made === id));
  return { byId: new Map(ordered), outputs };
}
