import * as z from 'zod/mini';
import { hexText } from '../../../chain/abi.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import { write } from '../../../platform/dynamodb/write.ts';
import { bigText } from '../../domain/encoding/big-text.ts';
import type { ChainPlace } from './chain-books.ts';

/** Stops following a wallet in a vault. */
export async function unfollow(table: Table, { chain, vault, wallet }: ChainPlace): Promise<void> {
  await write(table, { Delete: { Key: ITEMS.followedWallet.key({ chain, vault, wallet }) } });
}

const followed = z.object({
  vault: hexText,
  wallet: hexText,
  since_block: z.int(),
  /** Shares that the wallet held at that block; undefined where the node no longer knew. */
  opening_shares: z.optional(bigText),
});

/** The write that has a wallet's events in a vault booked from now on; a wallet followed already stays as it is. */
export function followWrite(
  { chain, vault, wallet }: ChainPlace,
  opening: { readonly block: number; readonly shares: bigint | undefined },
): Write {
  const shares = opening.shares === undefined ? undefined : String(opening.shares);
  return {
    Update: {
      Key: ITEMS.followedWallet.key({ chain, vault, wallet }),
      UpdateExpression:
        'SET since_block = if_not_exists(since_block, :since), vault = :vault, wallet = :wallet' +
        (shares === undefined ? '' : ', opening_shares = if_not_exists(opening_shares, :shares)'),
      ExpressionAttributeValues: {
        ':since': opening.block,
        ':vault': vault,
        ':wallet': wallet,
        ...(shares !== undefined && { ':shares': shares }),
      },
    },
  };
}

/** Wallets whose events on a chain are booked, each from after a block on. */
export async function readFollowed(table: Table, chain: string) {
  const items = await queryAll(table, {
    ...ITEMS.followedWallet.key({ chain, vault: '', wallet: '' }),
    sk: '0x',
  });
  return items.map((item) => followed.parse(item));
}
