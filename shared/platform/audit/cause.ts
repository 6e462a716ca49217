import type { ActorKind } from '../contract/audit.ts';
import type { RequestContext } from '../request.ts';

/** Who causes a change and from where. Each audit event records it. */
export interface Cause {
  readonly actor: {
    readonly kind: ActorKind;
    /** Ids of the credential and of its account; null without a credential. */
    readonly id: string | null;
    readonly user_id: string | null;
  };
  readonly source_ip: string | null;
  readonly request_id: string | null;
}

/** The cause of changes by an operator on the command line. */
export const OPERATOR_CAUSE: Cause = {
  actor: { kind: 'operator', id: null, user_id: null },
  source_ip: null,
  request_id: null,
};

/** The cause of changes by a request: its credential, IP address and request id. */
export function requestCause({
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
