import * as z from 'zod/mini';
import { batchGet, type Item, type Key } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { scanFor, type Visitor } from '../../../platform/dynamodb/query-all.ts';
import { fixedPart, ITEMS, keyStart } from '../../../platform/dynamodb/table.ts';
import type { ChainPlace } from './chain-books.ts';

/**
 * Kinds of on-chain items that the verification checks one by one. The items of a position are checked
 * together.
 */
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

/** The key and the kind of an item that the verification checks on its own. */
export interface ChainItemKey extends Key {
  readonly kind: SingleKind;
}

const keyOf = z.object({ pk: z.string(), sk: z.string() });

/** Whether a key has the form of a template. The template's variables contain no `#`. */
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
 * Collects all stored on-chain items during a table scan: the positions, the followed wallets, and the keys
 * of all items that are checked one by one.
 * A scan also finds items to which no other item refers.
 */
export class FoundChainItems implements Visitor {
  readonly sees = [
    ...SINGLE.map(({ of }) => keyStart(of)),
    ...[POSITION, FOLLOWED].map((pk) => ({ pk, sk: '' })),
  ];
  readonly #places = new Map<string, ChainPlace>();
  readonly items: ChainItemKey[] = [];

  readonly see = (item: Item): void => {
    const key = keyOf.parse(item);
    const place = placeOf(key);
    if (place !== undefined) this.#places.set(`${place.chain} ${place.vault} ${place.wallet}`, place);
    const kind = kindOf(key);
    if (kind !== undefined) this.items.push({ ...key, kind });
  };

  get places(): readonly ChainPlace[] {
    return [...this.#places.values()];
  }
}

/** Scans the table for all on-chain items. */
export async function findChainItems(table: Table): Promise<FoundChainItems> {
  const found = new FoundChainItems();
  await scanFor(table, [found]);
  return found;
}

/** Reads the items of some keys and returns a function that looks them up. */
export async function readStored(table: Table, at: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const keys = new Map(at.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }]));
  const found = await batchGet(table, [...keys.values()], { consistent: true });
  const byKey = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return ({ pk, sk }) => byKey.get(`${pk} ${sk}`);
}
