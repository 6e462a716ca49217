import { Duration } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { METRIC_DIMENSION, METRIC_NAMESPACE, METRICS } from '../../shared/platform/metrics.ts';
import type { PlatformTable } from './table.ts';

const period = Duration.minutes(5);

/** What alarms watch and the dashboard shows, over five minutes each. */
export interface PlatformMetrics {
  readonly requests: IMetric;
  readonly clientErrors: IMetric;
  readonly serverErrors: IMetric;
  readonly latencyP50: IMetric;
  readonly latencyP99: IMetric;
  readonly lambdaThrottles: IMetric;
  readonly lambdaConcurrency: IMetric;
  readonly readUnits: IMetric;
  readonly writeUnits: IMetric;
  readonly tableThrottles: IMetric;
  readonly failedJobs: IMetric;
  readonly catalogAge: IMetric;
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
  const usingMetrics = { reads: events('Read'), writes: events('Write') };
  return new MathExpression({ expression: 'SUM(METRICS())', usingMetrics, label: 'Throttled', period });
}

export function platformMetrics(stage: Stage, target: PlatformTable, failures: Queue): PlatformMetrics {
  const options = { period, statistic: Stats.SUM };
  // Without dimensions: the concurrency that runs out is the account's, whichever function uses it up.
  const lambda = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });
  return {
    requests: stage.metricCount({ ...options, label: 'Requests' }),
    clientErrors: stage.metricClientError({ ...options, label: '4xx' }),
    serverErrors: stage.metricServerError({ ...options, label: '5xx' }),
    latencyP50: stage.metricLatency({ period, statistic: Stats.p(50), label: 'p50' }),
    latencyP99: stage.metricLatency({ period, statistic: Stats.p(99), label: 'p99' }),
    lambdaThrottles: lambda('Throttles', Stats.SUM),
    lambdaConcurrency: lambda('ConcurrentExecutions', Stats.MAXIMUM),
    readUnits: target.table.metricConsumedReadCapacityUnits(options),
    writeUnits: target.table.metricConsumedWriteCapacityUnits(options),
    tableThrottles: tableThrottles(target),
    failedJobs: failures.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
    catalogAge: new Metric({
      namespace: METRIC_NAMESPACE,
      metricName: METRICS.catalogAge.name,
      dimensionsMap: { [METRIC_DIMENSION]: target.table.tableName },
      statistic: Stats.MAXIMUM,
      period,
    }),
  };
}

/** How far a stream's consumer is behind. */
export function streamLag(lambda: LambdaFunction): IMetric {
  return lambda.metric('IteratorAge', { period, statistic: Stats.MAXIMUM });
}
