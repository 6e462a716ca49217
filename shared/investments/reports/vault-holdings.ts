import { type PageReply, pageOfList } from '../../platform/contract/cursor.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readTermsByIds } from '../../strategies/records.ts';
import type { holdingsRoute } from '../contract/holdings.ts';
import type { Investment } from '../contract/responses.ts';
import type { Holding } from '../contract/transactions/onchain-responses.ts';
import { parseVaultPositionId, vaultPositionIdOf } from '../domain/ids/investment-id.ts';
import { readBalance } from '../store/onchain/chain-journal.ts';
import { readVaultHolding, type VaultHolding } from '../store/onchain/vault-holdings.ts';
import {
  HOLDINGS_CONCURRENCY,
  isProvenHolding,
  readFollowedHoldings,
  readProvenHoldings,
} from '../vaults/proven-holdings.ts';
import { readVaultReport, readVaultReports, type VaultReport } from './vault-reports.ts';
import { toHolding, vaultInvestmentView } from './vault-views.ts';

const listPositionOf = (vaultHolding: VaultHolding) => ({
  key: vaultHolding.chain,
  id: vaultPositionIdOf(vaultHolding),
});

/**
 * Returns the vault holdings of all wallets for which an account has requested transaction steps. This does not require
 * proof that the account controls these wallets.
 * Holdings are computed from confirmed vault events, at the last observed share price.
 */
export async function listHoldings(
  table: Table,
  account: string,
  query: AppliedQuery<typeof holdingsRoute, 'user_id' | 'after'>,
): Promise<PageReply<Holding>> {
  const holdings = await readFollowedHoldings(table, account, { userId: query.user_id });
  const { items, ...page } = pageOfList(holdings, query, listPositionOf, 'asc');
  return {
    ...page,
    data: await Promise.all(items.map((vaultHolding) => readHoldingView(table, account, vaultHolding))),
  };
}

/** Returns a wallet's holdings in one vault, computed from confirmed vault events. */
export async function readHoldingView(
  table: Table,
  account: string,
  vaultHolding: VaultHolding,
): Promise<Holding> {
  const [report, isWalletProven] = await Promise.all([
    readVaultReport(table, vaultHolding, [Number.POSITIVE_INFINITY]),
    isProvenHolding(table, account, vaultHolding),
  ]);
  return toHolding(report, isWalletProven);
}

/** A report contains only transactions before its moment, so 1 millisecond is added. */
const createReportMoments = (now: Date) => [now.getTime() + 1];

async function toInvestments(table: Table, vaultReports: readonly VaultReport[]): Promise<Investment[]> {
  const strategyTermsById = await readTermsByIds(
    table,
    vaultReports.map(({ vaultHolding }) => vaultHolding.strategy_id),
  );
  return vaultReports.flatMap(
    (report) =>
      vaultInvestmentView(report, strategyTermsById.get(report.vaultHolding.strategy_id)?.name) ?? [],
  );
}

/**
 * Returns an account's vault investments as of `now`, newest first. Only wallets that the account has proved to
 * control are included.
 */
export async function readVaultInvestments(
  table: Table,
  account: string,
  filter: { readonly userId: string | undefined; readonly strategyId: string | undefined },
  now: Date,
): Promise<Investment[]> {
  const vaultReports = await readVaultReports(table, {
    account,
    ...filter,
    moments: createReportMoments(now),
  });
  const sortKeyOf = ({ created_at, id }: Investment) => `${created_at} ${id}`;
  return (await toInvestments(table, vaultReports)).sort((a, b) => (sortKeyOf(a) > sortKeyOf(b) ? -1 : 1));
}

const investmentNotFoundError = (message: string) => new ApiError('investment_not_found', { message });

/**
 * Returns the account's vault investment with this id, as of `now`. Returns undefined if the account has no
 * such vault holding.
 *
 * @throws ApiError investment_not_found when the account has not proved to control the wallet, or nothing is
 * confirmed yet
 */
export async function readVaultInvestment(
  table: Table,
  account: string,
  id: string,
  now: Date,
): Promise<Investment | undefined> {
  const vaultPosition = parseVaultPositionId(id);
  const vaultHolding = vaultPosition && (await readVaultHolding(table, account, vaultPosition));
  if (vaultHolding === undefined) return undefined;
  if (!(await isProvenHolding(table, account, vaultHolding))) {
    throw investmentNotFoundError(
      'You have not proven that you control the wallet of this investment. Sign in with the wallet or call POST /wallet/connections/{id}/proof. Until then, GET /investments/holdings shows the vault shares of this wallet.',
    );
  }
  const [investment] = await toInvestments(table, [
    await readVaultReport(table, vaultHolding, createReportMoments(now)),
  ]);
  if (investment === undefined)
    throw investmentNotFoundError('No transaction of this investment is confirmed yet. Retry later.');
  return investment;
}

/**
 * Returns the number of vault positions with shares. Only wallets that the account has proved to control are
 * counted.
 */
export async function countActiveVaultInvestments(table: Table, account: string): Promise<number> {
  let count = 0;
  await forEachParallel(
    await readProvenHoldings(table, account, {}),
    HOLDINGS_CONCURRENCY,
    async (vaultHolding) => {
      const { posted } = await readBalance(table, vaultHolding);
      if (posted.shares !== 0n) count += 1;
    },
  );
  return count;
}
