import { estimateCandidate } from '../market/domain/recommendation/estimate.ts';
import { explainNoneEligible } from '../market/domain/recommendation/explain.ts';
import { RECOMMENDATION_POLICY } from '../market/domain/recommendation/policy.ts';
import { recommendAllocation } from '../market/domain/recommendation/recommend.ts';
import type { StrategyRow } from '../market/domain/strategy-rows.ts';
import { strategyRowsOf } from '../market/market-data.ts';
import type { CurrentPrices } from '../market/prices/current-prices.ts';
import type { ReadContext } from '../market/prices/prices-data.ts';
import { getConfiguredCostTable } from '../market/recommendations/estimate-inputs.ts';
import { strategySummaryOf } from '../market/summaries.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { round } from '../platform/domain/numbers.ts';
import type { Principal } from '../platform/request.ts';
import { getCurrentCatalog } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import { type BalanceSources, readBalances } from '../wallets/balances.ts';
import type { opportunitiesRoute } from './contract/opportunities.ts';
import type { Opportunity } from './contract/opportunity-responses.ts';
import { readHoldingView } from './reports/vault-holdings.ts';
import { readFollowedHoldings } from './vaults/proven-holdings.ts';

type Query = AppliedQuery<typeof opportunitiesRoute, 'address' | 'risk_level' | 'horizon_days'>;

const MOVE_OPTIONS_MAX = 3;
/** Maximum number of vault positions in one response, because each position needs a few reads. */
export const VAULT_HOLDINGS_MAX = 50;

/** A balance in a wallet or a position in a vault. */
type WalletAsset = Pick<Opportunity, 'kind' | 'chain' | 'asset' | 'amount' | 'value' | 'strategy_id'> & {
  /** The symbol of the asset whose strategies are searched. For a native coin, the symbol of its wrapped token. */
  readonly token: string;
};

interface OpportunityContext {
  readonly index: CatalogIndex;
  readonly asOfMs: number;
  readonly query: Query;
}

/**
 * Returns the best strategies for each balance and vault position of a wallet: those on the same chain with the largest
 * gain after costs.
 * The wallet must be an active connection of the caller, so no data of other accounts is read.
 *
 * @throws ApiError wallet_connection_not_found; invalid_request for an invalid address
 */
export async function findOpportunities(
  balanceSources: BalanceSources,
  query: Query,
  { principal, context }: { readonly principal: Principal; readonly context: ReadContext },
) {
  const wallet = { wallet_address: query.address, page: 1, per_page: 1 };
  const [{ data: balanceRows, meta }, { value: catalogIndex, asOf }] = await Promise.all([
    readBalances(balanceSources, wallet, principal),
    getCurrentCatalog(context),
  ]);
  const [walletBalances] = balanceRows;
  if (walletBalances === undefined) throw new ApiError('wallet_connection_not_found');
  const prices = await balanceSources.prices();
  const opportunityContext = {
    index: catalogIndex,
    query,
    asOfMs: asOf === null ? context.now.getTime() : Date.parse(asOf),
  };
  const { positions, omittedCount } = await readPositionsOfWallet(
    balanceSources,
    query.address,
    principal.userId,
    prices,
  );
  const walletAssets = [
    ...walletBalances.balances.map(
      (balance): WalletAsset => ({
        kind: 'balance',
        chain: balance.chain,
        asset: balance.asset,
        amount: balance.amount,
        value: balance.value_usd,
        strategy_id: null,
        token: balance.token_address === null ? `W${balance.asset}` : balance.asset,
      }),
    ),
    ...positions,
  ];
  const data = walletAssets.flatMap((each) => findOpportunity(each, opportunityContext) ?? []);
  return {
    data,
    meta: {
      as_of: asOf,
      chains: meta.chains,
      prices_as_of: meta.prices_as_of,
      positions_left_out: omittedCount,
    },
  };
}

/** Returns the account's vault positions for the wallet: at most VAULT_HOLDINGS_MAX, in order of chain and vault. */
async function readPositionsOfWallet(
  { table }: BalanceSources,
  address: string,
  account: string,
  { priceOf }: CurrentPrices,
): Promise<{ readonly positions: WalletAsset[]; readonly omittedCount: number }> {
  const vaultHoldings = (await readFollowedHoldings(table, account, {})).filter(
    ({ wallet }) => wallet.toLowerCase() === address.toLowerCase(),
  );
  const holdings = await Promise.all(
    vaultHoldings
      .slice(0, VAULT_HOLDINGS_MAX)
      .map((vaultHolding) => readHoldingView(table, account, vaultHolding)),
  );
  const positions = holdings
    .filter(({ shares }) => Number(shares) > 0)
    .map(({ chain, asset, value, strategy_id }): WalletAsset => {
      const price = priceOf(asset);
      const valueUsd = value === null || price === undefined ? null : round(Number(value) * price, 2);
      return { kind: 'position', chain, asset, amount: value, value: valueUsd, strategy_id, token: asset };
    });
  return { positions, omittedCount: Math.max(0, vaultHoldings.length - VAULT_HOLDINGS_MAX) };
}

