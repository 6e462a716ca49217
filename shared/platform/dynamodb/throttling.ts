import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';

export function isThrottlingError(
  error: unknown,
): error is ThrottlingException | ProvisionedThroughputExceededException | RequestLimitExceeded {
  return (
    error instanceof ThrottlingException ||
    error instanceof ProvisionedThroughputExceededException ||
    error instanceof RequestLimitExceeded
  );
}
