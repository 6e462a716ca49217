import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toPascalCase } from '../../infra/constructs/names.ts';
import { METRIC_DIMENSION, METRIC_NAMESPACE, METRICS } from '../../shared/platform/metrics.ts';
import { CANARY_JOB, JOBS } from '../../shared/service/jobs.ts';
import { at } from '../support/at.ts';
import { FEW_ROUTES, makeTemplate, propertiesOf, SAMPLE_JOBS } from './support/stack.ts';

const template = makeTemplate();
const alarms = propertiesOf(template, 'AWS::CloudWatch::Alarm');

test('the stack has an alarm for every condition that an operator must know', () => {
  expect([...alarms.keys()].sort()).toEqual([
    'AccountsGatewayKeysLagAlarm',
    'CatalogAgeAlarm',
    'ChainAnomaliesAlarm',
    'ConcurrencyAlarm',
    'ConflictsAlarm',
    'FailedJobsAlarm',
    'FailedTransactionsAlarm',
    'FailingWebhooksAlarm',
    'GatewayKeyBacklogAlarm',
    'GatewayKeysWithoutRoomAlarm',
    'JobThrottlesAlarm',
    'LambdaThrottlesAlarm',
    'LatencyAlarm',
    'LedgerDifferencesAlarm',
    'RouteFailureRatioAlarm',
    'ServerErrorRatioAlarm',
    'ServerErrorsAlarm',
    'StatisticsCountLagAlarm',
    'TableThrottlesAlarm',
    'UncoveredStrategiesAlarm',
    'UnwatchedChainsAlarm',
    'WebhookLagAlarm',
  ]);
});

test('every alarm about a job is described in the operations document', () => {
  const deployed = propertiesOf(makeTemplate({ routes: FEW_ROUTES, jobs: JOBS }), 'AWS::CloudWatch::Alarm');
  expect(deployed.size).toBeGreaterThan(alarms.size);
  const document = readFileSync('docs/operate.md', 'utf8');
  for (const id of deployed.keys()) {
    const name = id.endsWith('LagAlarm') && id !== 'WebhookLagAlarm' ? '<Job>LagAlarm' : id;
    expect(document, id).toContain(`\`${name}\``);
  }
});

test('the catalog alarm fires when the catalog is three hours old, or when no job reports the age of the catalog', () => {
  expect(alarms.get('CatalogAgeAlarm')).toMatchObject({
    Namespace: METRIC_NAMESPACE,
    MetricName: METRICS.catalogAge.name,
    Dimensions: [{ Name: METRIC_DIMENSION, Value: { Ref: 'Table' } }],
    Threshold: 3 * 3_600,
    TreatMissingData: 'breaching',
  });
});

test('the canary alarm fires after two failed runs of the canary job, or when the job did not run', () => {
  const canary = JOBS.filter(({ id }) => id === CANARY_JOB);
  const alarmsWithCanary = propertiesOf(
    makeTemplate({ routes: FEW_ROUTES, jobs: [...SAMPLE_JOBS, ...canary] }),
    'AWS::CloudWatch::Alarm',
  );
  expect(alarmsWithCanary.get('CanaryAlarm')).toMatchObject({
    MetricName: METRICS.canaryFailures.name,
    EvaluationPeriods: 2,
    Threshold: 0,
    TreatMissingData: 'breaching',
  });
});

test('only the alarm on the age of the catalog fires when data is missing', () => {
  for (const [name, alarm] of alarms) {
    expect(alarm.TreatMissingData).toBe(name === 'CatalogAgeAlarm' ? 'breaching' : 'notBreaching');
  }
});

const tableDimensions = [{ Name: 'TableName', Value: { Ref: 'Table' } }];
const serviceMetricDimensions = [{ Name: METRIC_DIMENSION, Value: { Ref: 'Table' } }];
const counted = (metric: { readonly name: string }, threshold: number) => ({
  metric: { Namespace: METRIC_NAMESPACE, MetricName: metric.name, Dimensions: serviceMetricDimensions },
  threshold,
});

