import type { ActorKind } from '../contract/audit.ts';
import type { RequestContext } from '../request.ts';

/** Who does something, and from where: what is recorded with every change of an account. */
export interface Cause {
  readonly actor: {
    readonly kind: ActorKind;
    /** Id of the credential, and of its user; null where there is none. */
    readonly id: string | null;
    readonly user_id: string | null;
  };
  readonly source_ip: string | null;
  readonly request_id: string | null;
}

/** Someone at the operators' command line. */
export const OPERATOR: Cause = {
  actor: { kind: 'operator', id: null, user_id: null },
  source_ip: null,
  request_id: null,
};

/** The credential, address and request id of a request. */
export function causeOf({
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
