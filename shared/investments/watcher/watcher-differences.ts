import { getPause, readTerms, type Vault } from '../../strategies/records.ts';
import type { WatcherPorts } from './watcher-ports.ts';

/** That a confirmed event moved otherwise of the asset than the vault says. */
export interface AssetDifference {
  readonly block: number;
  /** Base units beyond what the vault says. */
  readonly difference: bigint;
}

/**
 * Stops deposits into a vault whose asset moves otherwise than its events say, as of one that has begun to keep a part of
 * transfers: until an operator has looked, as after `strategy pause`. It is done before the event is booked, so that a run
 * which stops in between does it again; once it is booked, that event pauses nothing any more, and what an operator has
 * resumed is paused again by a later one alone. A pause that is in force keeps its reason.
 */
export async function stopAtDifference(
  { table, clock }: WatcherPorts,
  { strategy_id: id, rebasing }: Vault,
  { block, difference }: AssetDifference,
): Promise<void> {
  // A declared rebasing vault is expected to differ, and an unlisted strategy accepts no deposits.
  if (rebasing || (await readTerms(table, id)) === undefined) return;
  const inForce = await getPause(table, id);
  const found = `In block ${block} the asset moved by ${difference} base units beyond what the vault says.`;
  const reason = inForce === undefined ? found : undefined;
  // A pause publishes the catalog again. That is rare, so its code is loaded only then.
  const { pauseStrategy } = await import('../pauses.ts');
  await pauseStrategy(table, id, { reason, now: new Date(clock()) });
}

/** A difference is expected where the asset's balances move by themselves, and an error anywhere else. */
export function tellDifference(
  { log }: WatcherPorts,
  vault: Vault,
  { block, difference }: AssetDifference,
): void {
  const fields = { chain: vault.chain, vault: vault.address, block, difference: String(difference) };
  const text = 'the asset that was transferred is not what the vault says';
  if (vault.rebasing) log.info(text, fields);
  else log.error(text, fields);
}
