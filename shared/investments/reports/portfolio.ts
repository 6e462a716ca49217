import type { CurrentPrices } from '../../market/prices/current-prices.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Reply } from '../../platform/request.ts';
import { readTermsByIds } from '../../strategies/records.ts';
import { growthIndexAt } from '../domain/growth-index.ts';
import { computeRealizedEarnings, valueOfHoldings } from '../domain/holdings.ts';
import type { Position } from '../domain/ledger-entry.ts';
import { computePortfolioTotals, type PortfolioRow } from '../domain/portfolio.ts';
import { OWNERS_CONCURRENCY, selectOwners } from '../owners.ts';
import { readAllPositions } from '../store/ledger-scan.ts';
import { readStrategyLedgers } from '../store/strategy-ledger.ts';
import { readVaultReports } from './vault-reports.ts';

export interface PortfolioSources {
  readonly table: Table;
  readonly prices: () => Promise<CurrentPrices>;
}

interface PortfolioRequest {
  readonly account: string;
  readonly userId?: string | undefined;
  readonly now: Date;
}

/** An investment without the fields that come from the catalog and from prices. */
type PortfolioInvestment = Omit<PortfolioRow, 'protocol' | 'priceUsd'> & { readonly strategyId: string };

async function readSandboxInvestments(
  table: Table,
  { account, userId, now }: PortfolioRequest,
): Promise<PortfolioInvestment[]> {
  const positions: Position[] = [];
  await forEachParallel(await selectOwners(table, account, userId), OWNERS_CONCURRENCY, async (ownerId) => {
    for (const { position } of await readAllPositions(table, ownerId)) positions.push(position);
  });
  const ledgerByStrategy = await readStrategyLedgers(
    table,
    positions.map(({ strategyId }) => strategyId),
  );
  return positions.flatMap(({ strategyId, chain, asset, decimals, holdings, updatedAtMs }) => {
    const strategyLedger = ledgerByStrategy.get(strategyId);
    if (strategyLedger === undefined) return [];
    const toAssetUnits = (amount: bigint) => Number(fromBaseUnits(amount, decimals));
    const growthIndex = growthIndexAt(strategyLedger.segments, Math.max(now.getTime(), updatedAtMs));
    return {
      strategyId,
      settlement: 'sandbox' as const,
      chain,
      asset,
      value: toAssetUnits(valueOfHoldings(holdings, growthIndex)),
      principal: toAssetUnits(holdings.principal),
      realized: toAssetUnits(computeRealizedEarnings(holdings)),
      apy: strategyLedger.segments.at(-1)?.apyPercent ?? 0,
    };
  });
}

/**
 * Returns the account's shares in vaults, valued at the last observed share price. Only wallets that the
 * account has proved to control are included.
 */
async function readVaultHoldingsAsInvestments(
  table: Table,
  { account, userId, now }: PortfolioRequest,
): Promise<PortfolioInvestment[]> {
  const reports = await readVaultReports(table, { account, userId, moments: [now.getTime() + 1] });
  return reports.flatMap(({ subject, states: [state] }) => {
    if (state === undefined) return [];
    const toAssetUnits = (amount: bigint) => Number(fromBaseUnits(amount, subject.decimals));
    return {
      strategyId: subject.strategyId,
      settlement: 'onchain' as const,
      chain: subject.chain,
      asset: subject.asset,
      value: state.value === undefined ? undefined : toAssetUnits(state.value),
      principal: toAssetUnits(state.cost),
      realized: toAssetUnits(state.realized),
      apy: undefined,
    };
  });
}

/**
 * Returns the totals of an account's investments as of `now`, at the latest prices: for all its end users or
 * for one end user.
 * Includes the sandbox ledger, and the vault shares of wallets that the account has proved to control.
 */
export async function readPortfolio(
  { table, prices }: PortfolioSources,
  request: PortfolioRequest,
): Promise<Reply> {
  const [sandboxInvestments, vaultInvestments, { priceOf, asOf }] = await Promise.all([
    readSandboxInvestments(table, request),
    readVaultHoldingsAsInvestments(table, request),
    prices(),
  ]);
  const reports = [...sandboxInvestments, ...vaultInvestments];
  const strategyTermsById = await readTermsByIds(
    table,
    reports.map(({ strategyId }) => strategyId),
  );
  const rows = reports.map(({ strategyId, ...row }) => ({
    ...row,
    apy: row.apy ?? strategyTermsById.get(strategyId)?.current_apy,
    protocol: strategyTermsById.get(strategyId)?.protocol,
    priceUsd: priceOf(row.asset),
  }));
  return {
    data: computePortfolioTotals(rows),
    meta: { as_of: request.now.toISOString(), prices_as_of: asOf },
  };
}
