import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toChecksummedAddress } from '../../platform/domain/ethereum.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { connectionItemSchema } from './connections.ts';

/** A wallet on a chain. The address is in lower case. */
export interface WalletOnChain {
  readonly address: string;
  readonly chainId: number;
}

const connectionIdSchema = z.object({ connection_id: z.string() });

/**
 * Returns whether the account signs in with this wallet. A wallet that is not a contract matches on every chain. A
 * contract wallet matches only on its own chain.
 */
async function isSignInWallet(
  table: Table,
  account: string,
  { address, chainId }: WalletOnChain,
): Promise<boolean> {
  const checksummedAddress = toChecksummedAddress(address);
  const loginAddresses = [checksummedAddress, `eip155:${chainId}:${checksummedAddress}`];
  const items = await batchGet(
    table,
    loginAddresses.map((name) => ITEMS.walletLogin.key({ address: name })),
  );
  return items.some(({ user_id }) => user_id === account);
}

/** Returns whether the account has a proven connection of this wallet, for any end user. */
async function hasProvenConnection(
  table: Table,
  account: string,
  { address, chainId }: WalletOnChain,
): Promise<boolean> {
  const { pk, sk } = ITEMS.walletPair.key({ owner: account, address, userId: '' });
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    }),
  );
  const keys = Items.map((item) =>
    ITEMS.walletConnection.key({ id: connectionIdSchema.parse(item).connection_id }),
  );
  const connections = (await batchGet(table, keys)).map((item) => connectionItemSchema.parse(item));
  return connections.some(
    ({ proven, status }) =>
      status !== 'removed' &&
      proven !== undefined &&
      (proven.chain_id === null || proven.chain_id === chainId),
  );
}

/**
 * Returns whether the account signs in with a wallet, or the wallet has signed the message of one of the account's
 * connections.
 * A contract wallet is proven only on the chain on which its signature was verified.
 */
export async function isProvenWallet(table: Table, account: string, wallet: WalletOnChain): Promise<boolean> {
  return (
    (await isSignInWallet(table, account, wallet)) || (await hasProvenConnection(table, account, wallet))
  );
}
