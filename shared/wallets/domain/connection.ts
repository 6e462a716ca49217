import type { ConnectionStatus } from '../contract/connection.ts';

/** The account that owns a connection, or an administrator. */
export type ConnectionActor = 'owner' | 'admin';

/**
 * Allowed status changes by actor and current status. An administrator accepts a removal request (`removed`) or
 * rejects it (`active`).
 */
const ALLOWED_TRANSITIONS: Readonly<
  Record<ConnectionActor, Readonly<Record<ConnectionStatus, readonly ConnectionStatus[]>>>
> = {
  owner: {
    active: ['removal_requested'],
    removal_requested: [],
    suspended: [],
    removed: [],
  },
  admin: {
    active: ['suspended', 'removed'],
    removal_requested: ['active', 'suspended', 'removed'],
    suspended: ['active', 'removed'],
    removed: [],
  },
};

/** Returns the statuses to which the actor can change a connection. The current status is never included. */
export function findAllowedStatuses(
  actor: ConnectionActor,
  from: ConnectionStatus,
): readonly ConnectionStatus[] {
  return ALLOWED_TRANSITIONS[actor][from];
}
