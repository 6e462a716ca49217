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
import { createAccessLogMetrics, METRIC_PERIOD } from './access-log-metrics.ts';

/** Metrics that the alarms and the CloudWatch dashboard use, each over a period of five minutes. */
export interface PlatformMetrics {
  readonly requests: IMetric;
  readonly clientErrors: IMetric;
  readonly serverErrors: IMetric;
  /** Percentage of failed requests. It is 0 for 100 requests or fewer, because a percentage of so few means little. */
  readonly serverErrorPercent: IMetric;
  /** Failure ratio from 0 to 1, one series per route. */
  readonly failureRatioByRoute: IMetric;
  readonly failedTransactions: IMetric;
  readonly latencyP50: IMetric;
  readonly latencyP99: IMetric;
  /** Throttled invocations of this stack's endpoints and authorizer. */
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
  /**
   * Writes that conflicted with a DynamoDB transaction on the same item. Most of them succeed when they are
   * retried.
   */
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

function createTableThrottleMetric({ table }: PlatformTable): IMetric {
  const createThrottleMetric = (kind: 'Read' | 'Write') =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: `${kind}ThrottleEvents`,
      dimensionsMap: { TableName: table.tableName },
      statistic: Stats.SUM,
      period: METRIC_PERIOD,
    });
  const usingMetrics = {
    tableReads: createThrottleMetric('Read'),
    tableWrites: createThrottleMetric('Write'),
  };
  // Name both metrics in the expression. METRICS() would also add all other metrics of the same graph.
  return new MathExpression({
    expression: 'tableReads + tableWrites',
    usingMetrics,
    label: 'Table',
    period: METRIC_PERIOD,
  });
}

/** Maximum number of metrics in the sum that one CloudWatch alarm evaluates. */
const MAX_SUMMED_METRICS = 10;

/** Returns metrics of the throttled runs of all jobs, in groups that are small enough for one alarm. */
function createJobThrottleMetrics({ lambdas }: Jobs): IMetric[] {
  // Each job needs a unique metric id, because one graph shows the throttled runs of all jobs.
  const throttleMetrics = [...lambdas.values()].map((lambda, index): [string, IMetric] => [
    `job${index}`,
    lambda.metricThrottles({ period: METRIC_PERIOD, statistic: Stats.SUM }),
  ]);
  const metricGroups = Array.from(
    { length: Math.ceil(throttleMetrics.length / MAX_SUMMED_METRICS) },
    (_, index) => throttleMetrics.slice(index * MAX_SUMMED_METRICS, (index + 1) * MAX_SUMMED_METRICS),
  );
  return metricGroups.map((group) => {
    const usingMetrics: Record<string, IMetric> = Object.fromEntries(group);
    const expression = Object.keys(usingMetrics).join(' + ');
    return new MathExpression({ expression, usingMetrics, label: 'Jobs', period: METRIC_PERIOD });
  });
}

function createCustomMetrics({ table }: PlatformTable) {
  const createCustomMetric = ({ name: metricName }: OwnMetric) =>
    new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { [METRIC_DIMENSION]: table.tableName },
      statistic: Stats.MAXIMUM,
      period: METRIC_PERIOD,
    });
  return {
    catalogAge: createCustomMetric(METRICS.catalogAge),
    gatewayKeyBacklog: createCustomMetric(METRICS.gatewayKeyBacklog),
    gatewayKeysWithoutRoom: createCustomMetric(METRICS.gatewayKeysWithoutRoom),
    canaryFailures: createCustomMetric(METRICS.canaryFailures),
    ledgerDifferences: createCustomMetric(METRICS.ledgerDifferences),
    uncoveredStrategies: createCustomMetric(METRICS.uncoveredStrategies),
    chainAnomalies: createCustomMetric(METRICS.chainAnomalies),
    unwatchedChains: createCustomMetric(METRICS.unwatchedChains),
    quarantinedRows: createCustomMetric(METRICS.quarantinedRows),
    webhookLag: createCustomMetric(METRICS.webhookLag),
    failingWebhooks: createCustomMetric(METRICS.failingWebhooks),
  };
}

export function createPlatformMetrics(
  api: PlatformApi,
  platformTable: PlatformTable,
  jobsConstruct: Jobs,
): PlatformMetrics {
  const { deploymentStage: stage } = api;
  const options = { period: METRIC_PERIOD, statistic: Stats.SUM };
  const requestMetric = stage.metricCount({ ...options, label: 'Requests' });
  const serverErrors = stage.metricServerError({ ...options, label: '5xx' });
  return {
    requests: requestMetric,
    clientErrors: stage.metricClientError({ ...options, label: '4xx' }),
    serverErrors,
    serverErrorPercent: new MathExpression({
      // With 100 requests or fewer, the percentage would mean little, so it is 0.
      expression: 'IF(all > 100, 100 * failed / all, 0)',
      usingMetrics: { all: requestMetric, failed: serverErrors },
      label: '5xx (%)',
      period: METRIC_PERIOD,
    }),
    ...createAccessLogMetrics(api),
    latencyP50: stage.metricLatency({ period: METRIC_PERIOD, statistic: Stats.p(50), label: 'p50' }),
    latencyP99: stage.metricLatency({ period: METRIC_PERIOD, statistic: Stats.p(99), label: 'p99' }),
    jobThrottles: createJobThrottleMetrics(jobsConstruct),
    // The metric has no dimensions, because the quota belongs to the account and all functions of the account
    // share it.
    lambdaConcurrency: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ConcurrentExecutions',
      statistic: Stats.MAXIMUM,
      period: METRIC_PERIOD,
    }),
    readUnits: platformTable.table.metricConsumedReadCapacityUnits(options),
    writeUnits: platformTable.table.metricConsumedWriteCapacityUnits(options),
    tableThrottles: createTableThrottleMetric(platformTable),
    failedJobs: jobsConstruct.failures.metricApproximateNumberOfMessagesVisible({
      period: METRIC_PERIOD,
      statistic: Stats.MAXIMUM,
    }),
    ...createCustomMetrics(platformTable),
    conflicts: new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'TransactionConflict',
      dimensionsMap: { TableName: platformTable.table.tableName },
      statistic: Stats.SUM,
      period: METRIC_PERIOD,
    }),
  };
}

/** Returns the age of the oldest record that a stream consumer has not processed, in milliseconds. */
export function createStreamLagMetric(lambda: LambdaFunction): IMetric {
  return lambda.metric('IteratorAge', { period: METRIC_PERIOD, statistic: Stats.MAXIMUM });
}
