import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { signedHeaders } from '../../shared/sources/sigv4.ts';
import { CommandError } from './command.ts';

/** Logical id of the table in the template. */
const TABLE_LOGICAL_ID = 'Table';

/**
 * The name of the table of a deployed stack, from CloudFormation's query API, with the credentials that the AWS SDK
 * finds in its usual places.
 */
export async function tableOfStack(stack: string, region: string): Promise<string> {
  const client = new DynamoDBClient({ region });
  const credentials = await client.config.credentials();
  client.destroy();
  const url = new URL(`https://cloudformation.${region}.amazonaws.com/`);
  const body = new URLSearchParams({
    Action: 'DescribeStackResource',
    Version: '2010-05-15',
    StackName: stack,
    LogicalResourceId: TABLE_LOGICAL_ID,
  }).toString();
  const headers = signedHeaders(
    { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body },
    credentials,
    { region, service: 'cloudformation' },
    new Date(),
  );
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  const name = /<PhysicalResourceId>([^<]+)<\/PhysicalResourceId>/.exec(text)?.[1];
  if (response.ok && name !== undefined) return name;
  const reason =
    /<Message>([^<]+)<\/Message>/.exec(text)?.[1] ?? `CloudFormation answered ${response.status}`;
  throw new CommandError(`The stack ${stack} has no table that could be found: ${reason}`);
}
