import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';

/**
 * Whether DynamoDB rejected a call because the table, or one of its partitions, is at its throughput limit.
 */
export function isThrottled(
  error: unknown,
): error is ThrottlingException | ProvisionedThroughputExceededException | RequestLimitExceeded {
  return (
    error instanceof ThrottlingException ||
    error instanceof ProvisionedThroughputExceededException ||
    error instanceof RequestLimitExceeded
  );
}
