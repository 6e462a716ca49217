import type { PauseOutcome } from '../../../shared/investments/pauses.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { StrategyPause } from '../../../shared/strategies/records.ts';
import type { TableCommandContext } from './command.ts';

export function formatPause(pause: StrategyPause, strategy: StrategyRecord | undefined) {
  return {
    id: pause.strategy_id,
    name: strategy?.name ?? '',
    status: strategy?.status ?? '',
    paused_at: pause.paused_at,
    reason: pause.reason ?? '',
  };
}

/** If the catalog does not show the start or end of the pause yet, prints when it will. */
export function explainCatalogDelay(
  { catalogUpdated }: PauseOutcome,
  commandContext: TableCommandContext,
): void {
  if (!catalogUpdated)
    commandContext.say('The change appears in the catalog and in recommendations after the next ingestion.');
}
