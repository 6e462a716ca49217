import { describe, expect, test } from 'vitest';
import {
  readStackRequirements,
  type StackRequirements,
} from '../../infra/cli/admin/preflight/requirements.ts';
import { type AwsAccountState, checkRequirements } from '../../infra/cli/admin/preflight/rules.ts';

const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:111122223333:certificate/one';

const REQUIREMENTS: StackRequirements = {
  stack: 'YieldApi-prod',
  bytes: 500_000,
  resources: 370,
  references: [],
  certificates: [],
  topics: [],
  tables: [],
  gatewayDomains: [],
  throttle: { ratePerSecond: 2_000, burst: 1_000 },
  reservedConcurrency: 0,
  underprovisionedFunctions: [],
};
const ACCOUNT: AwsAccountState = {
  region: 'eu-west-1',
  bootstrapVersion: 21,
  concurrency: { quota: 1_000, unreserved: 1_000 },
  stackStatus: undefined,
  isFailedCreate: false,
  missingReferences: [],
  certificates: new Map([
    [CERTIFICATE_ARN, { status: 'ISSUED', hosts: ['api.example.com', '*.example.org'] }],
  ]),
  missingTopics: [],
  leftovers: [],
  takenDomains: [],
};

/**
 * Returns the findings of preflight. `needs` and `account` replace some of the default values, which cause no findings.
 */
function found(needs: Partial<StackRequirements>, account: Partial<AwsAccountState> = {}) {
  return checkRequirements({ ...REQUIREMENTS, ...needs }, { ...ACCOUNT, ...account }).map(
    ({ level, check, message }) => `${level} ${check}: ${message}`,
  );
}

test('preflight finds no problem in a stack that can be deployed to its AWS account', () => {
  expect(found({})).toEqual([]);
});

test.each<[string, Partial<StackRequirements>, Partial<AwsAccountState>, string]>([
  [
    'a region without bootstrap',
    {},
    { bootstrapVersion: undefined },
    'problem bootstrap: The CDK is not bootstrapped in the region eu-west-1',
  ],
  [
    'an old bootstrap',
    {},
    { bootstrapVersion: 5 },
    'problem bootstrap: The CDK bootstrap of the region eu-west-1 has version 5',
  ],
  [
    'a template near the quota of bytes',
    { bytes: 900_001 },
    {},
    'warning template: The template of YieldApi-prod has 900001 bytes',
  ],
  ['a template over the quota of bytes', { bytes: 1_000_001 }, {}, 'problem template'],
  ['a template over the quota of resources', { resources: 501 }, {}, 'problem template'],
  [
    "throttles above a new account's concurrency",
    {},
    { concurrency: { quota: 10, unreserved: 10 } },
    'sets concurrencyQuota to 10 in',
  ],
  [
    'reservations that leave less than 100',
    { reservedConcurrency: 901 },
    {},
    'problem concurrency: The stage reserves 901 concurrent executions, but at most 900 are available.',
  ],
  [
    'a job that reserves less than its queue uses',
    { underprovisionedFunctions: [{ name: 'DeliverFunction', reserved: 2, needed: 5 }] },
    {},
    'DeliverFunction reserves 2 concurrent executions, but its queue starts up to 5 at once. Set reservedConcurrency.job in the stage file to at least 5.',
  ],
  [
    'a secret that does not exist',
    {},
    {
      missingReferences: [
        { service: 'secretsmanager', name: 'yield-origin', version: undefined, jsonKey: undefined },
      ],
    },
    'problem reference: The secret yield-origin does not exist',
  ],
  [
    'a version of a parameter that does not exist',
    {},
    { missingReferences: [{ service: 'ssm', name: '/yield/chains', version: '4', jsonKey: undefined }] },
    'has no version 4',
  ],
  [
    'a topic that does not exist',
    {},
    { missingTopics: ['arn:aws:sns:eu-west-1:111122223333:pager'] },
    'problem alarm',
  ],
  [
    'a failed first deployment',
    {},
    { stackStatus: 'ROLLBACK_FAILED', isFailedCreate: true },
    'teardown --stack YieldApi-prod --failed-create',
  ],
  [
    'a running deployment',
    {},
    { stackStatus: 'UPDATE_IN_PROGRESS' },
    'problem stack: The stack YieldApi-prod has the status UPDATE_IN_PROGRESS',
  ],
  ['a rollback that failed', {}, { stackStatus: 'UPDATE_ROLLBACK_FAILED' }, 'problem stack'],
  [
    'a table with the fixed name',
    { tables: ['yield'] },
    { leftovers: [{ kind: 'table', name: 'yield' }] },
    'problem leftover',
  ],
  [
    'a table of an earlier stack',
    {},
    { leftovers: [{ kind: 'table', name: 'YieldApi-prod-Table-1' }] },
    'warning leftover',
  ],
  [
    'a domain name that is taken',
    { gatewayDomains: ['origin.example.com'] },
    { takenDomains: ['origin.example.com'] },
    'problem domain',
  ],
])('preflight reports %s', (_, needs, account, message) => {
  expect(found(needs, account)).toEqual([expect.stringContaining(message)]);
});

