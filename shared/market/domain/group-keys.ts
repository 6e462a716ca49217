import type { Group } from '../contract/windows.ts';

/** What decides under which chain, protocol and assets a strategy counts. */
export interface Grouped {
  readonly chain: string;
  readonly protocol: string;
  readonly underlying_assets: readonly string[];
}

/** The keys under which a strategy counts. A pool of several assets counts for each in equal parts of its TVL. */
export function groupKeys(record: Grouped, group: Group): readonly string[] {
  return group === 'asset' ? record.underlying_assets : [record[group]];
}
