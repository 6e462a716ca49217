import * as z from 'zod/mini';
import { credentialItemSchema } from '../access/credentials.ts';
import { userItemSchema } from '../accounts/users.ts';
import { entryCodec } from '../investments/domain/encoding/codec.ts';
import { decodePosition } from '../investments/domain/encoding/position-codec.ts';
import type { Key } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { StreamChange } from '../platform/dynamodb/stream-change.ts';
import { fixedPrefixOf, ITEMS, keyPrefixesOf, partitionPrefixOf } from '../platform/dynamodb/table.ts';
import { connectionItemSchema, countConnections } from '../wallets/connections.ts';
import { CONNECTION_STATUSES } from '../wallets/contract/connection.ts';
import {
  buildApiKeyFigures,
  buildPositionFigures,
  buildSandboxTransactionFigures,
  buildUserFigures,
  buildVaultNameInCounters,
  buildVaultPositionFigures,
  buildVaultTransactionFigures,
  buildWalletFigures,
  WALLETS_GROUP,
} from './domain/counting.ts';
import { type Counters, computeFigureDifferences, type Figure } from './domain/figures.ts';
import { countChangesOnce, ITEM_COUNTERS_LEDGER, readCounters } from './store/counters.ts';

/** A kind of items that the statistics count. */
interface CountedItemKind {
  readonly item: (typeof ITEMS)[keyof typeof ITEMS];
  readonly figures: (image: unknown) => Figure[];
  /**
   * Whether the statistics keep no counters for these items, because numbered lists already store how many there are.
   */
  readonly isCountedByLists?: boolean;
}

const userSchema = z.pick(userItemSchema, { plan: true, role: true });
const apiKeySchema = z.pick(credentialItemSchema, { kind: true, status: true, expires_micros: true });
const walletSchema = z.pick(connectionItemSchema, { status: true });

const bigintTextSchema = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);
const vaultPositionSchema = z.object({
  pk: z.string(),
  posted: z.object({ shares: bigintTextSchema }),
  carried_out: z.int(),
  state: z.optional(z.object({ cost: bigintTextSchema })),
});
const vaultEntrySchema = z.object({
  pk: z.string(),
  effect: z.string(),
  kind: z.string(),
  amounts: z.object({ assets: bigintTextSchema }),
  effective_at_ms: z.int(),
  vault_transaction_id: z.optional(z.string()),
});

/** Returns the vault's name in the counters. `pk` is the partition key of a position. */
function vaultCounterNameOf(pk: string): string {
  const [, chain = '', vault = ''] = pk.split('#');
  return buildVaultNameInCounters(chain, vault);
}

function parseVaultPositionFigures(itemImage: unknown): Figure[] {
  const { pk, posted, carried_out: completedRequests, state } = vaultPositionSchema.parse(itemImage);
  return buildVaultPositionFigures({
    ...{
      vault: vaultCounterNameOf(pk),
      shares: posted.shares,
      cost: state?.cost ?? 0n,
      completedRequests,
    },
  });
}

function parseVaultTransactionFigures(itemImage: unknown): Figure[] {
  const {
    pk,
    effect,
    kind,
    amounts,
    effective_at_ms: atMs,
    vault_transaction_id: vaultTransactionId,
  } = vaultEntrySchema.parse(itemImage);
  return buildVaultTransactionFigures({
    vault: vaultCounterNameOf(pk),
    effect,
    kind,
    atMs,
    assets: amounts.assets,
    vaultTransactionId,
  });
}

const COUNTED_ITEM_KINDS: readonly CountedItemKind[] = [
  { item: ITEMS.user, figures: (itemImage) => buildUserFigures(userSchema.parse(itemImage)) },
  { item: ITEMS.credential, figures: (itemImage) => buildApiKeyFigures(apiKeySchema.parse(itemImage)) },
  {
    item: ITEMS.walletConnection,
    figures: (itemImage) => buildWalletFigures(walletSchema.parse(itemImage)),
    isCountedByLists: true,
  },
  { item: ITEMS.ledgerPosition, figures: (itemImage) => buildPositionFigures(decodePosition(itemImage)) },
  {
    item: ITEMS.ledgerEntry,
    figures: (itemImage) => buildSandboxTransactionFigures(entryCodec.decode(itemImage)),
  },
  { item: ITEMS.chainBalance, figures: parseVaultPositionFigures },
  { item: ITEMS.chainEntry, figures: parseVaultTransactionFigures },
];

const fits = (template: string, text: string) =>
  template.includes('{') ? text.startsWith(fixedPrefixOf(template)) : text === template;

function findCountedItemKind({ pk, sk }: Key): CountedItemKind | undefined {
  return COUNTED_ITEM_KINDS.find(({ item: { template } }) => fits(template.pk, pk) && fits(template.sk, sk));
}

export const COUNTED_PARTITION_PREFIXES = [
  ...new Set(COUNTED_ITEM_KINDS.map(({ item }) => partitionPrefixOf(item))),
];

export const COUNTED_KEY_PREFIXES = COUNTED_ITEM_KINDS.map(({ item }) => keyPrefixesOf(item));

const itemKeySchema = z.object({ pk: z.string(), sk: z.string() });

/** Returns no figures if the statistics do not count items of this kind. */
export function readItemFigures(item: unknown): Figure[] {
  return findCountedItemKind(itemKeySchema.parse(item))?.figures(item) ?? [];
}

/**
 * Adds changes of the table to the counters. The stream may repeat changes, reorder changes of different items, and
 * deliver several batches at the same time.
 */
export async function addChangesToCounters(table: Table, changes: readonly StreamChange[]): Promise<void> {
  const changesToCount = changes.flatMap(({ eventId, key, atMs, before, after }) => {
    const kind = findCountedItemKind(key);
    if (kind === undefined || kind.isCountedByLists === true) return [];
    const figuresOfImage = (itemImage: unknown) => (itemImage === undefined ? [] : kind.figures(itemImage));
    const changedFigures = computeFigureDifferences(figuresOfImage(before), figuresOfImage(after));
    return changedFigures.length === 0 ? [] : [{ eventId, atMs, figures: changedFigures }];
  });
  await countChangesOnce(table, changesToCount);
}

async function countWalletsByStatus(table: Table): Promise<ReadonlyMap<string, bigint>> {
  const countPromises = CONNECTION_STATUSES.map(async (status) => {
    const count = await countConnections(table, { status });
    return [status, BigInt(count)] as const;
  });
  return new Map(await Promise.all(countPromises));
}

/** Returns all counters by group and name. */
export async function readAllCounters(table: Table): Promise<Counters> {
  const [counters, walletCounters] = await Promise.all([
    readCounters(table, ITEM_COUNTERS_LEDGER),
    countWalletsByStatus(table),
  ]);
  return new Map([...counters, [WALLETS_GROUP, walletCounters]]);
}
