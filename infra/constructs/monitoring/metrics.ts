import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import {
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
  METRICS,
  type Metric as OwnMetric,
} from '../../../shared/platform/metrics.ts';
import type { PlatformApi } from '../api/rest-api.ts';
import type { Jobs } from '../functions/jobs.ts';
import type { PlatformTable } from '../table.ts';
import { accessLogMetrics, period } from './access-log-metrics.ts';

/** The metrics of alarms and dashboard, each over five minutes. */
export interface PlatformMetrics {
  readonly requests: IMetric;
  readonly clientErrors: IMetric;
  readonly serverErrors: IMetric;
  /** Percent of the requests; 0 of few. */
  readonly serverErrorPercent: IMetric;
  /** From 0 to 1, a series for each route. */
  readonly failureRatioByRoute: IMetric;
  readonly failedMovements: IMetric;
  readonly latencyP50: IMetric;
  readonly latencyP99: IMetric;
  /** Of this stack's endpoints and authorizer. */
  readonly lambdaThrottles: IMetric;
  readonly jobThrottles: readonly IMetric[];
  readonly lambdaConcurrency: IMetric;
  readonly readUnits: IMetric;
  readonly writeUnits: IMetric;
  readonly tableThrottles: IMetric;
  readonly failedJobs: IMetric;
  readonly catalogAge: IMetric;
  readonly gatewayKeyBacklog: IMetric;
  readonly gatewayKeysWithoutRoom: IMetric;
  /** Writes that conflicted with a transaction on the same item. Most succeed when retried. */
  readonly conflicts: IMetric;
  readonly canaryFailures: IMetric;
  readonly ledgerDifferences: IMetric;
  readonly uncoveredStrategies: IMetric;
  readonly chainAnomalies: IMetric;
  readonly unwatchedChains: IMetric;
  readonly quarantinedRows: IMetric;
  readonly webhookLag: IMetric;
  readonly failingWebhooks: IMetric;
}

/** A table's throttled reads and writes: each is a series of its own. */
function tableThrottles({ table }: PlatformTable): IMetric {
  const events = (kind: 'Read' | 'Write') =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: `${kind}ThrottleEvents`,
      dimensionsMap: { TableName: table.tableName },
      statistic: Stats.SUM,
      period,
    });
  const usingMetrics = { tableReads: events('Read'), tableWrites: events('Write') };
  // Named explicitly, because METRICS() would add up all other metrics in the same graph.
  return new MathExpression({ expression: 'tableReads + tableWrites', usingMetrics, label: 'Table', period });
}

/** The most metrics that CloudWatch lets an alarm add up. */
const ADDED_MAX = 10;

/** Throttled runs of the jobs' functions, in groups as large as one alarm can watch. */
function jobThrottles({ lambdas }: Jobs): IMetric[] {
  // One graph shows them all, where each name stands for one metric.
  const all = [...lambdas.values()].map((lambda, index): [string, IMetric] => [
    `job${index}`,
    lambda.metricThrottles({ period, statistic: Stats.SUM }),
  ]);
  const groups = Array.from({ length: Math.ceil(all.length / ADDED_MAX) }, (_, index) =>
    all.slice(index * ADDED_MAX, (index + 1) * ADDED_MAX),
  );
  return groups.map((group) => {
    const usingMetrics: Record<string, IMetric> = Object.fromEntries(group);
    const expression = Object.keys(usingMetrics).join(' + ');
    return new MathExpression({ expression, usingMetrics, label: 'Jobs', period });
  });
}

/** Metrics that the functions themselves emit. */
function ownMetrics({ table }: PlatformTable) {
  const own = ({ name: metricName }: OwnMetric) =>
    new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { [METRIC_DIMENSION]: table.tableName },
      statistic: Stats.MAXIMUM,
      period,
    });
  return {
    catalogAge: own(METRICS.catalogAge),
    gatewayKeyBacklog: own(METRICS.gatewayKeyBacklog),
    gatewayKeysWithoutRoom: own(METRICS.gatewayKeysWithoutRoom),
    canaryFailures: own(METRICS.canaryFailures),
    ledgerDifferences: own(METRICS.ledgerDifferences),
    uncoveredStrategies: own(METRICS.uncoveredStrategies),
    chainAnomalies: own(METRICS.chainAnomalies),
    unwatchedChains: own(METRICS.unwatchedChains),
    quarantinedRows: own(METRICS.quarantinedRows),
    webhookLag: own(METRICS.webhookLag),
    failingWebhooks: own(METRICS.failingWebhooks),
  };
}

export function platformMetrics(
  api: PlatformApi,
  target: PlatformTable,
  jobResources: Jobs,
): PlatformMetrics {
  const { deploymentStage: stage } = api;
  const options = { period, statistic: Stats.SUM };
  const requests = stage.metricCount({ ...options, label: 'Requests' });
  const serverErrors = stage.metricServerError({ ...options, label: '5xx' });
  return {
    requests,
    clientErrors: stage.metricClientError({ ...options, label: '4xx' }),
    serverErrors,
    serverErrorPercent: new MathExpression({
      // With only a few requests, a ratio means nothing.
      expression: 'IF(all > 100, 100 * failed / all, 0)',
      usingMetrics: { all: requests, failed: serverErrors },
      label: '5xx (%)',
      period,
    }),
    ...accessLogMetrics(api),
    latencyP50: stage.metricLatency({ period, statistic: Stats.p(50), label: 'p50' }),
    latencyP99: stage.metricLatency({ period, statistic: Stats.p(99), label: 'p99' }),
    jobThrottles: jobThrottles(jobResources),
    // Without dimensions, because the quota belongs to the account and all functions share it.
    lambdaConcurrency: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ConcurrentExecutions',
      statistic: Stats.MAXIMUM,
      period,
    }),
    readUnits: target.table.metricConsumedReadCapacityUnits(options),
    writeUnits: target.table.metricConsumedWriteCapacityUnits(options),
    tableThrottles: tableThrottles(target),
    failedJobs: jobResources.failures.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: Stats.MAXIMUM,
    }),
    ...ownMetrics(target),
    conflicts: new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'TransactionConflict',
      dimensionsMap: { TableName: target.table.tableName },
      statistic: Stats.SUM,
      period,
    }),
  };
}

/** How far a stream's consumer is behind. */
export function streamLag(lambda: LambdaFunction): IMetric {
  return lambda.metric('IteratorAge', { period, statistic: Stats.MAXIMUM });
}
