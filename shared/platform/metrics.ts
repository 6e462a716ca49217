/** Namespace of the metrics that functions write in CloudWatch's embedded metric format. */
export const METRIC_NAMESPACE = 'YieldApi';

/** The dimension that separates deployments in one AWS account. Its value is the name of the deployment's table. */
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
  /** Differences that the daily verification of the ledger found. */
  ledgerDifferences: { name: 'LedgerDifferences', unit: 'Count' },
  /**
   * Strategies that owe more by the ledger than they hold by their source, and strategies whose vaults hold less for
   * wallets than their journals say.
   */
  uncoveredStrategies: { name: 'UncoveredStrategies', unit: 'Count' },
  /** Confirmed events that were undone on a chain, and transfers or holdings that differ from the recorded ones. */
  chainAnomalies: { name: 'ChainAnomalies', unit: 'Count' },
  /** Chains with wallets to follow at which that look failed. */
  unwatchedChains: { name: 'UnwatchedChains', unit: 'Count' },
  /** Rows of the source that a run of the ingestion did not believe. */
  quarantinedRows: { name: 'QuarantinedRows', unit: 'Count' },
  /** Requests that a function refused, for each code of an error. */
  refusals: { name: 'Refusals', unit: 'Count' },
  /** Times that an instance had to wait for the catalog, as it had none yet. */
  catalogColdLoads: { name: 'CatalogColdLoads', unit: 'Count' },
  /** The longest that an event has waited that a webhook endpoint should have been sent by now. */
  webhookLag: { name: 'WebhookLagSeconds', unit: 'Seconds' },
  /** Webhook endpoints at which nothing has arrived for an hour. */
  failingWebhooks: { name: 'FailingWebhooks', unit: 'Count' },
} as const;
export type Metric = (typeof METRICS)[keyof typeof METRICS];

/**
 * Fields of a log line out of which CloudWatch makes a metric, without a call: its embedded metric format.
 *
 * @param tableName value of the dimension
 * @param timeMs epoch milliseconds of the measurement
 * @param by names of further fields of the line, each value of which is a series of its own
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

/** Writes the line where CloudWatch reads it. */
export function writeMetric(metric: Metric, value: number, tableName: string, timeMs: number): void {
  process.stdout.write(`${JSON.stringify(metricFields(metric, value, tableName, timeMs))}\n`);
}
