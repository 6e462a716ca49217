import { APIGatewayClient, DeleteApiKeyCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type StackEvent,
  type StackStatus,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';
import type { StackResource, StackState } from '../../infra/cli/admin/stack/stack-state.ts';
import { planTeardown, wasNeverComplete } from '../../infra/cli/admin/stack/teardown-rules.ts';

const ID = 'arn:aws:cloudformation:eu-west-1:111122223333:stack/YieldApi-prod/1';
const TABLE_RESOURCE: StackResource = {
  logicalId: 'Table',
  physicalId: 'prod-table',
  type: 'AWS::DynamoDB::Table',
  status: 'CREATE_COMPLETE',
};
const BUCKET_RESOURCE: StackResource = {
  logicalId: 'PagesBucket',
  physicalId: 'prod-pages',
  type: 'AWS::S3::Bucket',
  status: 'CREATE_COMPLETE',
};
const USAGE_PLAN: StackResource = {
  logicalId: 'FreeUsagePlan',
  physicalId: 'plan1',
  type: 'AWS::ApiGateway::UsagePlan',
  status: 'CREATE_COMPLETE',
};

const stackEvent = (status: string): StackResource => ({
  logicalId: 'YieldApi-prod',
  physicalId: ID,
  type: 'AWS::CloudFormation::Stack',
  status,
});

const COMPLETE_STACK: StackState = {
  name: 'YieldApi-prod',
  id: ID,
  status: 'UPDATE_COMPLETE',
  isProtected: true,
  resources: [TABLE_RESOURCE, BUCKET_RESOURCE, USAGE_PLAN],
  events: [stackEvent('CREATE_COMPLETE'), stackEvent('CREATE_IN_PROGRESS')],
  deletionPolicies: new Map([
    ['Table', 'Retain'],
    ['PagesBucket', 'RetainExceptOnCreate'],
  ]),
};
const FAILED_STACK: StackState = {
  ...COMPLETE_STACK,
  status: 'ROLLBACK_FAILED',
  events: [stackEvent('ROLLBACK_FAILED'), BUCKET_RESOURCE, TABLE_RESOURCE, stackEvent('CREATE_IN_PROGRESS')],
};
const STACK_ONLY_OPTIONS = { deleteData: false, isFailedCreate: false };

describe('wasNeverComplete decides whether a stack has ever been deployed completely', () => {
  test.each(['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'a stack in the status %s has never been deployed completely',
    (status) => {
      expect(wasNeverComplete({ ...FAILED_STACK, status })).toBe(true);
    },
  );

  test.each([
    'CREATE_COMPLETE',
    'UPDATE_COMPLETE',
    'UPDATE_ROLLBACK_FAILED',
    'UPDATE_ROLLBACK_COMPLETE',
    'IMPORT_COMPLETE',
  ])('a stack in the status %s has been deployed completely before', (status) => {
    expect(wasNeverComplete({ ...FAILED_STACK, status })).toBe(false);
  });

  test('after a failed deletion, a stack counts as never complete only if all its events are known and none completes a deployment', () => {
    const deleted = [stackEvent('DELETE_FAILED'), stackEvent('DELETE_IN_PROGRESS')];
    expect(wasNeverComplete({ ...FAILED_STACK, status: 'DELETE_FAILED' })).toBe(true);
    const complete = [...deleted, stackEvent('CREATE_COMPLETE'), stackEvent('CREATE_IN_PROGRESS')];
    expect(wasNeverComplete({ ...FAILED_STACK, status: 'DELETE_FAILED', events: complete })).toBe(false);
    // The list has no `CREATE_IN_PROGRESS` event, because CloudFormation has already deleted the oldest events. So a
    // completed deployment is possible.
    expect(wasNeverComplete({ ...FAILED_STACK, status: 'DELETE_FAILED', events: deleted })).toBe(false);
  });
});

describe('planTeardown decides what a teardown deletes', () => {
  test('a teardown keeps the table and the bucket unless the operator asks to delete the data', () => {
    expect(planTeardown(COMPLETE_STACK, STACK_ONLY_OPTIONS)).toEqual({
      data: [],
      kept: [TABLE_RESOURCE, BUCKET_RESOURCE],
      liftsTerminationProtection: true,
    });
    expect(planTeardown(COMPLETE_STACK, { ...STACK_ONLY_OPTIONS, deleteData: true })).toEqual({
      data: [TABLE_RESOURCE, BUCKET_RESOURCE],
      kept: [],
      liftsTerminationProtection: true,
    });
  });

  test('a teardown is rejected if CloudFormation would delete the table, unless the operator asks to delete the data', () => {
    const stack = { ...COMPLETE_STACK, deletionPolicies: new Map([['Table', 'Delete']]) };
    expect(planTeardown(stack, STACK_ONLY_OPTIONS)).toEqual({
      refusal: expect.stringContaining('--delete-data'),
    });
    expect(planTeardown(stack, { ...STACK_ONLY_OPTIONS, deleteData: true })).toMatchObject({
      data: [TABLE_RESOURCE, BUCKET_RESOURCE],
    });
  });

  test('a teardown is rejected while CloudFormation creates, updates or deletes the stack', () => {
    const stack = { ...COMPLETE_STACK, status: 'UPDATE_IN_PROGRESS' };
    expect(planTeardown(stack, STACK_ONLY_OPTIONS)).toEqual({ refusal: expect.stringContaining('Wait') });
  });

  test('a teardown with --failed-create deletes the data only if the stack has never been deployed completely', () => {
    const failedCreate = { deleteData: false, isFailedCreate: true };
    expect(planTeardown(COMPLETE_STACK, failedCreate)).toEqual({
      refusal: expect.stringContaining('only for a stack whose first deployment failed'),
    });
    expect(planTeardown(FAILED_STACK, failedCreate)).toMatchObject({
      data: [BUCKET_RESOURCE, TABLE_RESOURCE],
    });
  });

  test('a teardown with --failed-create does not delete a table if the stack failed to create this table', () => {
    const taken = { ...TABLE_RESOURCE, status: 'CREATE_FAILED' };
    const stack = { ...FAILED_STACK, resources: [taken], events: [taken, stackEvent('CREATE_IN_PROGRESS')] };
    expect(planTeardown(stack, { deleteData: false, isFailedCreate: true })).toMatchObject({ data: [] });
  });
});

describe('npm run admin -- teardown', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const gateway = mockClient(APIGatewayClient);
  const dynamo = mockClient(DynamoDBClient);
  const s3 = mockClient(S3Client);
  const mocks = [cloudFormation, gateway, dynamo, s3];
  // Later test files in the same worker use the same classes.
  afterAll(() => {
    for (const mock of mocks) mock.restore();
  });

  const described = (resource: StackResource): StackEvent => ({
    StackId: ID,
    StackName: 'YieldApi-prod',
    EventId: '1',
    Timestamp: new Date(0),
    LogicalResourceId: resource.logicalId,
    PhysicalResourceId: resource.physicalId,
    ResourceType: resource.type,
    ResourceStatus: 'CREATE_COMPLETE',
  });

  beforeEach(() => {
    for (const mock of mocks) mock.reset();
    let status: StackStatus = 'CREATE_COMPLETE';
    cloudFormation.on(DescribeStacksCommand).callsFake(() => ({
      Stacks: [
        {
          StackId: ID,
          StackName: COMPLETE_STACK.name,
          StackStatus: status,
          EnableTerminationProtection: true,
        },
      ],
    }));
    cloudFormation.on(DeleteStackCommand).callsFake(() => {
      status = 'DELETE_COMPLETE';
      return {};
    });
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: COMPLETE_STACK.resources.map((resource) => ({
        ...described(resource),
        LogicalResourceId: resource.logicalId,
        ResourceType: resource.type,
        ResourceStatus: 'CREATE_COMPLETE',
        LastUpdatedTimestamp: new Date(0),
      })),
    });
    cloudFormation
      .on(DescribeStackEventsCommand)
      .resolves({ StackEvents: COMPLETE_STACK.events.map(described) });
    const Resources = { Table: { DeletionPolicy: 'Retain' }, PagesBucket: { DeletionPolicy: 'Retain' } };
    cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify({ Resources }) });
    gateway
      .on(GetApiKeysCommand)
      .resolvesOnce({
        items: [
          { id: 'k1', name: 'usr_1-plan1' },
          { id: 'k2', name: 'usr_1-plan2' },
          { id: 'k3', name: 'of another service' },
        ],
      })
      .resolves({ items: [{ id: 'k2', name: 'usr_1-plan2' }] });
    dynamo
      .on(DescribeTableCommand)
      .resolvesOnce({ Table: { DeletionProtectionEnabled: true } })
      .resolvesOnce({ Table: { TableStatus: 'ACTIVE' } })
      .resolvesOnce({ Table: { TableStatus: 'ACTIVE' } })
      .rejects(new ResourceNotFoundException({ message: 'none', $metadata: {} }));
    s3.on(ListObjectVersionsCommand)
      .resolvesOnce({ Versions: [{ Key: 'index.html', VersionId: 'null' }] })
      .resolves({});
    s3.on(DeleteObjectsCommand).resolves({});
  });

  async function teardown(options: string, answer?: string) {
    const said: string[] = [];
    const code = await runAdmin(COMMANDS, `teardown --region eu-west-1 ${options}`.split(' '), {
      environment: {},
      now: new Date(0),
      out: (line) => said.push(line),
      err: (line) => said.push(line),
      ask: async () => answer,
    });
    return { code, said: said.join('\n') };
  }

  test('teardown deletes the stack, but keeps its data', async () => {
    const { code, said } = await teardown('--stack YieldApi-prod --json', 'YieldApi-prod');
    expect([code, JSON.parse(said)]).toEqual([
      EXIT_CODES.done,
      {
        stack: 'YieldApi-prod',
        gateway_keys_deleted: 1,
        deleted_data: [],
        kept: ['AWS::DynamoDB::Table:prod-table', 'AWS::S3::Bucket:prod-pages'],
      },
    ]);
    expect(gateway.commandCalls(DeleteApiKeyCommand).map(({ args }) => args[0].input.apiKey)).toEqual(['k1']);
    expect(cloudFormation.commandCalls(UpdateTerminationProtectionCommand)).toHaveLength(1);
    expect([dynamo.calls(), s3.calls()]).toEqual([[], []]);
  });

  test('teardown deletes the data after the operator types the name of the stack', async () => {
    const { code, said } = await teardown('--stack YieldApi-prod --delete-data', 'YieldApi-prod');
    expect([code, said]).toEqual([EXIT_CODES.done, expect.stringContaining('prod-table prod-pages')]);
    expect(dynamo.commandCalls(UpdateTableCommand)).toHaveLength(1);
    expect(dynamo.commandCalls(DeleteTableCommand)).toHaveLength(1);
    expect(s3.commandCalls(DeleteObjectsCommand)).toHaveLength(1);
    expect(s3.commandCalls(DeleteBucketCommand)).toHaveLength(1);
  });

  test.each([
    ['--stack YieldApi-prod --delete-data --yes', undefined, EXIT_CODES.misused],
    ['--stack YieldApi-prod --delete-data --yes --confirm YieldApi-dev', undefined, EXIT_CODES.failed],
    ['--stack YieldApi-prod --delete-data', 'y', EXIT_CODES.failed],
    ['--stack YieldApi-prod --failed-create --yes', undefined, EXIT_CODES.failed],
    ['--stack YieldApi-prod --failed-create --delete-data', 'YieldApi-prod', EXIT_CODES.misused],
    ['--delete-data', 'YieldApi-prod', EXIT_CODES.misused],
  ])(
    'teardown deletes nothing with the options %s (typed confirmation: %s)',
    async (options, answer, expected) => {
      expect((await teardown(options, answer)).code).toBe(expected);
      expect(cloudFormation.commandCalls(DeleteStackCommand)).toEqual([]);
      expect(gateway.commandCalls(DeleteApiKeyCommand)).toEqual([]);
      expect([dynamo.calls(), s3.calls()]).toEqual([[], []]);
    },
  );
});
