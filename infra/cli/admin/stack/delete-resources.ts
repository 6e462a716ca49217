import {
  APIGatewayClient,
  DeleteApiKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import {
  type CloudFormationClient,
  DeleteStackCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  NoSuchBucket,
  S3Client,
} from '@aws-sdk/client-s3';
import { isGatewayKeyName } from '../../../../shared/accounts/gateway/gateway-keys.ts';
import { CommandError } from '../command.ts';
import { readStackState, type StackResource, type StackState } from './stack-state.ts';

/** Maximum time to wait for a stack deletion. CloudFront needs about 15 minutes to disable a distribution. */
const STACK_WAIT_SECONDS = 3_600;
const TABLE_WAIT_SECONDS = 600;
const PAGE_SIZE_MAX = 500;
/**
 * Maximum number of attempts per AWS call. It is high, because API Gateway allows only about five control-plane calls
 * per second.
 */
const ATTEMPTS_MAX = 10;

/** Deletes the gateway keys of accounts in these usage plans. Returns the number of deleted keys. */
export async function deleteGatewayKeys(region: string, usagePlanIds: readonly string[]): Promise<number> {
  const client = new APIGatewayClient({ region, maxAttempts: ATTEMPTS_MAX });
  try {
    const ids: string[] = [];
    for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: PAGE_SIZE_MAX }, {})) {
      for (const { id, name } of items) {
        if (id !== undefined && name !== undefined && isGatewayKeyName(name, usagePlanIds)) ids.push(id);
      }
    }
    for (const apiKeyId of ids) {
      try {
        await client.send(new DeleteApiKeyCommand({ apiKey: apiKeyId }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    }
    return ids.length;
  } finally {
    client.destroy();
  }
}

/**
 * Deletes the stack and waits until it no longer exists.
 *
 * @throws CommandError that lists the resources that CloudFormation could not delete
 */
export async function deleteStack(client: CloudFormationClient, stack: StackState): Promise<void> {
  if (stack.isProtected) {
    await client.send(
      new UpdateTerminationProtectionCommand({ StackName: stack.name, EnableTerminationProtection: false }),
    );
  }
  await client.send(new DeleteStackCommand({ StackName: stack.id }));
  try {
    await waitUntilStackDeleteComplete({ client, maxWaitTime: STACK_WAIT_SECONDS }, { StackName: stack.id });
  } catch (error) {
    const stackState = await readStackState(client, stack.id);
    if (stackState.status !== 'DELETE_FAILED') throw error;
    const failedResources = stackState.resources.filter(({ status }) => status === 'DELETE_FAILED');
    const failedResourceNames = failedResources
      .map(({ logicalId, physicalId }) => `${logicalId} (${physicalId})`)
      .join(', ');
    throw new CommandError(
      `CloudFormation could not delete ${failedResourceNames || 'the stack'}. See the events of ${stack.name} in CloudFormation for the reason. ` +
        'Correct the cause, and run teardown again.',
    );
  }
}

/** Removes the deletion protection of a table, or empties a bucket, so that CloudFormation can delete it. */
export async function disableDeletionProtection(
  region: string,
  { type, physicalId }: StackResource,
): Promise<void> {
  if (type === 'AWS::S3::Bucket')
    await withS3Client(region, (client) => deleteBucketContents(client, physicalId));
  else await withDynamoDbClient(region, (client) => unprotectTable(client, physicalId));
}

/** Deletes a table or a bucket, and its contents. Does nothing when the resource does not exist. */
export async function deleteDataResource(region: string, { type, physicalId }: StackResource): Promise<void> {
  if (type === 'AWS::S3::Bucket') {
    await withS3Client(region, async (client) => {
      if (!(await deleteBucketContents(client, physicalId))) return;
      await client.send(new DeleteBucketCommand({ Bucket: physicalId }));
    });
  } else {
    await withDynamoDbClient(region, async (client) => {
      if (!(await unprotectTable(client, physicalId))) return;
      await client.send(new DeleteTableCommand({ TableName: physicalId }));
      await waitUntilTableNotExists({ client, maxWaitTime: TABLE_WAIT_SECONDS }, { TableName: physicalId });
    });
  }
}

async function withS3Client(region: string, work: (client: S3Client) => Promise<unknown>): Promise<void> {
  const client = new S3Client({ region });
  try {
    await work(client);
  } finally {
    client.destroy();
  }
}

async function withDynamoDbClient(
  region: string,
  work: (client: DynamoDBClient) => Promise<unknown>,
): Promise<void> {
  const client = new DynamoDBClient({ region });
  try {
    await work(client);
  } finally {
    client.destroy();
  }
}

/** Switches off the table's deletion protection. Returns whether the table exists. */
async function unprotectTable(client: DynamoDBClient, name: string): Promise<boolean> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (Table?.DeletionProtectionEnabled === true) {
      await client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: false }));
      await waitUntilTableExists({ client, maxWaitTime: TABLE_WAIT_SECONDS }, { TableName: name });
    }
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/** Deletes all objects of the bucket. Returns whether the bucket exists. */
async function deleteBucketContents(client: S3Client, name: string): Promise<boolean> {
  try {
    for (;;) {
      const { Versions = [], DeleteMarkers = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: name }),
      );
      const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
      if (Objects.length === 0) return true;
      const { Errors: [firstError] = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: name, Delete: { Objects, Quiet: true } }),
      );
      if (firstError !== undefined)
        throw new CommandError(`S3 could not empty ${name}: ${firstError.Message}`);
    }
  } catch (error) {
    if (error instanceof NoSuchBucket) return false;
    throw error;
  }
}
