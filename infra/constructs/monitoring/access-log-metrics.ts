import { Aws, Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { METRIC_NAMESPACE } from '../../../shared/platform/metrics.ts';
import type { PlatformApi } from '../api/rest-api.ts';
import { nameResource } from '../names.ts';

export const METRIC_PERIOD = Duration.minutes(5);

const LAMBDA_THROTTLED_PATTERN = '{ ($.lambda_status = "429") || ($.authorizer_lambda_status = "429") }';
const FAILED_REQUEST_PATTERN = '{ $.status = "5*" }';
const NOT_FAILED_REQUEST_PATTERN = '{ $.status != "5*" }';
/**
 * Matches log entries of responses that API Gateway created itself. Their types contain an underscore, except the two
 * types that the pattern names.
 */
const GATEWAY_RESPONSE_PATTERN =
  '{ ($.gateway_response = "*_*") || ($.gateway_response = "THROTTLED") || ($.gateway_response = "UNAUTHORIZED") }';
const FAILED_TRANSACTION_PATTERN =
  '{ ($.status = "500") && ($.method = "POST") && ($.route = "*/investments/*") }';

/** Creates a metric of access log entries that match a pattern. Returns its sum over five minutes. */
function createLogMetric({ accessLog }: PlatformApi, id: string, pattern: string, label: string): IMetric {
  const metricFilter = new MetricFilter(accessLog, id, {
    logGroup: accessLog,
    filterPattern: FilterPattern.literal(pattern),
    metricNamespace: METRIC_NAMESPACE,
    // The metric has no dimensions, so the stack's name in the metric's name distinguishes the stacks.
    metricName: `${Aws.STACK_NAME}-${id}`,
    defaultValue: 0,
  });
  nameResource(metricFilter, `${id}Filter`);
  return metricFilter.metric({ period: METRIC_PERIOD, statistic: Stats.SUM, label });
}

interface LogSeriesOptions {
  readonly pattern: string;
  /** Names of access log fields. The metric has a separate series for each combination of their values. */
  readonly by: readonly string[];
  /** Value that a matching request adds to the metric. */
  readonly value?: '0' | '1';
}

/**
 * Creates a metric of matching access log entries, with a separate series for each combination of the fields in `by`.
 */
function createMetricSeries(
  { accessLog }: PlatformApi,
  id: string,
  shortMetricName: string,
  options: LogSeriesOptions,
): void {
  const metricFilter = new MetricFilter(accessLog, id, {
    logGroup: accessLog,
    filterPattern: FilterPattern.literal(options.pattern),
    metricNamespace: METRIC_NAMESPACE,
    metricName: `${Aws.STACK_NAME}-${shortMetricName}`,
    metricValue: options.value ?? '1',
    dimensions: Object.fromEntries(options.by.map((field) => [field, `$.${field}`])),
  });
  nameResource(metricFilter, `${id}Filter`);
}

/** Returns the fraction of failed requests (status 5xx) of each route. */
function createFailureRatioMetric(api: PlatformApi): IMetric {
  const [name, by] = ['FailuresByRoute', ['method', 'route']];
  createMetricSeries(api, name, name, { pattern: FAILED_REQUEST_PATTERN, by, value: '1' });
  createMetricSeries(api, 'ResponsesByRoute', name, { pattern: NOT_FAILED_REQUEST_PATTERN, by, value: '0' });
  const quotedDimensions = by.map((field) => `"${field}"`).join(', ');
  return new MathExpression({
    // The query returns a separate series for every route, including routes that a later deployment adds.
    expression:
      `SELECT AVG("${Aws.STACK_NAME}-${name}") FROM SCHEMA("${METRIC_NAMESPACE}", ${quotedDimensions}) ` +
      `GROUP BY ${quotedDimensions} ORDER BY AVG() DESC`,
    label: '5xx by route',
    period: METRIC_PERIOD,
  });
}

export function createAccessLogMetrics(api: PlatformApi) {
  const responseReasonDimensions = ['gateway_response', 'status'];
  createMetricSeries(api, 'GatewayResponses', 'GatewayResponses', {
    pattern: GATEWAY_RESPONSE_PATTERN,
    by: responseReasonDimensions,
  });
  return {
    failureRatioByRoute: createFailureRatioMetric(api),
    failedTransactions: createLogMetric(
      api,
      'FailedTransactions',
      FAILED_TRANSACTION_PATTERN,
      'Failed transactions',
    ),
    lambdaThrottles: createLogMetric(api, 'LambdaThrottles', LAMBDA_THROTTLED_PATTERN, 'Endpoints'),
  };
}
