import type { Route } from '../platform/contract/route.ts';
import { once } from '../platform/idempotency/idempotency.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import type { Accounts } from './credentials.ts';
import type { Attach } from './keys/api-keys.ts';
import { type ManagingSession, managerOf } from './keys/key-rules.ts';
import { sealFor } from './seal.ts';

type CallerContext = RequestContext & { readonly principal: Principal };

/**
 * Answers a request whose answer holds a secret at most once per `Idempotency-Key`. The kept answer is sealed for the
 * credential presented, so a repeat is known by the credential, not by the user.
 */
export async function answerOnce<V>(
  { table }: Accounts,
  route: Route,
  input: unknown,
  context: CallerContext,
  execute: (manager: ManagingSession, attach: Attach<V>) => Promise<V>,
): Promise<Reply> {
  const manager = managerOf(context);
  const { idempotencyKey, now } = context;
  const request = {
    ownerId: manager.principal.credentialId,
    routeId: route.id,
    key: idempotencyKey,
    input,
    now,
    seal: sealFor(manager.presentedCredential),
    status: route.status,
  };
  return once(table, request, async (claim) => ({
    data: await execute(manager, (data) => claim({ data })),
  }));
}
