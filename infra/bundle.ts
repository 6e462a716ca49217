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
  /** What each file is made of, as esbuild reports it, by its path from the folder of all bundles. */
  readonly outputs: Metafile['outputs'];
}

/** Entry points that answer HTTP requests and belong to no version of the API. */
const MCP: EntryPoint = { id: mcpRoute.id, file: handlerFile(mcpRoute.id) };
const UNKNOWN_PATH: EntryPoint = { id: unknownPathRoute.id, file: handlerFile(unknownPathRoute.id) };

export const AUTHORIZER: EntryPoint = { id: 'access.authorizer', file: handlerFile('access.authorizer') };

/** Functions that load some code when it is first needed: the tools, in groups, and the jobs that say so. */
const IN_PARTS: ReadonlySet<string> = new Set([
  MCP.id,
  ...JOBS.filter(({ inParts }) => inParts).map(({ id }) => id),
]);

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

/** What the clients of AWS would tell a browser's name by. */
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

/** What bundles without the sample market have in its place. */
export const NO_SAMPLE_MARKET: Readonly<Record<string, string>> = {
  'shared/ingest/sources/sample.ts': 'infra/bundling/stand-ins/no-sample-market.ts',
};

export interface BundleOptions {
  /** What the documents describe; everything by default. */
  readonly routes?: readonly DocumentedRoute[];
  readonly versions?: readonly ApiVersion[];
  /** Source files that others stand in for, by their paths from the root. */
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
    // The maps name the sources, which are in the repository: their text would be three quarters of the work.
    sourcesContent: false,
    logLevel: 'silent',
  }) satisfies BuildOptions;

/** Those without parts together, as that is quickest; each of the others alone, or they would share their parts. */
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
