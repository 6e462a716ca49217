import { METRICS } from '../../../shared/platform/metrics.ts';
import type { Units } from '../../support/engine/metered.ts';
import type { RequestBytes } from './line-worker.ts';
import { ASSUMED_USAGE, PRICES } from './prices.ts';
import type { StageFunction, StageTemplate } from './stage-template.ts';

export const addCapacityUnits = (a: Units, b: Units): Units => ({
  read: a.read + b.read,
  write: a.write + b.write,
});

/** The share of each class of requests among all requests. */
const REQUEST_FRACTION_BY_CLASS = {
  'a page of the catalog or the market': 0.949,
  "a page of an account's own": 0.04,
  'a deposit or withdrawal': 0.01,
  'a connection of a wallet': 0.001,
};

type RequestClass = keyof typeof REQUEST_FRACTION_BY_CLASS;

/** The values that a bench measures with production code. */
export interface Measured {
  /**
   * DynamoDB read and write units of one request, by class. They include the units of the request's rate-limit token.
   */
  readonly classes: Readonly<Record<RequestClass, Units>>;
  /** DynamoDB units of the hourly job for one account that sent requests in the hour. */
  readonly hour: Units;
  readonly transactionBytes: number;
}

const MONTH_SECONDS = 30 * 86_400;
const MONTH_HOURS = 720;
export const MILLION = 1e6;
const GB = 1e9;

/** The function whose memory size and architecture are used to price each class of requests. */
export const FUNCTION_BY_REQUEST_CLASS: Readonly<Record<RequestClass, string>> = {
  'a page of the catalog or the market': 'StrategiesListFunction',
  "a page of an account's own": 'InvestmentsListFunction',
  'a deposit or withdrawal': 'InvestmentsDepositFunction',
  'a connection of a wallet': 'WalletsCreateFunction',
};

/** Typical values of the fields in the access log format. A field without a value fails the bench. */
const ACCESS_LOG_EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  'context.requestId': 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  'context.requestTimeEpoch': '1767225600000',
  'context.identity.sourceIp': '203.0.113.200',
  'context.httpMethod': 'GET',
  'context.resourcePath': '/v1/strategies/performance',
  'context.status': '200',
  'context.error.responseType': '-',
  'context.responseLength': '2200',
  'context.responseLatency': '24',
  'context.integration.latency': '21',
  'context.integration.error': '-',
  'context.authorizer.latency': '-',
  'context.authorizer.principalId': 'usr_01hzy3v7k5m8n2p4q6r8s0t1v3/key_01hzy3v7k5m8n2p4q6r8s0t1v3',
  'context.integration.integrationStatus': '200',
  'context.authorizer.integrationStatus': '200',
};

export function accessLineBytes(format: string): number {
  const line = format.replace(/\$([a-zA-Z.]+)/g, (_, name: string) => {
    const value = ACCESS_LOG_EXAMPLE_VALUES[name];
    if (value === undefined) throw new Error(`ACCESS_VALUES has no ${name}`);
    return value;
  });
  return Buffer.byteLength(line);
}

function gatewayCost(requests: number): number {
  let [cost, from] = [0, 0];
  for (const { upTo, perMillion } of PRICES.apiGateway) {
    const requestsInTier = Math.max(0, Math.min(requests, upTo) - from);
    cost += (requestsInTier / MILLION) * perMillion;
    from = upTo;
  }
  return cost;
}

export const computeUnitsCostUsd = ({ read, write }: Units) =>
  (write / MILLION) * PRICES.writeUnitsPerMillion + (read / MILLION) * PRICES.readUnitsPerMillion;
const lambdaRunsCostUsd = (runs: number, seconds: number, { memoryGb, architecture }: StageFunction) =>
  (runs / MILLION) * PRICES.lambdaRequestsPerMillion +
  runs * seconds * memoryGb * PRICES.lambdaGbSecond[architecture];
const computeLogCostUsd = (bytes: number, months: number) =>
  (bytes / GB) * (PRICES.logGb + months * PRICES.logStorageGbMonth);

const requestClassesOf = Object.keys as (shares: typeof REQUEST_FRACTION_BY_CLASS) => readonly RequestClass[];
export const REQUEST_CLASSES = requestClassesOf(REQUEST_FRACTION_BY_CLASS);

export interface BillInputs {
  readonly measured: Measured;
  readonly bytes: RequestBytes;
  readonly stage: StageTemplate;
}

/** Returns the authorizer runs of a month. An account causes at most one run per lifetime of the cached policy. */
const authorizations = (requests: number, accounts: number, { authorizerCacheSeconds }: StageTemplate) =>
  Math.min(
    requests * ASSUMED_USAGE.served,
    (accounts * 30 * ASSUMED_USAGE.activeHoursPerDay * 3_600) / authorizerCacheSeconds,
  );

function computeLambdaCostUsd(requests: number, accounts: number, { stage }: BillInputs): number {
  const endpoints = REQUEST_CLASSES.map((name) =>
    lambdaRunsCostUsd(
      requests * ASSUMED_USAGE.served * REQUEST_FRACTION_BY_CLASS[name],
      ASSUMED_USAGE.runSeconds,
      stage.functionOf(FUNCTION_BY_REQUEST_CLASS[name]),
    ),
  );
  const seconds: Readonly<Record<string, number>> = ASSUMED_USAGE.jobSeconds;
  const jobs = [...stage.monthlyRunsByFunction].map(([id, runs]) =>
    lambdaRunsCostUsd(runs, seconds[id] ?? ASSUMED_USAGE.otherJobSeconds, stage.functionOf(id)),
  );
  const authorizer = lambdaRunsCostUsd(
    authorizations(requests, accounts, stage),
    ASSUMED_USAGE.runSeconds,
    stage.functionOf('AccessAuthorizerFunction'),
  );
  return [...endpoints, ...jobs, authorizer].reduce((total, each) => total + each, 0);
}

