import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexText } from '../../../chain/abi.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import { write } from '../../../platform/dynamodb/write.ts';
import { listedBy } from '../../domain/onchain/books.ts';
import { beginsEvent } from '../../domain/onchain/events.ts';
import { appended, type ChainPlace, readBalance } from './chain-books.ts';
import { newEventWrite } from './chain-events.ts';

/** Stops following a wallet in a vault. */
export async function unfollow(table: Table, { chain, vault, wallet }: ChainPlace): Promise<void> {
  await write(table, { Delete: { Key: ITEMS.followedWallet.key({ chain, vault, wallet }) } });
}

const followed = z.object({ vault: hexText, wallet: hexText, since_block: z.int(), block_hash: hexText });

/** A wallet whose events in a vault are booked, each from after a block on. */
export type FollowedWallet = z.infer<typeof followed>;

/** What a wallet held in a vault at the end of a block, and what that was worth. */
export interface Opening {
  readonly block: { readonly number: number; readonly hash: `0x${string}`; readonly timestamp: number };
  readonly shares: bigint;
  /** Base units of the asset, at the share price of the block. */
  readonly worth: bigint;
  readonly priceUsd: number | undefined;
  readonly bookedAtMs: number;
}

/** From which block on a wallet's events in a vault are booked; undefined where they are not. */
export async function readFollowedWallet(
  table: Table,
  { chain, vault, wallet }: ChainPlace,
): Promise<FollowedWallet | undefined> {
  const Key = ITEMS.followedWallet.key({ chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : followed.parse(item);
}

/** Whether a wallet's events in a vault are booked. */
export async function isFollowed(table: Table, place: ChainPlace): Promise<boolean> {
  return (await readFollowedWallet(table, place)) !== undefined;
}

/**
 * The writes that start recording a wallet's events in a vault after a block, with its holdings there as the journal's
 * first entry. They fail when another run has started to follow the wallet meanwhile.
 */
export async function followWrites(
  table: Table,
  place: ChainPlace,
  { block, shares, worth, priceUsd, bookedAtMs }: Opening,
): Promise<Write[]> {
  const { chain, vault, wallet } = place;
  const { lines, writes } = await appended(table, place, await readBalance(table, place), [
    {
      ...{ effect: 'opening', kind: 'opening', logKey: `opening#${block.hash}` },
      ...{ amounts: { assets: 0n, shares }, worth, priceUsd, bookedAtMs },
      ...{ block: block.number, blockHash: block.hash, effectiveAtMs: block.timestamp * 1_000 },
    },
  ]);
  const listed = lines.filter(({ entry }) => beginsEvent(entry));
  return [
    {
      Put: {
        Item: {
          ...ITEMS.followedWallet.key({ chain, vault, wallet }),
          ...{ vault, wallet, since_block: block.number, block_hash: block.hash },
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...writes,
    ...listed.map(({ entry, after }) => newEventWrite(place, listedBy(entry, after))),
  ];
}

/** Wallets whose events on a chain are booked, each from after a block on. */
export async function readFollowed(table: Table, chain: string): Promise<FollowedWallet[]> {
  const items = await queryAll(table, {
    ...ITEMS.followedWallet.key({ chain, vault: '', wallet: '' }),
    sk: '0x',
  });
  return items.map((item) => followed.parse(item));
}
