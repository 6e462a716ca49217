import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import { parseTexts } from '../../strategies/domain/catalog/encoding/stored-json.ts';
import type { Group } from '../contract/windows.ts';

/**
 * The groups of each strategy of a catalog. A strategy with several keys belongs to several groups, with an equal
 * part of its TVL in each group.
 * Strategies with the same keys share one list of keys. All lists are stored one after another in typed arrays,
 * because each request reads them for tens of thousands of strategies.
 */
export interface Grouping {
  readonly keys: readonly string[];
  /** The index of the list of each strategy. The array index is the strategy's ordinal (its index in the catalog). */
  readonly lists: Uint32Array;
  /** The index in `places` at which each list starts. The last element is the end of the last list. */
  readonly starts: Uint32Array;
  /** The elements of the lists: indexes into `keys`. */
  readonly places: Uint32Array;
}

function buildGrouping(
  keys: readonly string[],
  lists: Uint32Array,
  groupLists: readonly (readonly number[])[],
): Grouping {
  const listStarts = new Uint32Array(groupLists.length + 1);
  groupLists.forEach((list, number) => {
    listStarts[number + 1] = (listStarts[number] ?? 0) + list.length;
  });
  return { keys, lists, starts: listStarts, places: Uint32Array.from(groupLists.flat()) };
}

/** Groups the strategies of a catalog by chain, protocol, underlying asset or whole asset symbol. */
export function groupingOf(catalog: Catalog, group: Group | 'symbol'): Grouping {
  if (group === 'asset') return groupByUnderlying(catalog);
  return groupByText(catalog, group === 'symbol' ? 'asset' : group);
}

/** Returns the groups of a strategy as indexes into the grouping's keys. */
export function groupIndexesOf({ lists, starts, places }: Grouping, ordinal: number): Uint32Array {
  const list = lists[ordinal] ?? 0;
  return places.subarray(starts[list], starts[list + 1]);
}

/** Groups the strategies by a text column. */
function groupByText(catalog: Catalog, column: 'chain' | 'protocol' | 'asset'): Grouping {
  const { codes, texts } = catalog.codes(column);
  return buildGrouping(
    texts,
    codes,
    texts.map((_, code) => [code]),
  );
}

function groupByUnderlying(catalog: Catalog): Grouping {
  const { codes, texts } = catalog.codes('underlying_assets');
  const numbers = new Map<string, number>();
  const groupLists = texts.map((text) => {
    return parseTexts(text).map((symbol) => {
      const number = numbers.get(symbol) ?? numbers.size;
      numbers.set(symbol, number);
      return number;
    });
  });
  return buildGrouping([...numbers.keys()], codes, groupLists);
}

/** The members of each group. The groups are stored one after another. */
export interface Members {
  readonly keys: readonly string[];
  /** The index in `ordinals` at which each group starts. The last element is the end of the last group. */
  readonly begins: Uint32Array;
  /**
   * The strategies of each group as ordinals (indexes in the catalog), ascending. The catalog is sorted by TVL,
   * highest first.
   */
  readonly ordinals: Uint32Array;
  /**
   * Number of groups to which each strategy belongs. The array index is the strategy's ordinal (its index in the
   * catalog).
   */
  readonly parts: Uint16Array;
}

/** Returns, for every group, those of the given strategies that belong to it. */
export function membersOf(grouping: Grouping, selectedOrdinals: Uint32Array): Members {
  const { keys, lists } = grouping;
  const parts = new Uint16Array(lists.length);
  const groupStarts = new Uint32Array(keys.length + 1);
  countMembers(grouping, selectedOrdinals, parts, groupStarts);
  const ordinals = new Uint32Array(groupStarts[keys.length] ?? 0);
  fillMembers(grouping, selectedOrdinals, groupStarts.slice(), ordinals);
  return { keys, begins: groupStarts, ordinals, parts };
}

/** Counts the members of each group and the groups of each strategy, and computes the start of each group. */
function countMembers(
  { lists, starts, places }: Grouping,
  selectedOrdinals: Uint32Array,
  parts: Uint16Array,
  groupStarts: Uint32Array,
): void {
  for (let index = 0; index < selectedOrdinals.length; index += 1) {
    const ordinal = selectedOrdinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const from = starts[list] ?? 0;
    const to = starts[list + 1] ?? 0;
    parts[ordinal] = to - from;
    for (let at = from; at < to; at += 1) {
      const after = (places[at] ?? 0) + 1;
      groupStarts[after] = (groupStarts[after] ?? 0) + 1;
    }
  }
  for (let after = 1; after < groupStarts.length; after += 1)
    groupStarts[after] = (groupStarts[after] ?? 0) + (groupStarts[after - 1] ?? 0);
}

/** Writes each strategy to the next free position of its groups. */
function fillMembers(
  { lists, starts, places }: Grouping,
  selectedOrdinals: Uint32Array,
  next: Uint32Array,
  ordinals: Uint32Array,
): void {
  for (let index = 0; index < selectedOrdinals.length; index += 1) {
    const ordinal = selectedOrdinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const to = starts[list + 1] ?? 0;
    for (let at = starts[list] ?? 0; at < to; at += 1) {
      const group = places[at] ?? 0;
      ordinals[next[group] ?? 0] = ordinal;
      next[group] = (next[group] ?? 0) + 1;
    }
  }
}

/** Returns an array of `size` elements: 1 at the index of each given ordinal, otherwise 0. */
export function marksOf(ordinals: Uint32Array, size: number): Uint8Array {
  const memberMarks = new Uint8Array(size);
  for (let index = 0; index < ordinals.length; index += 1) memberMarks[ordinals[index] ?? 0] = 1;
  return memberMarks;
}
