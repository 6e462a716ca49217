import { transactAs } from '../../access/transact-as.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { CONFLICT_RETRIES, type Write } from '../../platform/dynamodb/transact.ts';
import type { Principal } from '../../platform/request.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import type { WebhookItem } from '../store/webhooks.ts';
import { requireReadable, requireWebhook } from './webhook-access.ts';

/** What a caller does to an endpoint. */
export interface Decision<R> {
  /** The first holds only while the endpoint is as it was read (see `changeWrite`). Nothing is written where there are none. */
  readonly writes: readonly Write[];
  readonly result: R;
}

/**
 * The one way in which a caller changes an endpoint. The decision and the writes are one: they hold only while the
 * endpoint is as `decide` was given it and the credential is active. Where others have changed the endpoint, `decide` is
 * asked again.
 *
 * @throws ApiError webhook_not_found; forbidden where the credential may not read the endpoint's events; unauthorized where
 *   it was revoked meanwhile; and what `decide` throws
 */
export function changeEndpoint<R>(
  table: Table,
  principal: Principal,
  id: string,
  decide: (before: WebhookItem) => Promise<Decision<R>>,
): Promise<R> {
  return retry(CONFLICT_RETRIES, async () => {
    const before = await requireWebhook(table, principal.userId, id);
    requireReadable(principal, before.types);
    const { writes, result } = await decide(before);
    if (writes.length === 0) return result;
    const outcome = await transactAs(table, principal, writes);
    if (outcome.held) return result;
    if (outcome.failed.some((position) => position > 0)) {
      throw new Error('What belongs to a change of a webhook endpoint was not written');
    }
    throw new RetryableError('A webhook endpoint was changed each time that it was read');
  });
}
