/** CloudWatch namespace of the metrics that functions write in the embedded metric format. */
export const METRIC_NAMESPACE = 'YieldApi';

/** Dimension of the metrics: the name of the table. It distinguishes the deployments in one AWS account. */
export const METRIC_DIMENSION = 'Table';

export const METRICS = {
  /** Seconds since the source observed the contents of the current catalog. Each ingestion writes this metric. */
  catalogAge: { name: 'CatalogAgeSeconds', unit: 'Seconds' },
  /** Number of accounts for which the hourly job had to create an API Gateway key. */
  gatewayKeyBacklog: { name: 'GatewayKeyBacklog', unit: 'Count' },
  /** Number of accounts that share one gateway key, because the AWS account has reached its quota of keys. */
  gatewayKeysWithoutRoom: { name: 'GatewayKeysWithoutRoom', unit: 'Count' },
  /** 1 if a run of the canary could not sign in and list strategies, otherwise 0. */
  canaryFailures: { name: 'CanaryFailures', unit: 'Count' },
  /** Number of differences that the daily verification of the ledger found. */
  ledgerDifferences: { name: 'LedgerDifferences', unit: 'Count' },
  /**
   * Number of sandbox strategies that owe more than their TVL, plus the number of vaults that hold less than
   * the journals show.
   */
  uncoveredStrategies: { name: 'UncoveredStrategies', unit: 'Count' },
  /**
   * Number of confirmed vault events whose block the chain has replaced, plus the number of transfers and
   * holdings that differ from the records.
   */
  chainAnomalies: { name: 'ChainAnomalies', unit: 'Count' },
  /** Number of chains with followed wallets that the watcher could not read. */
  unwatchedChains: { name: 'UnwatchedChains', unit: 'Count' },
  /** Number of rows of the source that an ingestion rejected because they are implausible. */
  quarantinedRows: { name: 'QuarantinedRows', unit: 'Count' },
  /** Number of requests that a function rejected, by error code. */
  refusals: { name: 'Refusals', unit: 'Count' },
  /** Number of times that a Lambda instance had to wait for its first catalog. */
  catalogColdLoads: { name: 'CatalogColdLoads', unit: 'Count' },
  /** Longest time in seconds for which an event has waited for its delivery to a webhook endpoint. */
  webhookLag: { name: 'WebhookLagSeconds', unit: 'Seconds' },
  /** Number of webhook endpoints without a successful delivery for an hour. */
  failingWebhooks: { name: 'FailingWebhooks', unit: 'Count' },
} as const;
export type Metric = (typeof METRICS)[keyof typeof METRICS];

/**
 * Returns fields for a log line, from which CloudWatch creates a metric (embedded metric format).
 *
 * @param tableName value of the dimension
 * @param timeMs time of the measurement in epoch milliseconds
 * @param dimensionFields names of other fields of the log line that become dimensions; each combination of their
 * values is a separate metric
 */
export function buildMetricFields(
  metric: Metric,
  value: number,
  tableName: string,
  timeMs: number,
  dimensionFields: readonly string[] = [],
) {
  return {
    _aws: {
      Timestamp: timeMs,
      CloudWatchMetrics: [
        {
          Namespace: METRIC_NAMESPACE,
          Dimensions: [[METRIC_DIMENSION, ...dimensionFields]],
          Metrics: [{ Name: metric.name, Unit: metric.unit }],
        },
      ],
    },
    [METRIC_DIMENSION]: tableName,
    [metric.name]: value,
  };
}

/** Writes a metric to standard output. CloudWatch reads it from the log. */
export function writeMetric(metric: Metric, value: number, tableName: string, timeMs: number): void {
  process.stdout.write(`${JSON.stringify(buildMetricFields(metric, value, tableName, timeMs))}\n`);
}
