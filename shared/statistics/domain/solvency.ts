import { roundOrNull, roundToCents } from '../../platform/domain/numbers.ts';
import type { Statistics } from '../contract/responses.ts';

/** Maximum number of uncovered strategies that are listed, largest uncovered amounts first. */
const UNCOVERED_STRATEGIES_MAX = 20;

type SandboxSolvency = Omit<Statistics['solvency'], 'vaults'>;
type VaultSolvencySummary = Statistics['solvency']['vaults'];

/**
 * Returns the solvency of the sandbox strategies. A strategy is uncovered if the ledger owes its users more than the
 * strategy's TVL.
 */
function summarizeSandboxSolvency(
  strategies: readonly {
    readonly strategy_id: string;
    readonly asset: string;
    readonly owed: string;
    readonly owed_usd: number | null;
    readonly tvl_usd: number | null;
    readonly exceeds: boolean | null;
  }[],
): SandboxSolvency {
  const uncoveredStrategies = strategies.flatMap(({ exceeds, owed_usd, tvl_usd, ...rest }) =>
    exceeds === true && owed_usd !== null && tvl_usd !== null
      ? { ...rest, owed_usd: roundToCents(owed_usd), tvl_usd: roundToCents(tvl_usd) }
      : [],
  );
  const shortfallUsdOf = (row: (typeof uncoveredStrategies)[number]) => row.owed_usd - row.tvl_usd;
  return {
    strategies: strategies.length,
    unknown: strategies.filter(({ exceeds }) => exceeds === null).length,
    uncovered: uncoveredStrategies.length,
    largest_uncovered: uncoveredStrategies
      .toSorted((a, b) => shortfallUsdOf(b) - shortfallUsdOf(a))
      .slice(0, UNCOVERED_STRATEGIES_MAX),
  };
}

/**
 * Returns the numbers of all, unknown and uncovered strategies, and the largest uncovered ones. A strategy is uncovered
 * if its wallets hold fewer vault shares on the chain than the ledger shows.
 */
function summarizeVaultSolvency(
  strategies: readonly (Omit<
    VaultSolvencySummary['largest_uncovered'][number],
    'block_number' | 'compared_at'
  > & {
    readonly block_number: number | null;
    readonly compared_at: string | null;
    readonly exceeds: boolean | null;
  })[],
): VaultSolvencySummary {
  const uncoveredStrategies = strategies.flatMap((each) => {
    const { strategy_id, asset, owed, lacking, lacking_wallets, block_number, compared_at } = each;
    if (each.exceeds !== true || block_number === null || compared_at === null) return [];
    const owed_usd = roundOrNull(each.owed_usd, 2);
    const lacking_usd = roundOrNull(each.lacking_usd, 2);
    return {
      strategy_id,
      asset,
      owed,
      owed_usd,
      lacking: lacking,
      lacking_usd,
      lacking_wallets,
      block_number,
      compared_at,
    };
  });
  const shortfallUsdOf = (row: (typeof uncoveredStrategies)[number]) => row.lacking_usd ?? 0;
  return {
    strategies: strategies.length,
    unknown: strategies.filter(({ exceeds }) => exceeds === null).length,
    uncovered: uncoveredStrategies.length,
    largest_uncovered: uncoveredStrategies
      .toSorted((a, b) => shortfallUsdOf(b) - shortfallUsdOf(a))
      .slice(0, UNCOVERED_STRATEGIES_MAX),
  };
}

export function summarizeSolvency(
  sandboxSolvency: Parameters<typeof summarizeSandboxSolvency>[0],
  vaultSolvency: Parameters<typeof summarizeVaultSolvency>[0],
): Statistics['solvency'] {
  return { ...summarizeSandboxSolvency(sandboxSolvency), vaults: summarizeVaultSolvency(vaultSolvency) };
}
