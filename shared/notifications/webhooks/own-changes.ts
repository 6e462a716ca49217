import { transactAs } from '../../access/transact-as.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { CONFLICT_RETRY_POLICY, type Write } from '../../platform/dynamodb/transact.ts';
import type { Principal } from '../../platform/request.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import type { WebhookItem } from '../store/webhooks.ts';
import { requireReadableEventTypes, requireWebhook } from './webhook-access.ts';

export interface EndpointDecision<R> {
  /**
   * The first write must fail if the endpoint's version has changed (see `buildWebhookChangeWrite`). An empty list
   * changes nothing.
   */
  readonly writes: readonly Write[];
  readonly result: R;
}

/**
 * Changes an endpoint for a caller. After a concurrent change of the endpoint, `decide` runs again.
 * @throws ApiError webhook_not_found; forbidden if the credential may not read the endpoint's events;
 * unauthorized if the credential was revoked in the meantime; errors that `decide` throws
 */
export function changeOwnWebhook<R>(
  table: Table,
  principal: Principal,
  id: string,
  decide: (webhookBefore: WebhookItem) => Promise<EndpointDecision<R>>,
): Promise<R> {
  return retry(CONFLICT_RETRY_POLICY, async () => {
    const webhookBefore = await requireWebhook(table, principal.userId, id);
    requireReadableEventTypes(principal, webhookBefore.types);
    const { writes, result } = await decide(webhookBefore);
    if (writes.length === 0) return result;
    const transactionResult = await transactAs(table, principal, writes);
    if (transactionResult.committed) return result;
    if (transactionResult.failedWriteIndexes.some((position) => position > 0)) {
      throw new Error('What belongs to a change of a webhook endpoint was not written');
    }
    throw new RetryableError('A webhook endpoint was changed each time that it was read');
  });
}
