import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { JOBS } from '../../shared/service/jobs.ts';
import { at } from '../support/at.ts';
import { FEW_ROUTES, makeTemplate, propertiesOf } from './support/stack.ts';

const template = makeTemplate();
const QUEUE_ARN = { 'Fn::GetAtt': ['JobFailures', 'Arn'] };

test('a scheduled job runs at the interval that its job record declares, and a failed run is retried once', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(1 hour)',
    State: 'ENABLED',
    Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': ['IngestRunFunction', 'Arn'] } })],
  });
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: { Ref: 'IngestRunFunction' },
    MaximumRetryAttempts: 1,
    DestinationConfig: { OnFailure: { Destination: QUEUE_ARN } },
  });
});

test('a job with a deployment trigger is started by the CloudFormation event about the end of a deployment', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.cloudformation'],
      'detail-type': ['CloudFormation Stack Status Change'],
      detail: {
        'stack-id': [{ Ref: 'AWS::StackId' }],
        'status-details': { status: ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'] },
      },
    },
    Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': ['IngestRunFunction', 'Arn'] } })],
  });
});

test('a stream job receives only changes of the item types that the job processes', () => {
  const mappings = propertiesOf(template, 'AWS::Lambda::EventSourceMapping');
  expect(mappings.get('AccountsGatewayKeysStream')).toMatchObject({
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    FunctionName: { Ref: 'AccountsGatewayKeysFunction' },
    BatchSize: 10,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: 10,
    MaximumRecordAgeInSeconds: 12 * 3_600,
    StartingPosition: 'TRIM_HORIZON',
    DestinationConfig: { OnFailure: { Destination: QUEUE_ARN } },
    FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"CRED#"}]}}}}' }] },
  });
  expect(mappings.get('StatisticsCountStream')).not.toHaveProperty('FilterCriteria');
});

test('the delivery queue passes its messages to the delivery job in batches', () => {
  const deliveryQueue = { 'Fn::GetAtt': ['DeliveryQueue', 'Arn'] };
  expect(
    propertiesOf(template, 'AWS::Lambda::EventSourceMapping').get('NotificationsDeliverMessages'),
  ).toEqual({
    EventSourceArn: deliveryQueue,
    FunctionName: { Ref: 'NotificationsDeliverFunction' },
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 50 },
  });
  expect(propertiesOf(template, 'AWS::SQS::Queue').get('DeliveryQueue')).toMatchObject({
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 120,
    RedrivePolicy: { deadLetterTargetArn: QUEUE_ARN, maxReceiveCount: 5 },
  });
});

test('if a stage reserves 20 concurrent runs per job, the delivery queue starts at most 20 runs at once', () => {
  const reserved = makeTemplate({
    routes: FEW_ROUTES,
    context: { reservedConcurrency: { authorizer: 100, job: 20 } },
  });
  const mapping = propertiesOf(reserved, 'AWS::Lambda::EventSourceMapping').get(
    'NotificationsDeliverMessages',
  );
  expect(mapping).toMatchObject({ ScalingConfig: { MaximumConcurrency: 20 } });
  expect(propertiesOf(reserved, 'AWS::Lambda::Function').get('NotificationsDeliverFunction')).toMatchObject({
    ReservedConcurrentExecutions: 20,
  });
});

test('the visibility timeout of the delivery queue is at least twice the time limit of its job', () => {
  const { VisibilityTimeout } = propertiesOf(template, 'AWS::SQS::Queue').get('DeliveryQueue') ?? {};
  for (const { trigger, timeoutSeconds } of JOBS) {
    if (trigger.kind === 'queue') expect(VisibilityTimeout).toBeGreaterThanOrEqual(2 * timeoutSeconds);
  }
});

test('the Lambda function of a job has the memory and the time limit that the job record declares', () => {
  expect(propertiesOf(template, 'AWS::Lambda::Function').get('IngestRunFunction')).toMatchObject({
    MemorySize: 1024,
    Timeout: 300,
  });
});

test('the failure queue is encrypted and keeps messages for two weeks', () => {
  template.hasResourceProperties('AWS::SQS::Queue', {
    MessageRetentionPeriod: 14 * 24 * 3_600,
    SqsManagedSseEnabled: true,
  });
});

test('the functions log no Lambda system lines about successful runs', () => {
  const functions = [...propertiesOf(template, 'AWS::Lambda::Function').values()];
  expect(new Set(functions.map(({ LoggingConfig }) => at(LoggingConfig, 'SystemLogLevel')))).toEqual(
    new Set(['WARN']),
  );
});
