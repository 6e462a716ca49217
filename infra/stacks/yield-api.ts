import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Route } from '../../shared/platform/contract/route.ts';
import { type ApiVersion, oldestVersionOf } from '../../shared/platform/contract/versions/versions.ts';
import type { Job } from '../../shared/service/jobs.ts';
import type { Bundle } from '../bundling/output.ts';
import { buildApiBody } from '../constructs/api/body/body.ts';
import { EndpointFunctions } from '../constructs/api/endpoints.ts';
import { PlatformApi } from '../constructs/api/rest-api.ts';
import { createOverflowKeyValue, UsagePlans } from '../constructs/api/usage-plans.ts';
import { Edge } from '../constructs/edge/edge.ts';
import { Pages } from '../constructs/edge/pages.ts';
import { FunctionFactory } from '../constructs/functions/functions.ts';
import type { ItemNamesByFunction } from '../constructs/functions/items.ts';
import { Jobs } from '../constructs/functions/jobs.ts';
import { OptionalProtections } from '../constructs/guards.ts';
import { Alarms } from '../constructs/monitoring/alarms.ts';
import { PlatformDashboard } from '../constructs/monitoring/dashboard.ts';
import { createPlatformMetrics } from '../constructs/monitoring/metrics.ts';
import { PlatformTable } from '../constructs/table.ts';
import type { Settings } from '../context.ts';
import type { WrittenSite } from '../dashboard/write.ts';
import { findSecurityContact } from '../settings.ts';

export interface YieldApiProps {
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly versions: readonly ApiVersion[];
  readonly jobs: readonly Job[];
  readonly hasMcp: boolean;
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly items: ItemNamesByFunction;
  /** The built dashboard. Undefined when the stage has no domain or leaves the dashboard out. */
  readonly site?: WrittenSite;
}

/**
 * Returns the requested API version, or else the oldest one, so that a new version does not change the base URL.
 *
 * @throws Error for a version that is not served
 */
function findBaseVersion(versions: readonly ApiVersion[], requestedVersion: string | undefined): string {
  const matchingVersion =
    requestedVersion === undefined
      ? oldestVersionOf(versions)
      : versions.find(({ id }) => id === requestedVersion);
  if (matchingVersion !== undefined) return matchingVersion.id;
  throw new Error(`Invalid context: baseVersion: must be one of ${versions.map(({ id }) => id).join(', ')}`);
}

export function buildStackName({ deployment }: Pick<Settings, 'deployment'>): string {
  return deployment === undefined ? 'YieldApi' : `YieldApi-${deployment}`;
}

/** The CloudFormation stack of the whole service, except the web ACL of a stage with a domain. */
export class YieldApiStack extends Stack {
  constructor(app: App, { settings, routes, versions, jobs, hasMcp, bundles, items, site }: YieldApiProps) {
    const name = buildStackName(settings);
    super(app, name, {
      description: 'Yield optimization platform REST API',
      terminationProtection: settings.terminationProtection,
    });

    const table = new PlatformTable(this, 'Data', settings);
    const functionFactory = new FunctionFactory(bundles, table, settings, items);
    const endpointFunctions = new EndpointFunctions(this, 'Endpoints', {
      ...{ routes, hasMcp, functions: functionFactory },
      overflowKey: createOverflowKeyValue(),
    });
    const body = buildApiBody({
      title: name,
      routes,
      versions,
      hasMcp,
      corsOrigins: settings.corsOrigins,
      securityContact: findSecurityContact(settings),
      invocationUri: (id) => endpointFunctions.invocationUri(id),
      invocationRole: endpointFunctions.invocation.arn,
    });
    const restApi = new PlatformApi(this, 'Api', { name, settings, routes, versions, body });
    new OptionalProtections(this, 'Guards', { stage: restApi.deploymentStage, settings, routes });
    const originSecret = settings.variable('ORIGIN_SECRET');
    if (settings.domain !== undefined && originSecret !== undefined) {
      const pages = new Pages(this, 'Pages', { site, settings });
      new Edge(this, 'Edge', { restApi, domain: settings.domain, originSecret, versions, hasMcp, pages });
    }
    const version = findBaseVersion(versions, settings.baseVersion);
    const baseUrl =
      settings.domain === undefined
        ? restApi.urlForPath(`/${version}`)
        : `https://${settings.domain.name}/${version}`;
    const usagePlans = new UsagePlans(this, 'UsagePlans', { restApi, settings });
    const jobResources = new Jobs(this, 'Jobs', { jobs, functions: functionFactory, usagePlans, baseUrl });

    const metrics = createPlatformMetrics(restApi, table, jobResources);
    const { concurrencyQuota } = settings;
    new Alarms(this, 'Alarms', { metrics, jobs, jobResources, concurrencyQuota, settings });
    new PlatformDashboard(this, 'Operations', metrics);

    new CfnOutput(this, 'BaseUrl', {
      value: baseUrl,
      description: 'Base address of the API',
    });
    new CfnOutput(this, 'TableName', { value: table.table.tableName, description: 'The one table' });
  }
}
