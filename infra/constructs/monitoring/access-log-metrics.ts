import { Aws, Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { METRIC_NAMESPACE } from '../../../shared/platform/metrics.ts';
import type { PlatformApi } from '../api/rest-api.ts';
import { nameResource } from '../names.ts';

/** What a figure covers. */
export const period = Duration.minutes(5);

const THROTTLED = '{ ($.lambda_status = "429") || ($.authorizer_lambda_status = "429") }';
const FAILED = '{ $.status = "5*" }';
const NOT_FAILED = '{ $.status != "5*" }';
/** What API Gateway answered by itself: its refusals, and where a function or the authorizer gave no answer. */
const ANSWERED_BY_GATEWAY = '{ $.gateway_response = "*_*" }';
const FAILED_MOVEMENTS = '{ ($.status = "500") && ($.method = "POST") && ($.route = "*/investments/*") }';

/** Requests in the access log that fit a pattern, five minutes' worth at a time. */
function logged({ accessLog }: PlatformApi, id: string, pattern: string, label: string): IMetric {
  const filter = new MetricFilter(accessLog, id, {
    logGroup: accessLog,
    filterPattern: FilterPattern.literal(pattern),
    metricNamespace: METRIC_NAMESPACE,
    // Filters know no dimension that would tell stacks apart.
    metricName: `${Aws.STACK_NAME}-${id}`,
    defaultValue: 0,
  });
  nameResource(filter, `${id}Filter`);
  return filter.metric({ period, statistic: Stats.SUM, label });
}

interface Logged {
  readonly pattern: string;
  /** Fields of the access log, each value of which is a series of its own. */
  readonly by: readonly string[];
  /** What a request that fits adds to the metric. */
  readonly value?: '0' | '1';
}

/** A series for each value of some fields of the access log, of requests that fit a pattern. */
function loggedBy({ accessLog }: PlatformApi, id: string, metric: string, logged: Logged): void {
  const filter = new MetricFilter(accessLog, id, {
    logGroup: accessLog,
    filterPattern: FilterPattern.literal(logged.pattern),
    metricNamespace: METRIC_NAMESPACE,
    metricName: `${Aws.STACK_NAME}-${metric}`,
    metricValue: logged.value ?? '1',
    dimensions: Object.fromEntries(logged.by.map((field) => [field, `$.${field}`])),
  });
  nameResource(filter, `${id}Filter`);
}

/**
 * Failed requests by route: 1 for one that failed and 0 for any other, so that the average of a series is the ratio of
 * its route's failures, their sum their number, and the samples the requests.
 */
function failureRatioByRoute(api: PlatformApi): IMetric {
  const [name, by] = ['FailuresByRoute', ['method', 'route']];
  loggedBy(api, name, name, { pattern: FAILED, by, value: '1' });
  loggedBy(api, 'AnswersByRoute', name, { pattern: NOT_FAILED, by, value: '0' });
  const labels = by.map((field) => `"${field}"`).join(', ');
  return new MathExpression({
    // Every route is watched by itself, those too that a later deployment adds.
    expression:
      `SELECT AVG("${Aws.STACK_NAME}-${name}") FROM SCHEMA("${METRIC_NAMESPACE}", ${labels}) ` +
      `GROUP BY ${labels} ORDER BY AVG() DESC`,
    label: '5xx by route',
    period,
  });
}

/** What the access log says that no metric of AWS does. */
export function accessLogMetrics(api: PlatformApi) {
  const byReason = ['gateway_response', 'status'];
  loggedBy(api, 'GatewayAnswers', 'GatewayAnswers', { pattern: ANSWERED_BY_GATEWAY, by: byReason });
  return {
    failureRatioByRoute: failureRatioByRoute(api),
    failedMovements: logged(api, 'FailedMovements', FAILED_MOVEMENTS, 'Failed movements'),
    lambdaThrottles: logged(api, 'LambdaThrottles', THROTTLED, 'Endpoints'),
  };
}
