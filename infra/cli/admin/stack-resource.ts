import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStackResourceCommand,
} from '@aws-sdk/client-cloudformation';
import { CommandError } from './command.ts';

/**
 * Returns the physical id of a resource in a deployed stack.
 *
 * @throws CommandError with CloudFormation's reason when the resource cannot be found
 */
export async function findPhysicalId(stackName: string, logicalId: string, region: string): Promise<string> {
  const client = new CloudFormationClient({ region });
  const query = new DescribeStackResourceCommand({ StackName: stackName, LogicalResourceId: logicalId });
  const buildNotFoundError = (reason: string) =>
    new CommandError(`The resource ${logicalId} was not found in the stack ${stackName}: ${reason}`);
  try {
    const { StackResourceDetail: detail } = await client.send(query);
    if (detail?.PhysicalResourceId === undefined)
      throw buildNotFoundError('the resource does not exist yet. Wait until the deployment has finished');
    return detail.PhysicalResourceId;
  } catch (error) {
    throw error instanceof CloudFormationServiceException ? buildNotFoundError(error.message) : error;
  } finally {
    client.destroy();
  }
}
