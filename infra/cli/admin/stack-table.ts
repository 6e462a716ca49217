import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStackResourceCommand,
} from '@aws-sdk/client-cloudformation';
import { CommandError } from './command.ts';

/** Logical id of the table in the template. */
const TABLE_LOGICAL_ID = 'Table';

/**
 * The name of the table of a deployed stack, with the credentials that the AWS SDK finds in its usual places.
 *
 * @throws CommandError with CloudFormation's reason when it does not tell.
 */
export async function tableOfStack(stack: string, region: string): Promise<string> {
  const client = new CloudFormationClient({ region });
  const query = new DescribeStackResourceCommand({ StackName: stack, LogicalResourceId: TABLE_LOGICAL_ID });
  try {
    const { StackResourceDetail: detail } = await client.send(query);
    if (detail?.PhysicalResourceId === undefined) throw notFound(stack, 'it is not made yet');
    return detail.PhysicalResourceId;
  } catch (error) {
    throw error instanceof CloudFormationServiceException ? notFound(stack, error.message) : error;
  } finally {
    client.destroy();
  }
}

function notFound(stack: string, reason: string): CommandError {
  return new CommandError(`The stack ${stack} has no table that could be found: ${reason}`);
}
