import type { Route } from '../platform/contract/route.ts';
import { once } from '../platform/idempotency/idempotency.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import type { Accounts } from './credentials.ts';
import type { AdditionalWritesOf } from './keys/api-keys.ts';
import { type ManagingSession, requireManagingSession } from './keys/key-rules.ts';
import { createSealFor } from './seal.ts';

type CallerContext = RequestContext & { readonly principal: Principal };

/**
 * Runs a request at most once per `Idempotency-Key`. The response of the request contains a secret. A repeated request
 * gets the stored response, which is encrypted with the credential of the request.
 */
export async function runIdempotentSecretRequest<V>(
  { table }: Accounts,
  route: Route,
  input: unknown,
  context: CallerContext,
  execute: (managingSession: ManagingSession, responseWritesOf: AdditionalWritesOf<V>) => Promise<V>,
): Promise<Reply> {
  const managingSession = requireManagingSession(context);
  const { idempotencyKey, now } = context;
  const request = {
    ownerId: managingSession.principal.credentialId,
    routeId: route.id,
    key: idempotencyKey,
    input,
    now,
    seal: createSealFor(managingSession.presentedCredential),
    status: route.status,
  };
  return once(table, request, async (responseWritesOf) => ({
    data: await execute(managingSession, (data) => responseWritesOf({ data })),
  }));
}