function findOpportunity(
  { token, ...walletAsset }: WalletAsset,
  { index, asOfMs, query }: OpportunityContext,
): Opportunity | undefined {
  const rows = strategyRowsOf(index);
  const isVaultPosition = walletAsset.kind === 'position';
  const strategyIndexes = index.findMatching({
    chain: [walletAsset.chain],
    asset: [token],
    // A vault position can be moved only into another vault.
    settlement: isVaultPosition ? 'onchain' : undefined,
  });
  const candidates = [...strategyIndexes].flatMap((strategyIndex) => rows[strategyIndex] ?? []);
  if (candidates.length === 0 && !isVaultPosition) return undefined;
  const coinWrappingNote =
    token === walletAsset.asset
      ? null
      : `First wrap ${walletAsset.asset} to get ${token}, because strategies accept tokens but not native coins.`;
  if (walletAsset.value === null)
    return { ...walletAsset, options: [], note: explainMissingValue(walletAsset) };
  if (isVaultPosition && candidates.every(({ id }) => id === walletAsset.strategy_id))
    return {
      ...walletAsset,
      options: [],
      note: 'No other vault on this chain accepts this asset, so the position cannot be moved.',
    };
  const strategyIndex =
    walletAsset.strategy_id === null ? undefined : index.catalog.strategyIndexOf(walletAsset.strategy_id);
  const recommendationInput = {
    request: {
      amountUsd: Math.max(walletAsset.value, 0.01),
      riskLevel: query.risk_level,
      horizonDays: query.horizon_days,
      maxShare: 1,
      maxProtocolShare: 1,
      maxChainShare: 1,
      minTvlUsd: RECOMMENDATION_POLICY.minTvlUsd,
    },
    costTable: getConfiguredCostTable(),
    currentStrategy: strategyIndex === undefined ? undefined : rows[strategyIndex],
    asOfMs,
  };
  const recommendation = recommendAllocation(candidates, recommendationInput);
  const options = recommendation
    .strategiesAtRanks(0, RECOMMENDATION_POLICY.maxListed)
    .filter(({ candidate }) => candidate.id !== walletAsset.strategy_id)
    .map(({ candidate }) => toOpportunityOption(index, candidate, recommendationInput))
    .filter(({ expected_gain }) => expected_gain > 0)
    .sort((a, b) => b.expected_gain - a.expected_gain)
    .slice(0, MOVE_OPTIONS_MAX);
  const notProfitableText = 'No move into a suitable strategy would earn more than it costs.';
  const noOptionNote =
    recommendation.eligibleCount === 0 ? explainNoneEligible(recommendation) : notProfitableText;
  return { ...walletAsset, options, note: options.length === 0 ? noOptionNote : coinWrappingNote };
}

function explainMissingValue({ asset, amount }: Pick<WalletAsset, 'asset' | 'amount'>): string {
  return amount === null
    ? 'The share price of this vault is not known yet, so no gain can be estimated. Retry later.'
    : `${asset} has no price in USD, so no gain can be estimated.`;
}

function toOpportunityOption(
  catalogIndex: CatalogIndex,
  candidate: StrategyRow,
  recommendationInput: Parameters<typeof recommendAllocation>[1],
) {
  const { amountUsd, horizonDays } = recommendationInput.request;
  const { netApy, costsUsd, gainPerDayUsd, daysToBreakEven } = estimateCandidate(
    candidate,
    amountUsd,
    recommendationInput,
  );
  return {
    ...strategySummaryOf(catalogIndex.catalog.listElementAt(candidate.strategyIndex)),
    settlement: catalogIndex.catalog.settlement(candidate.strategyIndex),
    expected_net_apy: round(netApy, 4),
    expected_gain: round(gainPerDayUsd * horizonDays - costsUsd, 2),
    costs: round(costsUsd, 2),
    days_to_break_even: daysToBreakEven,
  };
}
