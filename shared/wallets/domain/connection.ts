import type { ConnectionStatus } from '../contract/connection.ts';

/** On whose behalf a connection changes: its owner's, or the platform's. */
export type ConnectionActor = 'owner' | 'admin';

/**
 * Every allowed change of status. An owner asks for removal; an administrator grants it (`removed`), refuses it
 * (`active`), suspends and reinstates. A suspension cannot be lifted by asking for removal, and `removed` is final.
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

/** The statuses that the actor can give a connection in status `from`. A status is never a change to itself. */
export function reachable(actor: ConnectionActor, from: ConnectionStatus): readonly ConnectionStatus[] {
  return TRANSITIONS[actor][from];
}
