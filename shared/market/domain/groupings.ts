import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import { parseTextList } from '../../strategies/domain/catalog/encoding/stored-json.ts';
import type { Group } from '../contract/windows.ts';

/**
 * The groups of each strategy of a catalog. A strategy with several assets belongs to the group of each asset.
 * Strategies with the same assets share one list of group indexes.
 */
export interface StrategyGrouping {
  readonly keys: readonly string[];
  /** For each strategy (by its index in the catalog): the index in `listStarts` of its list of groups. */
  readonly listIndexes: Uint32Array;
  /** Index in `groupIndexes` at which each list of groups starts. The last element is the end of the last list. */
  readonly listStarts: Uint32Array;
  /** All lists of groups, one after another. Each element is the index of a group in `keys`. */
  readonly groupIndexes: Uint32Array;
}

function buildGrouping(
  keys: readonly string[],
  listIndexByStrategy: Uint32Array,
  groupIndexLists: readonly (readonly number[])[],
): StrategyGrouping {
  const listStarts = new Uint32Array(groupIndexLists.length + 1);
  groupIndexLists.forEach((list, listIndex) => {
    listStarts[listIndex + 1] = (listStarts[listIndex] ?? 0) + list.length;
  });
  return {
    keys,
    listIndexes: listIndexByStrategy,
    listStarts,
    groupIndexes: Uint32Array.from(groupIndexLists.flat()),
  };
}

/** Groups the strategies of a catalog by chain, protocol, underlying asset or whole asset symbol. */
export function groupingOf(catalog: Catalog, group: Group | 'symbol'): StrategyGrouping {
  if (group === 'asset') return groupByUnderlying(catalog);
  return groupByText(catalog, group === 'symbol' ? 'asset' : group);
}

/** Returns the groups of a strategy as indexes into the grouping's keys. */
export function groupIndexesOf(
  { listIndexes, listStarts, groupIndexes }: StrategyGrouping,
  strategyIndex: number,
): Uint32Array {
  const list = listIndexes[strategyIndex] ?? 0;
  return groupIndexes.subarray(listStarts[list], listStarts[list + 1]);
}

function groupByText(catalog: Catalog, column: 'chain' | 'protocol' | 'asset'): StrategyGrouping {
  const { codes, texts } = catalog.codes(column);
  return buildGrouping(
    texts,
    codes,
    texts.map((_, code) => [code]),
  );
}

function groupByUnderlying(catalog: Catalog): StrategyGrouping {
  const { codes, texts } = catalog.codes('underlying_assets');
  const groupIndexBySymbol = new Map<string, number>();
  const groupIndexLists = texts.map((text) => {
    return parseTextList(text).map((symbol) => {
      const groupIndex = groupIndexBySymbol.get(symbol) ?? groupIndexBySymbol.size;
      groupIndexBySymbol.set(symbol, groupIndex);
      return groupIndex;
    });
  });
  return buildGrouping([...groupIndexBySymbol.keys()], codes, groupIndexLists);
}

/** The strategies of each group. The groups are stored one after another. */
export interface GroupMembers {
  readonly keys: readonly string[];
  /** The position in `strategyIndexes` at which each group starts. The last element is the end of the last group. */
  readonly groupStarts: Uint32Array;
  /** Catalog indexes of each group's strategies, highest TVL first. */
  readonly strategyIndexes: Uint32Array;
  /** Number of groups to which each strategy belongs. The array index is the strategy's index in the catalog. */
  readonly groupCounts: Uint16Array;
}

/** Returns the given strategies by group. */
export function groupMembersOf(grouping: StrategyGrouping, selectedIndexes: Uint32Array): GroupMembers {
  const { keys, listIndexes } = grouping;
  const groupCounts = new Uint16Array(listIndexes.length);
  const groupStarts = new Uint32Array(keys.length + 1);
  countGroupMembers(grouping, selectedIndexes, groupCounts, groupStarts);
  const strategyIndexes = new Uint32Array(groupStarts[keys.length] ?? 0);
  fillGroupMembers(grouping, selectedIndexes, groupStarts.slice(), strategyIndexes);
  return { keys, groupStarts, strategyIndexes, groupCounts };
}

/**
 * Writes the number of groups of each strategy to `groupCounts`, and the start of each group's member list to
 * `groupStarts`.
 */
function countGroupMembers(
  { listIndexes, listStarts, groupIndexes }: StrategyGrouping,
  selectedIndexes: Uint32Array,
  groupCounts: Uint16Array,
  groupStarts: Uint32Array,
): void {
  for (let index = 0; index < selectedIndexes.length; index += 1) {
    const strategyIndex = selectedIndexes[index] ?? 0;
    const list = listIndexes[strategyIndex] ?? 0;
    const listStart = listStarts[list] ?? 0;
    const listEnd = listStarts[list + 1] ?? 0;
    groupCounts[strategyIndex] = listEnd - listStart;
    for (let listPosition = listStart; listPosition < listEnd; listPosition += 1) {
      const nextGroupIndex = (groupIndexes[listPosition] ?? 0) + 1;
      groupStarts[nextGroupIndex] = (groupStarts[nextGroupIndex] ?? 0) + 1;
    }
  }
  for (let groupIndex = 1; groupIndex < groupStarts.length; groupIndex += 1)
    groupStarts[groupIndex] = (groupStarts[groupIndex] ?? 0) + (groupStarts[groupIndex - 1] ?? 0);
}

/** Adds the index of each strategy to all its groups, at the next free position of each group. */
function fillGroupMembers(
  { listIndexes, listStarts, groupIndexes }: StrategyGrouping,
  selectedIndexes: Uint32Array,
  nextPositionByGroup: Uint32Array,
  strategyIndexes: Uint32Array,
): void {
  for (let index = 0; index < selectedIndexes.length; index += 1) {
    const strategyIndex = selectedIndexes[index] ?? 0;
    const list = listIndexes[strategyIndex] ?? 0;
    const listEnd = listStarts[list + 1] ?? 0;
    for (let listPosition = listStarts[list] ?? 0; listPosition < listEnd; listPosition += 1) {
      const group = groupIndexes[listPosition] ?? 0;
      strategyIndexes[nextPositionByGroup[group] ?? 0] = strategyIndex;
      nextPositionByGroup[group] = (nextPositionByGroup[group] ?? 0) + 1;
    }
  }
}

/** Returns an array of `size` elements: 1 at each of the given indexes, otherwise 0. */
export function markMembers(strategyIndexes: Uint32Array, size: number): Uint8Array {
  const membershipFlags = new Uint8Array(size);
  for (let index = 0; index < strategyIndexes.length; index += 1)
    membershipFlags[strategyIndexes[index] ?? 0] = 1;
  return membershipFlags;
}
