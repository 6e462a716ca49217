import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { App, Validations } from 'aws-cdk-lib';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import { API_VERSIONS } from '../shared/platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { bundle, listLambdaEntryPoints, SAMPLE_MARKET_REPLACEMENT } from './bundle.ts';
import type { EntryPoint } from './bundling/output.ts';
import { describeOptionError } from './cli/option-mistake.ts';
import { UsageError } from './cli/usage-error.ts';
import { ITEM_NAMES_BY_FUNCTION } from './constructs/functions/items.ts';
import { readDefaultContext, readSettings, type Settings } from './context.ts';
import { buildDashboard } from './dashboard/build.ts';
import { writeSite } from './dashboard/write.ts';
import { findItemsInCode } from './items-in-code.ts';
import { createCapabilityFilters } from './optional-capabilities.ts';
import { PROJECT_ROOT } from './root.ts';
import { WebAclStack } from './stacks/web-acl.ts';
import { buildStackName, YieldApiStack } from './stacks/yield-api.ts';

const HELP = `Writes the template of the stack and the bundles of the functions for a deployment.

Usage: npm run synth [-- [-c NAME=VALUE ...] [--outdir FOLDER]]

  -c, --context NAME=VALUE    a setting from docs/configuration.md, such as stage=prod; can be repeated
  --outdir FOLDER             output folder (default cdk.out)
  --help                      show this text`;

const APP_OPTIONS = {
  context: { type: 'string', short: 'c', multiple: true },
  outdir: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function readAppSettings() {
  try {
    return parseArgs({ options: APP_OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${describeOptionError(error)}. --help shows all options.`);
  }
}

function parseContext(contextArguments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    contextArguments.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`-c requires NAME=VALUE, not ${text}.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

async function main(): Promise<void> {
  const values = readAppSettings();
  if (values.help === true) return console.log(HELP);
  const cdkOutputFolder = process.env.CDK_OUTDIR;
  const folder = resolve(values.outdir ?? cdkOutputFolder ?? join(PROJECT_ROOT, 'cdk.out'));
  await synthesize(folder, { context: parseContext(values.context ?? []) });
  // When the CDK command line runs this program, print nothing, because the CDK prints its own message.
  if (cdkOutputFolder === undefined) console.log(`Wrote ${folder}.`);
}

export interface SynthesisOptions {
  /** Context values that override the values of the CDK command line and of cdk.json. */
  readonly context?: Readonly<Record<string, string>>;
  readonly routes?: readonly DocumentedRoute[];
  readonly versions?: readonly ApiVersion[];
  /** Handlers to bundle; all handlers of the stage by default. */
  readonly entryPoints?: readonly EntryPoint[];
  /**
   * Source files to replace in the bundles. Keys are source files and values are their replacements, with paths from
   * the project root.
   */
  readonly replaced?: Readonly<Record<string, string>>;
}

/**
 * Returns the source files to replace. A live stage gets no sample market, unless its stage file selects this market.
 */
export function selectReplacedSources({ environment, variable }: Pick<Settings, 'environment' | 'variable'>) {
  return environment === 'test' || variable('MARKET_SOURCE') === 'sample' ? {} : SAMPLE_MARKET_REPLACEMENT;
}

/**
 * Makes the synthesis fail when the app violates an AWS security rule. Imports the rules only here, because loading
 * them takes seconds.
 */
async function addSecurityRules(app: App): Promise<void> {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/**
 * Bundles the handlers and writes the app's template and assets into the folder.
 *
 * @throws Error that names a missing handler or an invalid context value
 */
export async function synthesize(
  outdir: string,
  {
    context = {},
    routes: all = ROUTES,
    versions = API_VERSIONS,
    entryPoints,
    replaced,
  }: SynthesisOptions = {},
): Promise<App> {
  const app = new App({
    outdir,
    context: { ...readDefaultContext(), ...context },
    analyticsReporting: false,
  });
  const settings = readSettings(app.node);
  const capabilityFilters = createCapabilityFilters(settings.leaveOut);
  const [routes, jobs] = [capabilityFilters.routes(all), capabilityFilters.jobs(JOBS)];
  const hasMcp = !settings.leaveOut.includes('mcp');
  const bundledEntryPoints = entryPoints ?? listLambdaEntryPoints(routes, { jobs, hasMcp });
  if (settings.stack === 'web-acl') {
    new WebAclStack(app, buildStackName(settings), { settings, routes });
    app.synth();
    return app;
  }
  const bundles = await bundle(bundledEntryPoints, join(outdir, 'bundles'), {
    routes,
    versions,
    replaced: {
      ...selectReplacedSources(settings),
      ...capabilityFilters.replaced,
      ...replaced,
    },
  });
  // ITEM_NAMES_BY_FUNCTION lacks functions that were added after the last `npm run generate`, so find their items
  // in the code.
  const entryPointsWithoutItems = bundledEntryPoints.filter(
    ({ id }) => ITEM_NAMES_BY_FUNCTION[id] === undefined,
  );
  const items = { ...ITEM_NAMES_BY_FUNCTION, ...(await findItemsInCode(entryPointsWithoutItems)) };
  const site =
    settings.domain === undefined || settings.leaveOut.includes('dashboard')
      ? undefined
      : writeSite(await buildDashboard(), join(outdir, 'pages'));
  new YieldApiStack(app, {
    settings,
    routes,
    versions,
    jobs,
    hasMcp,
    bundles: bundles.byId,
    items,
    ...(site !== undefined && { site }),
  });
  if (process.env.CDK_VALIDATION !== 'false') await addSecurityRules(app);
  app.synth();
  return app;
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
