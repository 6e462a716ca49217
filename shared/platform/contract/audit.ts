/** The types of audit events. */
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

/** Who does something: with a credential, on the operators' command line, or before anybody has proven who they are. */
export const ACTOR_KINDS = ['api_key', 'session', 'operator', 'anonymous'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Days for which an event is kept; it is gone a few days later at most. */
export const AUDIT_KEEP_DAYS = 400;
