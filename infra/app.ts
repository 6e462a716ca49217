import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { App, Validations } from 'aws-cdk-lib';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import { VERSIONS } from '../shared/platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { bundle, lambdaEntryPoints, NO_SAMPLE_MARKET } from './bundle.ts';
import type { EntryPoint } from './bundling/output.ts';
import { optionMistake } from './cli/option-mistake.ts';
import { UsageError } from './cli/usage-error.ts';
import { FUNCTION_ITEMS } from './constructs/functions/items.ts';
import { defaultContext, readSettings, type Settings } from './context.ts';
import { buildDashboard } from './dashboard/build.ts';
import { writeSite } from './dashboard/write.ts';
import { itemsInCode } from './items-in-code.ts';
import { without } from './optional-capabilities.ts';
import { PROJECT_ROOT } from './root.ts';
import { WebAclStack } from './stacks/web-acl.ts';
import { stackName, YieldApiStack } from './stacks/yield-api.ts';

const HELP = `Writes the template of the stack and the bundles of the functions for a deployment.

Usage: npm run synth [-- [-c NAME=VALUE ...] [--outdir FOLDER]]

  -c, --context NAME=VALUE    a setting from docs/configuration.md, such as stage=prod; can be repeated
  --outdir FOLDER             output folder (default cdk.out)
  --help                      show this text`;

const OPTIONS = {
  context: { type: 'string', short: 'c', multiple: true },
  outdir: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function read() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${optionMistake(error)}. --help shows all options.`);
  }
}

function contextOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`-c requires NAME=VALUE, not ${text}.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** Writes into the folder that the CDK command line or `--outdir` names, or into `cdk.out` in the repository. */
async function main(): Promise<void> {
  const values = read();
  if (values.help === true) return console.log(HELP);
  const given = process.env.CDK_OUTDIR;
  const folder = resolve(values.outdir ?? given ?? join(PROJECT_ROOT, 'cdk.out'));
  await synthesize(folder, { context: contextOf(values.context ?? []) });
  // The CDK command line prints its own message.
  if (given === undefined) console.log(`Wrote ${folder}.`);
}

export interface SynthesisOptions {
  /** Overrides the context of the CDK command line and cdk.json. */
  readonly context?: Readonly<Record<string, string>>;
  readonly routes?: readonly DocumentedRoute[];
  readonly versions?: readonly ApiVersion[];
  /** The handlers' sources; by default the files that bear the ids of the routes and jobs. */
  readonly entryPoints?: readonly EntryPoint[];
  /** Source files that are replaced in the bundles: path to replacement, both relative to the root. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/** Sources that a stage's bundles do without: the sample market, unless it is a test stage or its file selects that. */
export function replacedOn({ environment, variable }: Pick<Settings, 'environment' | 'variable'>) {
  return environment === 'test' || variable('MARKET_SOURCE') === 'sample' ? {} : NO_SAMPLE_MARKET;
}

/**
 * Makes the synthesis fail on violations of AWS's security rules that no construct explains. The rules take seconds to
 * load.
 */
async function addSecurityRules(app: App): Promise<void> {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/**
 * Bundles the handlers and writes the app's template and assets into the folder.
 *
 * @throws Error naming a missing handler or an invalid context value.
 */
export async function synthesize(
  outdir: string,
  {
    context = {},
    routes: all = ROUTES,
    versions = VERSIONS,
    entryPoints: given,
    replaced,
  }: SynthesisOptions = {},
): Promise<App> {
  const app = new App({ outdir, context: { ...defaultContext(), ...context }, analyticsReporting: false });
  const settings = readSettings(app.node);
  const kept = without(settings.leaveOut);
  const [routes, jobs] = [kept.routes(all), kept.jobs(JOBS)];
  const hasMcp = !settings.leaveOut.includes('mcp');
  const entryPoints = given ?? lambdaEntryPoints(routes, { jobs, hasMcp });
  if (settings.stack === 'web-acl') {
    new WebAclStack(app, stackName(settings), { settings, routes });
    app.synth();
    return app;
  }
  const bundles = await bundle(entryPoints, join(outdir, 'bundles'), {
    routes,
    versions,
    replaced: {
      ...replacedOn(settings),
      ...kept.replaced,
      ...replaced,
    },
  });
  // A function that is not in the committed list yet gets the items that its code names.
  const unlisted = entryPoints.filter(({ id }) => FUNCTION_ITEMS[id] === undefined);
  const items = { ...FUNCTION_ITEMS, ...(await itemsInCode(unlisted)) };
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
