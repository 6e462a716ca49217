import type { ActorKind } from '../contract/audit.ts';
import type { RequestContext } from '../request.ts';

/** Who made a change, and where the request came from. Each audit event contains its cause. */
export interface Cause {
  readonly actor: {
    readonly kind: ActorKind;
    /** Ids of the actor's credential and of the credential's account. Null if the actor has no credential. */
    readonly id: string | null;
    readonly user_id: string | null;
  };
  readonly source_ip: string | null;
  readonly request_id: string | null;
}

export const OPERATOR_CAUSE: Cause = {
  actor: { kind: 'operator', id: null, user_id: null },
  source_ip: null,
  request_id: null,
};

export function buildRequestCause({
  principal,
  sourceIp,
  requestId,
}: Pick<RequestContext, 'principal' | 'sourceIp' | 'requestId'>): Cause {
  const actor =
    principal === undefined
      ? { kind: 'anonymous' as const, id: null, user_id: null }
      : { kind: principal.kind, id: principal.credentialId, user_id: principal.userId };
  return { actor, source_ip: sourceIp, request_id: requestId };
}
