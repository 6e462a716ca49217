import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import type { Route } from '../shared/platform/contract/route.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { bundle, lambdaEntries, ROOT } from './bundle.ts';
import { defaultContext, readSettings } from './context.ts';
import { YieldApiStack } from './stacks/yield-api.ts';

/** The output folder: where the CDK command line says, `--outdir`, or `cdk.out` in the repository. */
function outputFolder(): string {
  const { values } = parseArgs({ options: { outdir: { type: 'string' } } });
  return resolve(values.outdir ?? process.env.CDK_OUTDIR ?? join(ROOT, 'cdk.out'));
}

/**
 * Bundles the handlers and writes the app's template and assets into the folder.
 *
 * @throws Error naming a missing handler or an invalid context value.
 */
export async function synthesize(outdir: string, routes: readonly Route[] = ROUTES): Promise<App> {
  const app = new App({ outdir, context: defaultContext(), analyticsReporting: false });
  const bundles = await bundle(lambdaEntries(routes), join(outdir, 'bundles'));
  new YieldApiStack(app, { settings: readSettings(app.node), routes, jobs: JOBS, bundles: bundles.byId });
  app.synth();
  return app;
}

if (import.meta.main) {
  try {
    await synthesize(outputFolder());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
