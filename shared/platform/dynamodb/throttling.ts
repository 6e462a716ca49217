import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';

/**
 * Returns whether DynamoDB rejected a call because the table or one of its partitions has reached its
 * throughput limit.
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
