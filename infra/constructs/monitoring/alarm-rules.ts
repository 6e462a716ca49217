import { jobRules } from './job-alarm-rules.ts';
import type { PlatformMetrics } from './metrics.ts';
import type { Rule, Watched } from './rule.ts';

const SERVER_ERRORS_MAX = 5;
const SERVER_ERROR_PERCENT_MAX = 1;
/** Of one route's requests, which may be few. */
const ROUTE_FAILURE_RATIO_MAX = 0.05;
/** Below the 1,000 that a region gives an account at first: then functions are refused. */
const CONCURRENCY_MAX = 800;
const LATENCY_P99_MAX_MS = 2_000;
/** One owner that is as busy as may be meets itself about once a second. */
const CONFLICTS_MAX = 1_000;
const GATEWAY_KEY_BACKLOG_MAX = 10;
const WEBHOOK_LAG_MAX_SECONDS = 15 * 60;
const FAILING_WEBHOOKS_MAX = 20;
/** A node may be away for some minutes: nothing is lost by it. */
const UNWATCHED_PERIODS = 6;

/** The alarms by name. */
export function alarmRules(watched: Watched): Record<string, Rule> {
  const { metrics } = watched;
  return { ...requestRules(metrics), ...limitRules(metrics), ...findingRules(metrics), ...jobRules(watched) };
}

/** Of what callers meet. */
function requestRules(metrics: PlatformMetrics): Record<string, Rule> {
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
    FailedMovements: {
      metric: metrics.failedMovements,
      description: 'A deposit or withdrawal got 500. Whether it was booked says the ledger, not the answer.',
      above: 0,
    },
  };
}

/** Of what runs into a limit. */
function limitRules(metrics: PlatformMetrics): Record<string, Rule> {
  return {
    LambdaThrottles: {
      metric: metrics.lambdaThrottles,
      description:
        'A function of this stack had no room to run: the concurrency of its own or of the account ran out.',
      above: 0,
    },
    ...Object.fromEntries(
      metrics.jobThrottles.map((metric, index) => [
        `JobThrottles${index === 0 ? '' : index + 1}`,
        { metric, description: 'A job of this stack had no room to run.', above: 0 },
      ]),
    ),
    Concurrency: {
      metric: metrics.lambdaConcurrency,
      description: 'The functions of the account run side by side near what the region allows.',
      above: CONCURRENCY_MAX,
    },
    TableThrottles: {
      metric: metrics.tableThrottles,
      description: 'DynamoDB throttled reads or writes.',
      above: 0,
    },
    Conflicts: {
      metric: metrics.conflicts,
      description:
        'Over 1,000 writes met a transaction on the same item in five minutes: an item is too hot.',
      above: CONFLICTS_MAX,
    },
    GatewayKeysWithoutRoom: {
      metric: metrics.gatewayKeysWithoutRoom,
      description: 'The gateway has no room for another key (10,000 in a region): new accounts share one.',
      above: 0,
    },
    GatewayKeyBacklog: {
      metric: metrics.gatewayKeyBacklog,
      description: 'The hourly comparison had to make over 10 gateway keys that changes should have made.',
      above: GATEWAY_KEY_BACKLOG_MAX,
    },
  };
}

/** Of what jobs find. */
function findingRules(metrics: PlatformMetrics): Record<string, Rule> {
  return {
    LedgerDifferences: {
      metric: metrics.ledgerDifferences,
      description: 'The daily verification found books that differ from their journal.',
      above: 0,
    },
    UncoveredStrategies: {
      metric: metrics.uncoveredStrategies,
      description:
        'The books of a strategy owe more than its source says that it holds, or its vault gives wallets less than the books say.',
      above: 0,
    },
    ChainAnomalies: {
      metric: metrics.chainAnomalies,
      description:
        'A confirmed event was undone, or a vault moved or holds something else than the books say: the log of the watcher names it.',
      above: 0,
    },
    UnwatchedChains: {
      metric: metrics.unwatchedChains,
      description: 'A chain could not be watched for half an hour: what happens there is not booked.',
      above: 0,
      periods: UNWATCHED_PERIODS,
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
      description:
        'At over 20 webhook endpoints nothing has arrived for an hour: the way out may be at fault, not they.',
      above: FAILING_WEBHOOKS_MAX,
      periods: 3,
    },
    FailedJobs: {
      metric: metrics.failedJobs,
      description: 'A scheduled run or a stream batch failed for good; the queue JobFailures says which.',
      above: 0,
    },
  };
}
