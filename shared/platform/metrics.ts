/** CloudWatch namespace of the metrics that functions write in the embedded metric format. */
export const METRIC_NAMESPACE = 'YieldApi';

/** The metric dimension that separates deployments in one AWS account. Its value is the table's name. */
export const METRIC_DIMENSION = 'Table';

export const METRICS = {
  /** Seconds since the source observed the contents of the current catalog. Written by every ingestion. */
  catalogAge: { name: 'CatalogAgeSeconds', unit: 'Seconds' },
  /** Accounts without a gateway key at the time of the hourly comparison. */
  gatewayKeyBacklog: { name: 'GatewayKeyBacklog', unit: 'Count' },
  /** Accounts that share a gateway key, because API Gateway's limit of keys is reached. */
  gatewayKeysWithoutRoom: { name: 'GatewayKeysWithoutRoom', unit: 'Count' },
  /** 1 if a run of the canary could not sign in and list strategies, else 0. */
  canaryFailures: { name: 'CanaryFailures', unit: 'Count' },
  /** Differences found by the daily verification of the ledger. */
  ledgerDifferences: { name: 'LedgerDifferences', unit: 'Count' },
  /** Strategies that owe more than their TVL, and strategies whose vault holds less than the journals say. */
  uncoveredStrategies: { name: 'UncoveredStrategies', unit: 'Count' },
  /**
   * Confirmed chain events that were undone, and transfers or holdings that differ from the recorded ones.
   */
  chainAnomalies: { name: 'ChainAnomalies', unit: 'Count' },
  /** Chains with followed wallets that the watcher could not read. */
  unwatchedChains: { name: 'UnwatchedChains', unit: 'Count' },
  /** Rows of the source that an ingestion rejected as implausible. */
  quarantinedRows: { name: 'QuarantinedRows', unit: 'Count' },
  /** Requests that a function rejected, by error code. */
  refusals: { name: 'Refusals', unit: 'Count' },
  /** Times that a Lambda instance had to wait for its first catalog. */
  catalogColdLoads: { name: 'CatalogColdLoads', unit: 'Count' },
  /** Longest time for which an event has waited for its delivery to a webhook endpoint. */
  webhookLag: { name: 'WebhookLagSeconds', unit: 'Seconds' },
  /** Webhook endpoints without a successful delivery for an hour. */
  failingWebhooks: { name: 'FailingWebhooks', unit: 'Count' },
} as const;
export type Metric = (typeof METRICS)[keyof typeof METRICS];

/**
 * The fields of a log line from which CloudWatch creates a metric (embedded metric format), without an API
 * call.
 *
 * @param tableName value of the dimension
 * @param timeMs time of the measurement, epoch milliseconds
 * @param by names of other fields of the line. Each of their values makes a separate series.
 */
export function metricFields(
  metric: Metric,
  value: number,
  tableName: string,
  timeMs: number,
  by: readonly string[] = [],
) {
  return {
    _aws: {
      Timestamp: timeMs,
      CloudWatchMetrics: [
        {
          Namespace: METRIC_NAMESPACE,
          Dimensions: [[METRIC_DIMENSION, ...by]],
          Metrics: [{ Name: metric.name, Unit: metric.unit }],
        },
      ],
    },
    [METRIC_DIMENSION]: tableName,
    [metric.name]: value,
  };
}

/** Writes a metric to standard output, from which CloudWatch reads it. */
export function writeMetric(metric: Metric, value: number, tableName: string, timeMs: number): void {
  process.stdout.write(`${JSON.stringify(metricFields(metric, value, tableName, timeMs))}\n`);
}
