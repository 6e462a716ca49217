import type { ConnectionStatus } from '../contract/connection.ts';

/** The actor that changes a connection: the account that owns it (`owner`) or an administrator (`admin`). */
export type ConnectionActor = 'owner' | 'admin';

/**
 * Allowed status changes by actor and current status. An owner can request removal of an active connection.
 * An administrator can accept the request (`removed`) or reject it (`active`). An administrator can also
 * suspend, reinstate or remove a connection. The owner of a suspended connection cannot request its removal.
 * `removed` is final.
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
export function allowedStatuses(actor: ConnectionActor, from: ConnectionStatus): readonly ConnectionStatus[] {
  return ALLOWED_TRANSITIONS[actor][from];
}
