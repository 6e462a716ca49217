import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexSchema } from '../../../chain/abi.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import { write } from '../../../platform/dynamodb/write.ts';
import { buildChainEvent } from '../../domain/onchain/chain-balance.ts';
import { addsEvent } from '../../domain/onchain/events.ts';
import { newEventWrite } from './chain-events.ts';
import { appendChainChanges, readBalance, type VaultPositionKey } from './chain-journal.ts';

/** Stops recording a wallet's events in a vault. */
export async function unfollowWallet(
  table: Table,
  { chain, vault, wallet }: VaultPositionKey,
): Promise<void> {
  await write(table, { Delete: { Key: ITEMS.followedWallet.key({ chain, vault, wallet }) } });
}

const followedWalletSchema = z.object({
  vault: hexSchema,
  wallet: hexSchema,
  since_block: z.int(),
  block_hash: hexSchema,
});

/** A wallet whose events in a vault are recorded. The recording covers blocks after `since_block`. */
export type FollowedWallet = z.infer<typeof followedWalletSchema>;

/**
 * The opening balance: a wallet's shares in a vault at the end of `block`, before the service recorded the wallet's
 * events.
 */
export interface OpeningBalance {
  readonly block: { readonly number: number; readonly hash: `0x${string}`; readonly timestamp: number };
  readonly shares: bigint;
  /** Value of the shares in base units of the asset, at the share price of the block. */
  readonly worth: bigint;
  readonly priceUsd: number | undefined;
  readonly bookedAtMs: number;
}

/**
 * Returns the item of a followed wallet, whose events in a vault are recorded. Undefined if the wallet is not
 * followed.
 */
export async function readFollowedWallet(
  table: Table,
  { chain, vault, wallet }: VaultPositionKey,
): Promise<FollowedWallet | undefined> {
  const Key = ITEMS.followedWallet.key({ chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : followedWalletSchema.parse(item);
}

/** Returns whether a wallet's events in a vault are recorded. */
export async function isFollowedWallet(table: Table, vaultPosition: VaultPositionKey): Promise<boolean> {
  return (await readFollowedWallet(table, vaultPosition)) !== undefined;
}

/**
 * Returns the writes that make the watcher record a wallet's events in a vault, starting after the block of the opening
 * balance. The writes also add the opening balance to the journal.
 * The writes fail if the wallet's events in the vault are already recorded.
 */
export async function buildFollowWalletWrites(
  table: Table,
  vaultPosition: VaultPositionKey,
  { block, shares, worth, priceUsd, bookedAtMs }: OpeningBalance,
): Promise<Write[]> {
  const { chain, vault, wallet } = vaultPosition;
  const { newEntries, writes } = await appendChainChanges(
    table,
    vaultPosition,
    await readBalance(table, vaultPosition),
    [
      {
        ...{ effect: 'opening', kind: 'opening', logKey: `opening#${block.hash}` },
        ...{ amounts: { assets: 0n, shares }, worth, priceUsd, bookedAtMs },
        ...{ block: block.number, blockHash: block.hash, effectiveAtMs: block.timestamp * 1_000 },
      },
    ],
  );
  const entriesOfNewEvents = newEntries.filter(({ entry }) => addsEvent(entry));
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
    ...entriesOfNewEvents.map(({ entry, after }) =>
      newEventWrite(vaultPosition, buildChainEvent(entry, after)),
    ),
  ];
}

/** Returns all wallets on a chain whose vault events are recorded. */
export async function readFollowedWallets(table: Table, chain: string): Promise<FollowedWallet[]> {
  const items = await queryAll(table, {
    ...ITEMS.followedWallet.key({ chain, vault: '', wallet: '' }),
    sk: '0x',
  });
  return items.map((item) => followedWalletSchema.parse(item));
}
