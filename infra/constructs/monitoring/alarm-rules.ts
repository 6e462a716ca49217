import { buildJobRules } from './job-alarm-rules.ts';
import type { PlatformMetrics } from './metrics.ts';
import type { MonitoredResources, Rule } from './rule.ts';

const SERVER_ERRORS_MAX = 5;
const SERVER_ERROR_PERCENT_MAX = 1;
/** Maximum failure ratio (0 to 1) of one route. */
const ROUTE_FAILURE_RATIO_MAX = 0.05;
/**
 * Maximum fraction (0 to 1) of the account's concurrency quota in use. Lambda rejects invocations when the
 * quota is used up.
 */
const CONCURRENCY_RATIO_MAX = 0.8;
const LATENCY_P99_MAX_MS = 2_000;
/** Maximum number of DynamoDB transaction conflicts in five minutes. One very busy account alone causes about 300. */
const WRITE_CONFLICTS_MAX = 1_000;
const MISSING_GATEWAY_KEYS_MAX = 10;
const WEBHOOK_LAG_MAX_SECONDS = 15 * 60;
const FAILING_WEBHOOKS_MAX = 20;
/**
 * Number of five-minute periods for which a chain may be unreachable before the alarm fires. It is high, because a
 * short outage loses no data.
 */
const UNREACHABLE_CHAIN_PERIODS = 6;

export function buildAlarmRules(monitoredResources: MonitoredResources): Record<string, Rule> {
  const { metrics } = monitoredResources;
  return {
    ...buildRequestRules(metrics),
    ...buildNearLimitRules(monitoredResources),
    ...buildJobFindingRules(metrics),
    ...buildJobRules(monitoredResources),
  };
}

/** Alarms for problems that callers notice. */
function buildRequestRules(metrics: PlatformMetrics): Record<string, Rule> {
  return {
    ServerErrors: {
      metric: metrics.serverErrors,
      description: 'More than 5 answers with status 500 in five minutes.',
      above: SERVER_ERRORS_MAX,
    },
    Latency: {
      metric: metrics.latencyP99,
      description: 'The slowest 1% of requests took over 2 seconds for a quarter of an hour.',
      above: LATENCY_P99_MAX_MS,
      periods: 3,
    },
    ServerErrorRatio: {
      metric: metrics.serverErrorPercent,
      description: 'More than 1% of at least 100 requests failed in five minutes.',
      above: SERVER_ERROR_PERCENT_MAX,
    },
    RouteFailureRatio: {
      metric: metrics.failureRatioByRoute,
      description: 'More than 5% of the requests of one route failed, three times five minutes in a row.',
      above: ROUTE_FAILURE_RATIO_MAX,
      periods: 3,
    },
    FailedTransactions: {
      metric: metrics.failedTransactions,
      description: 'A deposit or withdrawal got 500. Check in the ledger whether it was booked.',
      above: 0,
    },
  };
}

/** Alarms for limits that are nearly reached. */
function buildNearLimitRules({ metrics, concurrencyQuota }: MonitoredResources): Record<string, Rule> {
  return {
    LambdaThrottles: {
      metric: metrics.lambdaThrottles,
      description:
        'A function was throttled: its reserved concurrency or the concurrency of the account is used up.',
      above: 0,
    },
    ...Object.fromEntries(
      metrics.jobThrottles.map((metric, index) => [
        `JobThrottles${index === 0 ? '' : index + 1}`,
        { metric, description: 'A job was throttled.', above: 0 },
      ]),
    ),
    Concurrency: {
      metric: metrics.lambdaConcurrency,
      description: 'The functions of the account use over 80% of its concurrent executions.',
      above: Math.floor(CONCURRENCY_RATIO_MAX * concurrencyQuota),
    },
    TableThrottles: {
      metric: metrics.tableThrottles,
      description: 'DynamoDB throttled reads or writes.',
      above: 0,
    },
    Conflicts: {
      metric: metrics.conflicts,
      description: 'Over 1,000 writes conflicted with a transaction on the same item in five minutes.',
      above: WRITE_CONFLICTS_MAX,
    },
    GatewayKeysWithoutRoom: {
      metric: metrics.gatewayKeysWithoutRoom,
      description: 'API Gateway has no more keys (10,000 per region). New accounts share one.',
      above: 0,
    },
    GatewayKeyBacklog: {
      metric: metrics.gatewayKeyBacklog,
      description: 'The hourly repair had to create over 10 missing gateway keys.',
      above: MISSING_GATEWAY_KEYS_MAX,
    },
  };
}

/** Alarms for problems that jobs find. */
function buildJobFindingRules(metrics: PlatformMetrics): Record<string, Rule> {
  return {
    LedgerDifferences: {
      metric: metrics.ledgerDifferences,
      description: 'The daily verification found differences between the ledger and its journal.',
      above: 0,
    },
    UncoveredStrategies: {
      metric: metrics.uncoveredStrategies,
      description:
        'A strategy owes more than its TVL, or wallets have fewer shares in its vault than the ledger says.',
      above: 0,
    },
    ChainAnomalies: {
      metric: metrics.chainAnomalies,
      description:
        'A confirmed event was undone, or a vault differs from the ledger. The log of the watcher names it.',
      above: 0,
    },
    UnwatchedChains: {
      metric: metrics.unwatchedChains,
      description: 'A chain could not be read for half an hour. Its events are not booked.',
      above: 0,
      periods: UNREACHABLE_CHAIN_PERIODS,
    },
    WebhookLag: {
      metric: metrics.webhookLag,
      description:
        'Events wait for over 15 minutes for webhook endpoints that are not failing, twice in a row.',
      above: WEBHOOK_LAG_MAX_SECONDS,
      periods: 2,
    },
    FailingWebhooks: {
      metric: metrics.failingWebhooks,
      description: 'Over 20 webhook endpoints received nothing for an hour. The cause may be our network.',
      above: FAILING_WEBHOOKS_MAX,
      periods: 3,
    },
    FailedJobs: {
      metric: metrics.failedJobs,
      description: 'A scheduled run or a stream batch failed permanently. The queue JobFailures contains it.',
      above: 0,
    },
  };
}
