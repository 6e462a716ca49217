import * as z from 'zod/mini';
import { batchGet, type Item, type Key } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { type ScanVisitor, scanForVisitors } from '../../../platform/dynamodb/query-all.ts';
import { fixedPrefixOf, ITEMS, keyPrefixesOf } from '../../../platform/dynamodb/table.ts';
import type { VaultPositionKey } from './chain-journal.ts';

/** Kinds of on-chain items that the verification checks one by one. */
const SINGLE_ITEM_KINDS = [
  { kind: 'vaultTransaction', of: ITEMS.vaultTransaction },
  { kind: 'walletVaultTransaction', of: ITEMS.walletVaultTransaction },
  { kind: 'liveVaultTransaction', of: ITEMS.liveVaultTransaction },
  { kind: 'accountVaultTransaction', of: ITEMS.accountVaultTransaction },
  { kind: 'vaultHolding', of: ITEMS.vaultHolding },
  { kind: 'vault', of: ITEMS.vault },
  { kind: 'vaultFigures', of: ITEMS.vaultFigures },
  { kind: 'vaultComparison', of: ITEMS.vaultComparison },
  { kind: 'watcher', of: ITEMS.watcher },
  { kind: 'chainRescan', of: ITEMS.chainRescan },
  { kind: 'chainReplay', of: ITEMS.chainReplay },
] as const;
type ChainItemKind = (typeof SINGLE_ITEM_KINDS)[number]['kind'];

export interface ChainItemKey extends Key {
  readonly kind: ChainItemKind;
}

const itemKeySchema = z.object({ pk: z.string(), sk: z.string() });

/** Returns whether a key matches a template. The values of the template's variables never contain `#`. */
function matchesTemplate(template: string, text: string): boolean {
  if (!template.includes('{')) return template === text;
  return text.startsWith(fixedPrefixOf(template)) && template.split('#').length === text.split('#').length;
}

function itemKindOf({ pk, sk }: Key): ChainItemKind | undefined {
  return SINGLE_ITEM_KINDS.find(
    ({ of: { template } }) => matchesTemplate(template.pk, pk) && matchesTemplate(template.sk, sk),
  )?.kind;
}

const VAULT_POSITION_PREFIX = fixedPrefixOf(ITEMS.chainBalance.template.pk);
const FOLLOWED_WALLET_PREFIX = fixedPrefixOf(ITEMS.followedWallet.template.pk);

function vaultPositionOfKey({ pk, sk }: Key): VaultPositionKey | undefined {
  if (pk.startsWith(VAULT_POSITION_PREFIX)) {
    const [, chain = '', vault = '', wallet = ''] = pk.split('#');
    return { chain, vault, wallet };
  }
  if (pk.startsWith(FOLLOWED_WALLET_PREFIX)) {
    const [vault = '', wallet = ''] = sk.split('#');
    return { chain: pk.slice(FOLLOWED_WALLET_PREFIX.length), vault, wallet };
  }
  return undefined;
}

/** Collects all stored on-chain items during a table scan, even items to which no other item refers. */
export class ChainItemScan implements ScanVisitor {
  readonly keyPrefixes = [
    ...SINGLE_ITEM_KINDS.map(({ of }) => keyPrefixesOf(of)),
    ...[VAULT_POSITION_PREFIX, FOLLOWED_WALLET_PREFIX].map((pk) => ({ pk, sk: '' })),
  ];
  readonly #positionByName = new Map<string, VaultPositionKey>();
  readonly items: ChainItemKey[] = [];

  readonly visit = (item: Item): void => {
    const key = itemKeySchema.parse(item);
    const vaultPosition = vaultPositionOfKey(key);
    if (vaultPosition !== undefined)
      this.#positionByName.set(
        `${vaultPosition.chain} ${vaultPosition.vault} ${vaultPosition.wallet}`,
        vaultPosition,
      );
    const kind = itemKindOf(key);
    if (kind !== undefined) this.items.push({ ...key, kind });
  };

  get vaultPositions(): readonly VaultPositionKey[] {
    return [...this.#positionByName.values()];
  }
}

export async function scanChainItems(table: Table): Promise<ChainItemScan> {
  const chainItemScan = new ChainItemScan();
  await scanForVisitors(table, [chainItemScan]);
  return chainItemScan;
}

/** Reads items by their keys. Returns a function that returns the item with a given key. */
export async function readItemsByKey(
  table: Table,
  keysToRead: readonly Key[],
): Promise<(key: Key) => Item | undefined> {
  const keys = new Map(keysToRead.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }]));
  const chainItems = await batchGet(table, [...keys.values()], { consistent: true });
  const itemByKey = new Map(chainItems.map((item) => [`${item.pk} ${item.sk}`, item]));
  return ({ pk, sk }) => itemByKey.get(`${pk} ${sk}`);
}