test.each([
  ['ServerErrors', { metric: { MetricName: '5XXError' }, statistic: 'Sum', threshold: 5 }],
  ['Latency', { metric: { MetricName: 'Latency' }, statistic: 'p99', threshold: 2_000 }],
  ['FailedTransactions', { metric: { Namespace: METRIC_NAMESPACE }, statistic: 'Sum', threshold: 0 }],
  ['Concurrency', { metric: { MetricName: 'ConcurrentExecutions' }, statistic: 'Maximum', threshold: 800 }],
  [
    'Conflicts',
    { metric: { MetricName: 'TransactionConflict', Dimensions: tableDimensions }, threshold: 1_000 },
  ],
  ['StatisticsCountLag', { metric: { MetricName: 'IteratorAge' }, statistic: 'Maximum', threshold: 900_000 }],
  ['FailedJobs', { metric: { MetricName: 'ApproximateNumberOfMessagesVisible' }, threshold: 0 }],
  ['GatewayKeyBacklog', counted(METRICS.gatewayKeyBacklog, 10)],
  ['GatewayKeysWithoutRoom', counted(METRICS.gatewayKeysWithoutRoom, 0)],
  ['LedgerDifferences', counted(METRICS.ledgerDifferences, 0)],
  ['UncoveredStrategies', counted(METRICS.uncoveredStrategies, 0)],
  ['WebhookLag', counted(METRICS.webhookLag, 900)],
  ['FailingWebhooks', counted(METRICS.failingWebhooks, 20)],
])('the alarm %s has the expected metric, threshold and period of 5 minutes', (name, expected) => {
  const { Metrics, Threshold, ComparisonOperator, ...plain } = alarms.get(`${name}Alarm`) ?? {};
  // If the metric has a label, the template contains it in the alarm's list `Metrics`. Otherwise, the alarm itself has
  // the metric's fields.
  const stat = at(Metrics, 0, 'MetricStat') ?? { Metric: plain, Stat: plain.Statistic, ...plain };
  expect({ metric: at(stat, 'Metric'), statistic: at(stat, 'Stat'), threshold: Threshold }).toMatchObject(
    expected,
  );
  expect([at(stat, 'Period'), ComparisonOperator]).toEqual([300, 'GreaterThanThreshold']);
});

test('the alarm on the ratio of server errors fires only after more than 100 requests', () => {
  const { Metrics, Threshold } = alarms.get('ServerErrorRatioAlarm') ?? {};
  expect([at(Metrics, 0, 'Expression'), Threshold]).toEqual(['IF(all > 100, 100 * failed / all, 0)', 1]);
  const filter = propertiesOf(template, 'AWS::Logs::MetricFilter').get('FailedTransactionsFilter');
  expect(filter?.FilterPattern).toBe(
    '{ ($.status = "500") && ($.method = "POST") && ($.route = "*/investments/*") }',
  );
});

test('the alarm on table throttles counts throttled reads and throttled writes', () => {
  const text = JSON.stringify(alarms.get('TableThrottlesAlarm'));
  expect(text).toContain('ReadThrottleEvents');
  expect(text).toContain('WriteThrottleEvents');
});

test('the alarm on throttled functions counts only the functions of this stack', () => {
  expect(JSON.stringify(alarms.get('LambdaThrottlesAlarm'))).toContain(
    '{"Fn::Join":["",[{"Ref":"AWS::StackName"},"-LambdaThrottles"]]}',
  );
  const filters = propertiesOf(template, 'AWS::Logs::MetricFilter');
  expect(filters.get('LambdaThrottlesFilter')).toMatchObject({ LogGroupName: { Ref: 'ApiAccessLog' } });
  const jobs = JSON.stringify(alarms.get('JobThrottlesAlarm'));
  for (const { id } of SAMPLE_JOBS) expect(jobs).toContain(`"Ref":"${toPascalCase(id)}Function"`);
});

