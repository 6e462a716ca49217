import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readGatewayPlans } from '../../infra/cli/admin/stack/gateway-plans.ts';

const cloudFormation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
// Restore the classes, because later test files in the same worker use them too.
afterAll(() => {
  cloudFormation.restore();
  lambda.restore();
});
beforeEach(() => {
  cloudFormation.reset();
  lambda.reset();
  cloudFormation.on(DescribeStackResourceCommand).resolves({
    StackResourceDetail: {
      PhysicalResourceId: 'job',
      LogicalResourceId: 'AccountsRepairGatewayKeysFunction',
      ResourceType: 'AWS::Lambda::Function',
      LastUpdatedTimestamp: undefined,
      ResourceStatus: 'CREATE_COMPLETE',
    },
  });
});

test('readGatewayPlans reads the usage plans from an environment variable of the deployed job', async () => {
  const plans = {
    apiId: 'new',
    plans: [{ name: 'free', usagePlanId: 'p', requestsPerMinute: 60, burst: 100 }],
  };
  lambda
    .on(GetFunctionConfigurationCommand, { FunctionName: 'job' })
    .resolves({ Environment: { Variables: { GATEWAY_PLANS: JSON.stringify(plans) } } });
  expect(await readGatewayPlans('YieldApi-prod', 'eu-west-1')).toEqual(plans);
});

test('readGatewayPlans throws an error when the job for gateway keys has no environment variable GATEWAY_PLANS', async () => {
  lambda.on(GetFunctionConfigurationCommand).resolves({});
  await expect(readGatewayPlans('YieldApi-prod', 'eu-west-1')).rejects.toThrow(
    'job has no environment variable GATEWAY_PLANS',
  );
});
