export const AUDIT_TYPES = [
  'session.created',
  'session.ended',
  'sign_in.refused',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.leaked',
  'user.created',
  'user.plan_changed',
  'user.limits_changed',
  'user.role_changed',
  'user.suspended',
  'user.reinstated',
  'user.exported',
  'user.erased',
  'wallet_connection.decided',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'sandbox.clock_moved',
  'operator.command',
] as const;
export type AuditType = (typeof AUDIT_TYPES)[number];

/**
 * Who acts: an API key, a session, an operator on the command line, or a caller who is not authenticated yet.
 */
export const ACTOR_KINDS = ['api_key', 'session', 'operator', 'anonymous'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Days for which an audit event is kept. It is deleted at most a few days later. */
export const AUDIT_KEEP_DAYS = 400;
