import * as z from 'zod/mini';
import { batchGet, type Item, type Key } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { scanFor, type Visitor } from '../../../platform/dynamodb/query-all.ts';
import { fixedPart, ITEMS, keyStart } from '../../../platform/dynamodb/table.ts';
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
 * Everything that is stored of on-chain money, found by a scan: the places of positions and followed wallets, and the keys
 * of all items that are verified one by one. So an item to which nothing points is found as well.
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

/** The same, by a scan of its own. */
export async function findChainItems(table: Table): Promise<FoundChainItems> {
  const found = new FoundChainItems();
  await scanFor(table, [found]);
  return found;
}

/** Items by their keys, as they are stored. */
export async function readStored(table: Table, at: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const keys = new Map(at.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }]));
  const found = await batchGet(table, [...keys.values()], { consistent: true });
  const byKey = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return ({ pk, sk }) => byKey.get(`${pk} ${sk}`);
}
