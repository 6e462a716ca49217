import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { credentialItem } from '../access/credentials.ts';
import { userItem } from '../accounts/users.ts';
import { entryCodec } from '../investments/domain/encoding/codec.ts';
import { decodePosition } from '../investments/domain/encoding/position-codec.ts';
import type { Key } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { fixedPart, ITEMS } from '../platform/dynamodb/table.ts';
import { connectionItem, countConnections } from '../wallets/connections.ts';
import { CONNECTION_STATUSES } from '../wallets/contract/connection.ts';
import {
  countKey,
  countMovement,
  countPosition,
  countUser,
  countVaultMovement,
  countVaultPosition,
  countWallet,
  vaultName,
  WALLETS,
} from './domain/counting.ts';
import { type Figure, replacement } from './domain/figures.ts';
import { type CountedState, countObservations, type Ledger, readCounters } from './store/counters.ts';
import { readGeneration } from './store/generation.ts';

/** A state of an item, from the stream or from the table itself; no image: it was deleted. */
export interface ItemState {
  readonly key: Key;
  /** Orders the states of one item, as text. */
  readonly order: string;
  readonly atMs: number;
  readonly image: Readonly<Record<string, unknown>> | undefined;
}

interface Kind {
  readonly template: { readonly pk: string; readonly sk: string };
  readonly figures: (image: unknown) => Figure[];
  /** Written once and never changed. */
  readonly isFinal?: boolean;
  /** Whether the lists of such items know how many there are, so that no counter has to. */
  readonly isCountedByLists?: boolean;
  /** Whether the key holds the address of a wallet, which must not stay in a marker after an erasure. */
  readonly hasWalletInKey?: boolean;
}

const user = z.pick(userItem, { plan: true, role: true });
const apiKey = z.pick(credentialItem, { kind: true, status: true, expires_micros: true });
const wallet = z.pick(connectionItem, { status: true });

const bigText = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);
const vaultPosition = z.object({
  pk: z.string(),
  posted: z.object({ shares: bigText }),
  carried_out: z.int(),
  state: z.optional(z.object({ cost: bigText })),
});
const vaultEntry = z.object({
  pk: z.string(),
  effect: z.string(),
  kind: z.string(),
  amounts: z.object({ assets: bigText }),
  effective_at_ms: z.int(),
  intent_id: z.optional(z.string()),
});

/** The vault of a position, by the partition of its items. */
function vaultIn(pk: string): string {
  const [, chain = '', vault = ''] = pk.split('#');
  return vaultName(chain, vault);
}

function vaultPositionFigures(image: unknown): Figure[] {
  const { pk, posted, carried_out: carriedOut, state } = vaultPosition.parse(image);
  return countVaultPosition({
    ...{ vault: vaultIn(pk), shares: posted.shares, cost: state?.cost ?? 0n, carriedOut },
  });
}

function vaultMovementFigures(image: unknown): Figure[] {
  const { pk, effect, kind, amounts, effective_at_ms: atMs, intent_id: intentId } = vaultEntry.parse(image);
  return countVaultMovement({ vault: vaultIn(pk), effect, kind, atMs, assets: amounts.assets, intentId });
}

/** What the statistics count, by the kind of item. */
const KINDS: readonly Kind[] = [
  { template: ITEMS.user.template, figures: (image) => countUser(user.parse(image)) },
  { template: ITEMS.credential.template, figures: (image) => countKey(apiKey.parse(image)) },
  {
    template: ITEMS.walletConnection.template,
    figures: (image) => countWallet(wallet.parse(image)),
    isCountedByLists: true,
  },
  {
    template: ITEMS.ledgerPosition.template,
    figures: (image) => countPosition(decodePosition(image)),
  },
  {
    template: ITEMS.ledgerEntry.template,
    figures: (image) => countMovement(entryCodec.decode(image)),
    isFinal: true,
  },
  { template: ITEMS.chainBalance.template, figures: vaultPositionFigures, hasWalletInKey: true },
  {
    template: ITEMS.chainEntry.template,
    figures: vaultMovementFigures,
    isFinal: true,
    hasWalletInKey: true,
  },
];

const fits = (template: string, text: string) =>
  template.includes('{') ? text.startsWith(fixedPart(template)) : text === template;

function kindOf({ pk, sk }: Key): Kind | undefined {
  return KINDS.find(({ template }) => fits(template.pk, pk) && fits(template.sk, sk));
}

/** Partition-key prefixes of all items that the statistics follow. */
export const FOLLOWED_PREFIXES = [...new Set(KINDS.map(({ template }) => fixedPart(template.pk)))];

/** The counters of one generation: how many items of each kind exist, by the latest states. */
export function figuresLedger(generation: number): Ledger {
  return { name: String(generation), settle: replacement };
}

/** A key that identifies the item without its wallet. */
function withoutWallet({ pk, sk }: Key): Key {
  return { pk: `ONCHAIN#${createHash('sha256').update(pk).digest('base64url')}`, sk };
}

/**
 * The observations that the figures are counted from: those that counters are kept of, or all of them, for a caller
 * that adds them up by itself.
 */
export function figureObservations(
  states: readonly ItemState[],
  which: 'counters' | 'all' = 'counters',
): CountedState[] {
  return states.flatMap((state) => {
    const kind = kindOf(state.key);
    if (kind === undefined || (which === 'counters' && kind.isCountedByLists === true)) return [];
    const { order, atMs, image } = state;
    const figures = image === undefined ? [] : kind.figures(image);
    // Most entries of a journal count for nothing, and need no marker.
    if (image !== undefined && kind.hasWalletInKey === true && kind.isFinal === true && figures.length === 0)
      return [];
    const key = kind.hasWalletInKey === true ? withoutWallet(state.key) : state.key;
    const isFinal = image === undefined || kind.isFinal === true;
    return [{ key, order, atMs, isFinal, figures }];
  });
}

/**
 * Counts states of items as they come from the stream: repeated, out of order across items, and from several shards at
 * once. While the counters are being rebuilt, both generations are kept up to date.
 */
export async function countStates(table: Table, states: readonly ItemState[]): Promise<void> {
  const { current, building } = await readGeneration(table);
  const figures = figureObservations(states);
  for (const generation of building === undefined ? [current] : [current, building]) {
    await countObservations(table, figuresLedger(generation), figures);
  }
}

/** How many wallet connections there are in each status, as their lists say. */
async function countedWallets(table: Table): Promise<ReadonlyMap<string, bigint>> {
  const counts = CONNECTION_STATUSES.map(async (status) => {
    const count = await countConnections(table, { status });
    return [status, BigInt(count)] as const;
  });
  return new Map(await Promise.all(counts));
}

/** All counters, those that lists keep included, by group and name. */
export async function readFigures(table: Table) {
  const { current } = await readGeneration(table);
  const [counters, wallets] = await Promise.all([
    readCounters(table, figuresLedger(current).name),
    countedWallets(table),
  ]);
  return new Map<string, ReadonlyMap<string, bigint>>([...counters, [WALLETS, wallets]]);
}
