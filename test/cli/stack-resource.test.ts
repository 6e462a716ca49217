import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStackResourceCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { CommandError } from '../../infra/cli/admin/command.ts';
import { findPhysicalId } from '../../infra/cli/admin/stack-resource.ts';

const cloudFormation = mockClient(CloudFormationClient);
// Remove the mock, because later test files in the same worker use the real client class.
afterAll(() => cloudFormation.restore());
beforeEach(() => cloudFormation.reset());

test('the name of the table is read from the CloudFormation stack', async () => {
  cloudFormation.on(DescribeStackResourceCommand).resolves({
    StackResourceDetail: {
      PhysicalResourceId: 'yield-api-table',
      LogicalResourceId: 'Table',
      ResourceType: 'AWS::DynamoDB::Table',
      LastUpdatedTimestamp: undefined,
      ResourceStatus: 'CREATE_COMPLETE',
    },
  });
  expect(await findPhysicalId('YieldApi', 'Table', 'eu-west-1')).toBe('yield-api-table');
  const describeResourceInput = cloudFormation.commandCalls(DescribeStackResourceCommand)[0]?.args[0].input;
  expect(describeResourceInput).toEqual({ StackName: 'YieldApi', LogicalResourceId: 'Table' });
});

test('an error from CloudFormation becomes a CommandError with a message for the operator', async () => {
  const refused = new CloudFormationServiceException({
    name: 'ValidationError',
    $fault: 'client',
    $metadata: {},
    message: "Stack 'None' does not exist",
  });
  cloudFormation.on(DescribeStackResourceCommand).rejectsOnce(refused);
  const answer = findPhysicalId('None', 'Table', 'eu-west-1');
  await expect(answer).rejects.toThrow(CommandError);
  await expect(answer).rejects.toThrow("Table was not found in the stack None: Stack 'None' does");
  cloudFormation.on(DescribeStackResourceCommand).rejectsOnce(new Error('no credentials'));
  await expect(findPhysicalId('None', 'Table', 'eu-west-1')).rejects.not.toThrow(CommandError);
});

test('the search for a table that CloudFormation has not created yet fails with a clear error', async () => {
  cloudFormation.on(DescribeStackResourceCommand).resolves({});
  await expect(findPhysicalId('YieldApi', 'Table', 'eu-west-1')).rejects.toThrow(
    'the resource does not exist yet',
  );
});
