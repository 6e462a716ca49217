import * as z from 'zod/mini';
import { batchGet, type Item, type Key } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { scanPages } from '../../../platform/dynamodb/query-all.ts';
import { fixedPart, ITEMS } from '../../../platform/dynamodb/table.ts';
import type { ChainPlace } from './chain-books.ts';

/** Items of on-chain money that are verified one by one. Those of a position are verified together. */
const SINGLE = [
  { kind: 'intent', of: ITEMS.intent },
  { kind: 'walletIntent', of: ITEMS.walletIntent },
  { kind: 'liveIntent', of: ITEMS.liveIntent },
  { kind: 'accountIntent', of: ITEMS.accountIntent },
  { kind: 'vaultHolding', of: ITEMS.vaultHolding },
  { kind: 'vault', of: ITEMS.vault },
  { kind: 'vaultFigures', of: ITEMS.vaultFigures },
  { kind: 'vaultComparison', of: ITEMS.vaultComparison },
  { kind: 'watcher', of: ITEMS.watcher },
  { kind: 'chainRescan', of: ITEMS.chainRescan },
  { kind: 'chainReplay', of: ITEMS.chainReplay },
] as const;
type SingleKind = (typeof SINGLE)[number]['kind'];

/** The key and the kind of an item of on-chain money. */
export interface ChainItemKey extends Key {
  readonly kind: SingleKind;
}

const keyOf = z.object({ pk: z.string(), sk: z.string() });

/** Whether a text has the form of a template whose variables hold no `#`. */
function fits(template: string, text: string): boolean {
  if (!template.includes('{')) return template === text;
  return text.startsWith(fixedPart(template)) && template.split('#').length === text.split('#').length;
}

function kindOf({ pk, sk }: Key): SingleKind | undefined {
  return SINGLE.find(({ of: { template } }) => fits(template.pk, pk) && fits(template.sk, sk))?.kind;
}

const POSITION = fixedPart(ITEMS.chainBalance.template.pk);
const FOLLOWED = fixedPart(ITEMS.followedWallet.template.pk);

function placeOf({ pk, sk }: Key): ChainPlace | undefined {
  if (pk.startsWith(POSITION)) {
    const [, chain = '', vault = '', wallet = ''] = pk.split('#');
    return { chain, vault, wallet };
  }
  if (pk.startsWith(FOLLOWED)) {
    const [vault = '', wallet = ''] = sk.split('#');
    return { chain: pk.slice(FOLLOWED.length), vault, wallet };
  }
  return undefined;
}

/**
 * Everything that is stored of on-chain money: the places of positions and followed wallets, and the keys of all items
 * that are verified one by one. It scans the whole table, so that an item to which nothing points is found as well.
 */
export async function findChainItems(
  table: Table,
): Promise<{ readonly places: readonly ChainPlace[]; readonly items: readonly ChainItemKey[] }> {
  const prefixes = [...new Set([...SINGLE.map(({ of }) => fixedPart(of.template.pk)), POSITION, FOLLOWED])];
  const places = new Map<string, ChainPlace>();
  const items: ChainItemKey[] = [];
  const pages = scanPages(table, {
    ProjectionExpression: 'pk, sk',
    FilterExpression: prefixes.map((_, i) => `begins_with(pk, :p${i})`).join(' OR '),
    ExpressionAttributeValues: Object.fromEntries(prefixes.map((prefix, i) => [`:p${i}`, prefix])),
  });
  for await (const page of pages) {
    for (const key of page.map((item) => keyOf.parse(item))) {
      const place = placeOf(key);
      if (place !== undefined) places.set(`${place.chain} ${place.vault} ${place.wallet}`, place);
      const kind = kindOf(key);
      if (kind !== undefined) items.push({ ...key, kind });
    }
  }
  return { places: [...places.values()], items };
}

/** Items by their keys, as they are stored. */
export async function readStored(table: Table, at: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const keys = new Map(at.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }]));
  const found = await batchGet(table, [...keys.values()], { consistent: true });
  const byKey = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return ({ pk, sk }) => byKey.get(`${pk} ${sk}`);
}
