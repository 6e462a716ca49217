import type { CursorRequest } from '../platform/contract/cursor.ts';
import { ApiError, invalidRequest } from '../platform/contract/errors.ts';
import { checksummedAddress } from '../platform/domain/ethereum.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { countOf } from '../platform/dynamodb/numbered-list.ts';
import type { Write } from '../platform/dynamodb/transact.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from './contract/connection.ts';
import type { WalletConnection } from './contract/responses.ts';
import { type ConnectionActor, reachable } from './domain/connection.ts';
import { type ConnectionFilter, listsOf } from './store/connection-lists.ts';
import { pageConnections } from './store/connection-pages.ts';
import {
  type ConnectionEvent,
  type ConnectionItem,
  getConnection,
  replaceConnection,
} from './store/connections.ts';

/** Who asks, when, and under which request: what the audit trail records. */
export type AuditedCaller = Pick<RequestContext, 'now' | 'requestId' | 'sourceIp'> & {
  readonly principal: Principal;
};

/** How often a change is retried after a conflict. */
export const CHANGE_RETRIES = { attempts: 8 };

/** A connection as its owner sees it. */
export function connectionView(item: ConnectionItem): WalletConnection {
  const request = item.removal_request;
  return {
    id: item.id,
    provider: item.provider,
    walletAddress: item.wallet_address,
    userId: item.user_id,
    status: item.status,
    removalRequest:
      request === null ? null : { id: request.id, reason: request.reason, requestedAt: request.requested_at },
    provenAt: item.proven?.at ?? null,
    createdAt: item.created_at,
    updatedAt: item.updated_at,
  };
}

/**
 * The address in EIP-55 form.
 *
 * @throws ApiError invalid_request naming `path` when the letters' case breaks the checksum
 */
export function requireAddress(address: string, path: string): string {
  const checksummed = checksummedAddress(address);
  if (checksummed !== undefined) return checksummed;
  const message = 'is an address with a wrong EIP-55 checksum; correct the address, or send it in lower case';
  throw invalidRequest([{ path, message }]);
}

/** What the audit trail keeps of a change. */
export function eventOf(
  { principal, now, requestId }: AuditedCaller,
  change: Pick<ConnectionEvent, 'number' | 'from' | 'to' | 'note'>,
): ConnectionEvent {
  return {
    ...change,
    at: now.toISOString(),
    actor_id: principal.userId,
    actor_role: principal.role,
    credential_id: principal.credentialId,
    request_id: requestId,
  };
}

/** One page of the connections that match, each as `view` shows it. */
export async function listConnections<T>(
  table: Table,
  filter: ConnectionFilter,
  query: CursorRequest,
  view: (item: ConnectionItem) => T,
): Promise<Reply> {
  const { items, ...page } = await pageConnections(table, filter, query);
  return { ...page, data: items.map(view) };
}

export interface ConnectionChange {
  readonly actor: ConnectionActor;
  readonly to: ConnectionStatus;
  readonly note: string | null;
  /** What changes besides the status. */
  readonly fields: (at: string) => Partial<ConnectionItem>;
  /** Whether the actor may know of this connection at all. */
  readonly isVisible: (item: ConnectionItem) => boolean;
  /** Writes that have to happen together with the change. */
  readonly attached?: (next: ConnectionItem) => Promise<readonly Write[]>;
}

/**
 * Gives a connection another status, if the table of transitions allows it to the actor at the moment of the write.
 *
 * @throws ApiError wallet_connection_not_found for one that is not there or not visible; invalid_transition
 */
export function changeConnection(
  table: Table,
  id: string,
  change: ConnectionChange,
  caller: AuditedCaller,
): Promise<ConnectionItem> {
  const { actor, to, note } = change;
  return retry(CHANGE_RETRIES, async () => {
    const item = await getConnection(table, id);
    if (item === undefined || !change.isVisible(item)) throw new ApiError('wallet_connection_not_found');
    const allowed = reachable(actor, item.status);
    if (!allowed.includes(to)) {
      const choices = allowed.length === 0 ? 'no other status' : allowed.join(', ');
      throw new ApiError('invalid_transition', {
        message: `The status of the wallet connection is ${item.status}. It can only change to: ${choices}.`,
        details: { from: item.status, to, allowed },
      });
    }
    const at = caller.now.toISOString();
    const changes = item.changes + 1;
    const next = { ...item, ...change.fields(at), status: to, changes, updated_at: at };
    const event = eventOf(caller, { number: changes, from: item.status, to, note });
    const attached = (await change.attached?.(next)) ?? [];
    if (await replaceConnection(table, item, next, event, attached)) return next;
    throw new RetryableError(`Wallet connection ${id} was changed by others during each try`);
  });
}

/**
 * A connection of an account, whatever its state.
 *
 * @throws ApiError wallet_connection_not_found, for those of others too
 */
export async function getOwnConnection(table: Table, owner: string, id: string): Promise<ConnectionItem> {
  const item = await getConnection(table, id);
  if (item === undefined || item.owner !== owner) throw new ApiError('wallet_connection_not_found');
  return item;
}

/** How many connections pass the filter: one read for each status. */
export function countConnections(table: Table, filter: ConnectionFilter): Promise<number> {
  return countOf(table, ...listsOf(filter));
}

/** How many connections of an account have not been removed: one read for each status. */
export function countLiveConnections(table: Table, owner: string): Promise<number> {
  const live = CONNECTION_STATUSES.filter((status) => status !== 'removed');
  return countOf(table, ...live.flatMap((status) => listsOf({ owner, status })));
}

/** A connection as stored, and its places on the lists of all, for who follows changes. */
export { connectionItem, placeConnection } from './store/connections.ts';
