import { getPause, readTerms, type Vault } from '../../strategies/records.ts';
import type { WatcherDependencies } from './watcher-dependencies.ts';

/** A confirmed event whose asset transfers differ from the amount that the vault reports. */
export interface AssetDifference {
  readonly block: number;
  /**
   * Transferred amount minus the amount that the vault reports, in base units. Negative if less was
   * transferred.
   */
  readonly difference: bigint;
}

/**
 * Pauses deposits into a vault after an unexpected asset difference, until an operator resumes the strategy. An
 * existing pause keeps its reason.
 * The caller must await the pause before it marks the event as posted, because later runs skip posted events.
 */
export async function pauseDepositsAfterDifference(
  { table, clock }: WatcherDependencies,
  { strategy_id: id, rebasing }: Vault,
  { block, difference }: AssetDifference,
): Promise<void> {
  // Skip a vault declared as rebasing, because its asset differences are expected. Skip an unlisted strategy, because
  // it accepts no deposits.
  if (rebasing || (await readTerms(table, id)) === undefined) return;
  const currentPause = await getPause(table, id);
  const differenceText = `In block ${block} the asset moved by ${difference} base units beyond what the vault says.`;
  const reason = currentPause === undefined ? differenceText : undefined;
  // Load this module only when needed, because pauses are rare.
  const { pauseStrategy } = await import('../pauses.ts');
  await pauseStrategy(table, id, { reason, now: new Date(clock()) });
}

export function reportAssetDifference(
  { log }: WatcherDependencies,
  vault: Vault,
  { block, difference }: AssetDifference,
): void {
  const fields = { chain: vault.chain, vault: vault.address, block, difference: String(difference) };
  const text = 'the asset that was transferred is not what the vault says';
  if (vault.rebasing) log.info(text, fields);
  else log.error(text, fields);
}
