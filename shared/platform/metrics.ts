/** Namespace of the metrics that functions write in CloudWatch's embedded metric format. */
export const METRIC_NAMESPACE = 'YieldApi';

/** Tells the deployments of one account apart: its value is the name of the deployment's table. */
export const METRIC_DIMENSION = 'Table';

export const METRICS = {
  /** Seconds since the source observed what the current catalog holds. Written by every run of the ingestion. */
  catalogAge: { name: 'CatalogAgeSeconds', unit: 'Seconds' },
  /** Accounts whose gateway key was missing when the hourly comparison came to them. */
  gatewayKeyBacklog: { name: 'GatewayKeyBacklog', unit: 'Count' },
  /** Accounts that share a gateway key as the gateway has no room for another. */
  gatewayKeysWithoutRoom: { name: 'GatewayKeysWithoutRoom', unit: 'Count' },
  /** 1 of a run of the canary that could not sign in and list, 0 of one that could. */
  canaryFailures: { name: 'CanaryFailures', unit: 'Count' },
  /** What the daily verification of the books found. */
  ledgerDifferences: { name: 'LedgerDifferences', unit: 'Count' },
  /** Strategies whose books owe more than their source says that they hold, by that verification. */
  uncoveredStrategies: { name: 'UncoveredStrategies', unit: 'Count' },
  /** Rows of the source that a run of the ingestion did not believe. */
  quarantinedRows: { name: 'QuarantinedRows', unit: 'Count' },
  /** The longest that an event has waited that a webhook endpoint should have been sent by now. */
  webhookLag: { name: 'WebhookLagSeconds', unit: 'Seconds' },
  /** Webhook endpoints at which nothing has arrived for an hour. */
  failingWebhooks: { name: 'FailingWebhooks', unit: 'Count' },
} as const;
export type Metric = (typeof METRICS)[keyof typeof METRICS];

/**
 * One log line in the embedded metric format: CloudWatch makes a metric of it, without a call.
 *
 * @param tableName value of the dimension
 * @param timeMs epoch milliseconds of the measurement
 */
function metricLine(metric: Metric, value: number, tableName: string, timeMs: number): string {
  return JSON.stringify({
    _aws: {
      Timestamp: timeMs,
      CloudWatchMetrics: [
        {
          Namespace: METRIC_NAMESPACE,
          Dimensions: [[METRIC_DIMENSION]],
          Metrics: [{ Name: metric.name, Unit: metric.unit }],
        },
      ],
    },
    [METRIC_DIMENSION]: tableName,
    [metric.name]: value,
  });
}

/** Writes the line where CloudWatch reads it. */
export function writeMetric(metric: Metric, value: number, tableName: string, timeMs: number): void {
  process.stdout.write(`${metricLine(metric, value, tableName, timeMs)}\n`);
}
