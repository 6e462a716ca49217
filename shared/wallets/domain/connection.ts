import type { ConnectionStatus } from '../contract/connection.ts';

/** Who changes a connection: its account or an administrator. */
export type ConnectionActor = 'owner' | 'admin';

/**
 * Allowed status changes by actor and current status. An owner requests removal. An administrator accepts it
 * (`removed`) or rejects it (`active`), suspends and reinstates. A removal request cannot end a suspension,
 * and `removed` is final.
 */
const TRANSITIONS: Readonly<
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

/** Returns the statuses to which the actor can change a connection. They never include the current status. */
export function allowedStatuses(actor: ConnectionActor, from: ConnectionStatus): readonly ConnectionStatus[] {
  return TRANSITIONS[actor][from];
}