test('preflight does not report the resources of an already deployed stack as conflicts', () => {
  const needs = { tables: ['yield'], gatewayDomains: ['origin.example.com'], reservedConcurrency: 500 };
  const account = { takenDomains: ['origin.example.com'], concurrency: { quota: 1_000, unreserved: 500 } };
  expect(found(needs, { ...account, stackStatus: 'UPDATE_COMPLETE' })).toEqual([]);
  // If the stack does not exist yet, the reserved 500 executions belong to other stacks. Then too little concurrency is
  // left.
  expect(found(needs, { concurrency: account.concurrency })).toHaveLength(2);
});

test('preflight accepts a stack that has only a change set that was never executed', () => {
  expect(found({}, { stackStatus: 'REVIEW_IN_PROGRESS', isFailedCreate: true })).toEqual([]);
});

describe('preflight checks of a certificate', () => {
  const certificate = { arn: CERTIFICATE_ARN, hosts: ['api.example.com'], region: 'us-east-1' };

  test.each([['api.example.com'], ['a.example.org']])(
    'preflight accepts a certificate that covers the host %s',
    (host) => {
      expect(found({ certificates: [{ ...certificate, hosts: [host] }] })).toEqual([]);
    },
  );

  test.each([
    [
      'that does not cover the host www.example.com',
      { hosts: ['www.example.com'] },
      'does not cover www.example.com',
    ],
    [
      'that does not cover the host a.b.example.org',
      { hosts: ['a.b.example.org'] },
      'does not cover a.b.example.org',
    ],
    ['that is in another region than the API', { region: undefined }, 'must be in eu-west-1'],
    ['that does not exist', { arn: `${CERTIFICATE_ARN}2` }, 'does not exist'],
  ])('preflight reports a certificate %s', (_, different, message) => {
    expect(found({ certificates: [{ ...certificate, ...different }] })).toEqual([
      expect.stringContaining(message),
    ]);
  });

  test('preflight reports a certificate that is not issued yet', () => {
    const pending = new Map([[CERTIFICATE_ARN, { status: 'PENDING_VALIDATION', hosts: certificate.hosts }]]);
    expect(found({ certificates: [certificate] }, { certificates: pending })).toEqual([
      expect.stringContaining('Complete its validation'),
    ]);
  });
});

test('preflight reads the required table names, domains and reserved concurrency from the template of a stack', () => {
  const Resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'yield' } },
    Other: { Type: 'AWS::DynamoDB::Table' },
    Job: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        ReservedConcurrentExecutions: 20,
        Environment: {
          CHAIN_SETTINGS: '{{resolve:ssm:/yield/chains:3}}',
          ORIGIN_SECRET: '{{resolve:secretsmanager:yield-origin:SecretString:::v-1}}',
          OTHER: '{{resolve:secretsmanager:arn:aws:secretsmanager:eu-west-1:111122223333:secret:one}}',
        },
      },
    },
    Queue: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { FunctionName: { Ref: 'Job' }, ScalingConfig: { MaximumConcurrency: 50 } },
    },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        MethodSettings: [
          { ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 1_000 },
          { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
        ],
      },
    },
    Origin: {
      Type: 'AWS::ApiGateway::DomainName',
      Properties: { DomainName: 'origin.example.com', RegionalCertificateArn: 'arn:origin' },
    },
    Distribution: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Aliases: ['api.example.com'],
          ViewerCertificate: { AcmCertificateArn: CERTIFICATE_ARN },
        },
      },
    },
    Alarm: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { AlarmActions: [{ Ref: 'Topic' }, 'arn:aws:sns:eu-west-1:111122223333:pager'] },
    },
  };
  const text = JSON.stringify({ Resources });
  expect(readStackRequirements('YieldApi-prod', text)).toEqual({
    stack: 'YieldApi-prod',
    bytes: text.length,
    resources: 8,
    references: [
      { service: 'ssm', name: '/yield/chains', version: '3', jsonKey: undefined },
      { service: 'secretsmanager', name: 'yield-origin', version: 'v-1', jsonKey: undefined },
      {
        service: 'secretsmanager',
        name: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:one',
        version: undefined,
        jsonKey: undefined,
      },
    ],
    certificates: [
      { arn: 'arn:origin', hosts: ['origin.example.com'], region: undefined },
      { arn: CERTIFICATE_ARN, hosts: ['api.example.com'], region: 'us-east-1' },
    ],
    topics: ['arn:aws:sns:eu-west-1:111122223333:pager'],
    tables: ['yield'],
    gatewayDomains: ['origin.example.com'],
    throttle: { ratePerSecond: 2_000, burst: 1_000 },
    reservedConcurrency: 20,
    underprovisionedFunctions: [{ name: 'Job', reserved: 20, needed: 50 }],
  });
});
