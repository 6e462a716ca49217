import type { Table } from '../../shared/platform/dynamodb/client.ts';
import type { Principal } from '../../shared/platform/request.ts';
import { changeConnectionStatus } from '../../shared/wallets/administration.ts';
import { connectWallet } from '../../shared/wallets/connect-wallet.ts';
import type { ConnectionStatus } from '../../shared/wallets/contract/connection.ts';
import { walletConnection } from '../../shared/wallets/contract/responses.ts';
import { requestConnectionRemoval } from '../../shared/wallets/request-removal.ts';

/** Returns the caller of a request that a user's API key has authenticated. */
export function callerOf(userId: string, role: Principal['role'] = 'user', idempotencyKey?: string) {
  const principal: Principal = {
    credentialId: `key_${userId}`,
    credentialHash: `hash of key_${userId}`,
    createdAt: '2026-05-01T00:00:00.000Z',
    kind: 'api_key',
    userId,
    role,
    scopes: [],
    plan: 'free',
  };
  const now = new Date('2026-05-01T12:00:00Z');
  return { principal, requestId: `request-${userId}`, sourceIp: '192.0.2.1', now, idempotencyKey };
}

/** A different valid address for every number. */
export function addressOf(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`;
}

export async function connect(table: Table, owner: string, userId: string, address: string) {
  const reply = await connectWallet(table, { walletAddress: address, userId }, callerOf(owner));
  return walletConnection.parse(reply.data);
}

/** Requests the removal of a connection as its owner, or sets its status to `to` as an administrator. */
export function move(
  table: Table,
  connection: { readonly owner: string; readonly id: string },
  to: ConnectionStatus,
  as: 'owner' | 'admin',
) {
  const { owner, id } = connection;
  return as === 'owner'
    ? requestConnectionRemoval(table, { connectionId: id }, callerOf(owner))
    : changeConnectionStatus(table, id, { status: to }, callerOf('usr_admin', 'admin'));
}