/**
 * Returns the DynamoDB units that no single request causes: for loading the catalog, for the authorizer and for the
 * jobs.
 */
function computeBackgroundUnits(
  requests: number,
  accounts: number,
  { measured: { hour }, stage }: BillInputs,
): Units {
  const perSecond = requests / MONTH_SECONDS;
  const instances = Math.max(2, Math.min(200, perSecond * 0.4));
  // With enough requests, each instance reads the head of the catalog every three seconds, for half a read unit. With
  // few requests, it reads the head less often. Once an hour it loads the new version.
  const monthlyHeadReads = instances * (MONTH_SECONDS / 3) * 0.5 * Math.min(1, perSecond / 2 + 0.05);
  const ingestions = stage.monthlyRunsByFunction.get('IngestRunFunction') ?? 0;
  return {
    read:
      monthlyHeadReads +
      instances * MONTH_HOURS * 282 +
      authorizations(requests, accounts, stage) +
      hour.read * accounts * MONTH_HOURS,
    write:
      ingestions * ASSUMED_USAGE.ingestionWriteUnits +
      30 * ASSUMED_USAGE.dailyItemsWriteUnits +
      hour.write * accounts * MONTH_HOURS,
  };
}

/** Returns the cost of the log lines that Lambda itself would write for each run. */
export const computePlatformLogsCostUsd = (requests: number, { stage }: BillInputs) =>
  computeLogCostUsd(
    requests * ASSUMED_USAGE.served * (ASSUMED_USAGE.platformLineBytes + ASSUMED_USAGE.lineOverheadBytes),
    stage.logMonths,
  );

function logsCost(requests: number, inputs: BillInputs): number {
  const { bytes, stage } = inputs;
  return (
    computeLogCostUsd(
      requests * ASSUMED_USAGE.served * (bytes.line + ASSUMED_USAGE.lineOverheadBytes),
      stage.logMonths,
    ) +
    (stage.logsRuns ? computePlatformLogsCostUsd(requests, inputs) : 0) +
    computeLogCostUsd(
      requests * (accessLineBytes(stage.accessLogFormat) + ASSUMED_USAGE.lineOverheadBytes),
      stage.accessLogMonths,
    )
  );
}

/** Returns the cost of alarms, of metrics from functions and access log filters, and of the dashboard. */
function computeMonitoringCostUsd({ stage }: BillInputs): number {
  const series: Readonly<Record<string, number>> = {
    'method,route': stage.routes,
    'gateway_response,status': ASSUMED_USAGE.gatewayAnswers,
  };
  const filterMetricSeriesCount = [...stage.filterMetrics].reduce(
    (total, [dimensions, metrics]) => total + metrics * (series[dimensions] ?? 1),
    0,
  );
  // The metric of rejected requests has one time series for each error code. Every other metric has only one time
  // series.
  const own = Object.keys(METRICS).length - 1 + ASSUMED_USAGE.errorCodeCount;
  return (
    stage.alarmMetrics * PRICES.alarmMetricMonth +
    (filterMetricSeriesCount + own) * PRICES.metricMonth +
    stage.dashboards * PRICES.dashboardMonth
  );
}

const computeWafCostUsd = (requests: number, { stage: { wafRules } }: BillInputs) =>
  wafRules === undefined
    ? 0
    : PRICES.wafAclMonth + wafRules * PRICES.wafRuleMonth + (requests / MILLION) * PRICES.wafPerMillion;

/** Returns the bill of a month in USD for a number of requests and accounts, by item. */
export function bill(requests: number, accounts: number, inputs: BillInputs) {
  const { measured, bytes } = inputs;
  const costOfClasses = REQUEST_CLASSES.reduce(
    (sum, name) => {
      const { read, write } = measured.classes[name];
      const count = REQUEST_FRACTION_BY_CLASS[name] * requests;
      return addCapacityUnits(sum, { read: read * count, write: write * count });
    },
    { read: 0, write: 0 },
  );
  const stored =
    requests *
    REQUEST_FRACTION_BY_CLASS['a deposit or withdrawal'] *
    measured.transactionBytes *
    ASSUMED_USAGE.storedMonths;
  return {
    'API Gateway': gatewayCost(requests),
    WAF: computeWafCostUsd(requests, inputs),
    Lambda: computeLambdaCostUsd(requests, accounts, inputs),
    'DynamoDB, requests': computeUnitsCostUsd(costOfClasses),
    'DynamoDB, all else': computeUnitsCostUsd(computeBackgroundUnits(requests, accounts, inputs)),
    'DynamoDB, storage after a year': (ASSUMED_USAGE.catalogGb + stored / GB) * PRICES.storageGbMonth,
    'CloudWatch Logs': logsCost(requests, inputs),
    'Alarms, metrics, dashboard': computeMonitoringCostUsd(inputs),
    'Data out':
      Math.max(0, (requests * bytes.answer) / GB - ASSUMED_USAGE.freeTransferGb) * PRICES.transferGb,
  };
}
