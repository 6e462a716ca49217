import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';

/** Whether the database refused a call because the table, or one of its partitions, was at its limit. */
export function isThrottled(
  error: unknown,
): error is ThrottlingException | ProvisionedThroughputExceededException | RequestLimitExceeded {
  return (
    error instanceof ThrottlingException ||
    error instanceof ProvisionedThroughputExceededException ||
    error instanceof RequestLimitExceeded
  );
}
