import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { putCurrentPlans } from '../../shared/access/credentials.ts';
import { gatewayPlansSchema } from '../../shared/access/gateway.ts';
import { createGatewayControl } from '../../shared/accounts/gateway/gateway-control.ts';
import {
  findAccountWithKeyChange,
  type ItemImages,
} from '../../shared/accounts/gateway/gateway-key-events.ts';
import { reconcileGatewayKey } from '../../shared/accounts/gateway/gateway-keys.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger, describeError } from '../../shared/platform/log.ts';

const log = createLogger({ job: 'gateway-keys' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};
const gatewayControl = createGatewayControl({
  region: config.AWS_REGION,
  endpoint: config.GATEWAY_CONTROL_ENDPOINT,
});
const deployedPlans = gatewayPlansSchema.parse(JSON.parse(config.GATEWAY_PLANS ?? '{"apiId":"","plans":[]}'));
const { plans } = deployedPlans;
let storePlansPromise: Promise<void> | undefined;

/**
 * Updates the gateway keys for each changed account, in stream order. When a change fails, the stream delivers
 * this change and all later changes again.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of event.Records) {
    try {
      const account = findAccountWithKeyChange(toItemImages(record.dynamodb));
      if (account === undefined) continue;
      storePlansPromise ??= putCurrentPlans(table, deployedPlans);
      await storePlansPromise;
      const outcome = await reconcileGatewayKey(
        { table, control: gatewayControl, plans },
        account,
        new Date(),
      );
      if (outcome === 'no_room') log.error('The gateway has no room for another key; the account shares one');
      else if (outcome !== 'unchanged') log.info('gateway key', { outcome });
    } catch (error) {
      log.error('A change was not carried out', describeError(error));
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

/** Casts a change, because the AWS SDK and the Lambda types define different types for the same wire format. */
function toItemImages(change: unknown): ItemImages {
  return change as { [name: string]: Record<string, AttributeValue> };
}