test('no metric expression in the dashboard or an alarm uses METRICS(), which would sum unrelated metrics', () => {
  const dashboard = JSON.stringify([...propertiesOf(template, 'AWS::CloudWatch::Dashboard').values()]);
  expect(dashboard).not.toContain('METRICS()');
  expect(JSON.stringify([...alarms.values()])).not.toContain('METRICS()');
});

test('the alarms notify the SNS topic in the setting alarmTopicArn', () => {
  const alarmTopicArn = 'arn:aws:sns:eu-central-1:123456789012:pager';
  const paging = makeTemplate({ routes: FEW_ROUTES, context: { alarmTopicArn } });
  for (const alarm of propertiesOf(paging, 'AWS::CloudWatch::Alarm').values()) {
    expect(alarm.AlarmActions).toEqual([alarmTopicArn]);
  }
});

test('the alarms send email only if the CDK context has alarmEmail', () => {
  template.resourceCountIs('AWS::SNS::Topic', 0);
  const templateWithEmail = makeTemplate({ routes: FEW_ROUTES, context: { alarmEmail: 'ops@example.com' } });
  templateWithEmail.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'ops@example.com',
  });
  for (const alarm of propertiesOf(templateWithEmail, 'AWS::CloudWatch::Alarm').values()) {
    expect(alarm.AlarmActions).toEqual([{ Ref: 'AlarmTopic' }]);
    expect(alarm.OKActions).toEqual([{ Ref: 'AlarmTopic' }]);
  }
});

test('the alarm of a route depends on the failures of that route only', () => {
  const filters = propertiesOf(template, 'AWS::Logs::MetricFilter');
  const buildRouteMetricFilter = (value: string) => ({
    LogGroupName: { Ref: 'ApiAccessLog' },
    MetricTransformations: [
      {
        MetricName: { 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '-FailuresByRoute']] },
        MetricValue: value,
        Dimensions: [
          { Key: 'method', Value: '$.method' },
          { Key: 'route', Value: '$.route' },
        ],
      },
    ],
  });
  expect(filters.get('FailuresByRouteFilter')).toMatchObject({
    ...buildRouteMetricFilter('1'),
    FilterPattern: '{ $.status = "5*" }',
  });
  expect(filters.get('ResponsesByRouteFilter')).toMatchObject({
    ...buildRouteMetricFilter('0'),
    FilterPattern: '{ $.status != "5*" }',
  });
  const { Metrics, ...alarm } = alarms.get('RouteFailureRatioAlarm') ?? {};
  expect(alarm).toMatchObject({ Threshold: 0.05, EvaluationPeriods: 3 });
  expect(Metrics).toHaveLength(1);
  expect(at(Metrics, 0, 'Expression', 'Fn::Join', 1)).toEqual([
    'SELECT AVG("',
    { Ref: 'AWS::StackName' },
    '-FailuresByRoute") FROM SCHEMA("YieldApi", "method", "route") GROUP BY "method", "route" ORDER BY AVG() DESC',
  ]);
});

test('responses that API Gateway itself creates are counted by gateway response type and status', () => {
  const filters = propertiesOf(template, 'AWS::Logs::MetricFilter');
  expect(at(filters.get('GatewayResponsesFilter'), 'FilterPattern')).toBe(
    '{ ($.gateway_response = "*_*") || ($.gateway_response = "THROTTLED") || ($.gateway_response = "UNAUTHORIZED") }',
  );
  expect(at(filters.get('GatewayResponsesFilter'), 'MetricTransformations', 0, 'Dimensions')).toEqual([
    { Key: 'gateway_response', Value: '$.gateway_response' },
    { Key: 'status', Value: '$.status' },
  ]);
});

test('the alarm on concurrency fires at 80% of the quota of the AWS account', () => {
  const templateOfSmallQuota = makeTemplate({ routes: FEW_ROUTES, context: { concurrencyQuota: 10 } });
  expect(propertiesOf(templateOfSmallQuota, 'AWS::CloudWatch::Alarm').get('ConcurrencyAlarm')).toMatchObject({
    Threshold: 8,
  });
});
