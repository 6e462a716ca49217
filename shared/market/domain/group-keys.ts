import type { Group } from '../contract/windows.ts';

export interface GroupingFields {
  readonly chain: string;
  readonly protocol: string;
  readonly underlying_assets: readonly string[];
}

/** A pool of several assets belongs to the group of each asset, with an equal part of its TVL. */
export function groupKeysOf(record: GroupingFields, group: Group): readonly string[] {
  return group === 'asset' ? record.underlying_assets : [record[group]];
}
