export const AUDIT_EVENT_TYPES = [
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
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];

/**
 * Kinds of actors: an API key, a session, an operator on the command line, or a caller that is not
 * authenticated yet.
 */
export const ACTOR_KINDS = ['api_key', 'session', 'operator', 'anonymous'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Number of days for which an audit event is kept. It may be deleted a few days later. */
export const AUDIT_KEEP_DAYS = 400;
