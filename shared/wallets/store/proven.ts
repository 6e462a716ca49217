import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toChecksummed } from '../../platform/domain/ethereum.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { connectionItem } from './connections.ts';

/** A wallet on a chain. The address is in lower case. */
export interface PlacedWallet {
  readonly address: string;
  readonly chainId: number;
}

const pair = z.object({ connection_id: z.string() });

/**
 * Whether the account signs in with this wallet. A wallet with a key counts on every chain, a contract wallet
 * only on its own.
 */
async function isSignInWallet(
  table: Table,
  account: string,
  { address, chainId }: PlacedWallet,
): Promise<boolean> {
  const checksummed = toChecksummed(address);
  const names = [checksummed, `eip155:${chainId}:${checksummed}`];
  const items = await batchGet(
    table,
    names.map((name) => ITEMS.walletLogin.key({ address: name })),
  );
  return items.some(({ user_id }) => user_id === account);
}

/** Whether one of the account's connections of the wallet, for any end user, was proven. */
async function hasProvenConnection(
  table: Table,
  account: string,
  { address, chainId }: PlacedWallet,
): Promise<boolean> {
  const { pk, sk } = ITEMS.walletPair.key({ owner: account, address, userId: '' });
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    }),
  );
  const keys = Items.map((item) => ITEMS.walletConnection.key({ id: pair.parse(item).connection_id }));
  const connections = (await batchGet(table, keys)).map((item) => connectionItem.parse(item));
  return connections.some(
    ({ proven, status }) =>
      status !== 'removed' &&
      proven !== undefined &&
      (proven.chain_id === null || proven.chain_id === chainId),
  );
}

/**
 * Whether a wallet is proven to belong to an account. The account signs in with it, or a connection's wallet
 * has signed a message. A contract wallet counts only on the chain on which it has signed.
 */
export async function isProvenWallet(table: Table, account: string, wallet: PlacedWallet): Promise<boolean> {
  return (
    (await isSignInWallet(table, account, wallet)) || (await hasProvenConnection(table, account, wallet))
  );
}
