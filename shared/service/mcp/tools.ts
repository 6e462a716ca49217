import { limitsRoute } from '../../accounts/contract/limits.ts';
import { holdingsRoute } from '../../investments/contract/holdings.ts';
import { listInvestmentsRoute } from '../../investments/contract/list.ts';
import { opportunitiesRoute } from '../../investments/contract/opportunities.ts';
import { portfolioRoute } from '../../investments/contract/portfolio.ts';
import { investmentHistoryRoute } from '../../investments/contract/reports/history.ts';
import { cancelTransactionRoute } from '../../investments/contract/transactions/cancel-transaction.ts';
import { depositRoute } from '../../investments/contract/transactions/deposit.ts';
import { getTransactionRoute } from '../../investments/contract/transactions/get-transaction.ts';
import { listTransactionsRoute } from '../../investments/contract/transactions/list-transactions.ts';
import { moveRoute } from '../../investments/contract/transactions/move.ts';
import { signTransactionRoute } from '../../investments/contract/transactions/sign-transaction.ts';
import { submitTransactionRoute } from '../../investments/contract/transactions/submit-transaction.ts';
import { withdrawRoute } from '../../investments/contract/transactions/withdraw.ts';
import { chainsRoute } from '../../market/contract/lookups/chains.ts';
import { pricesRoute } from '../../market/contract/prices.ts';
import { moveEstimateRoute } from '../../market/contract/strategies/move-estimate.ts';
import { performanceRoute } from '../../market/contract/strategies/performance.ts';
import { recommendedRoute } from '../../market/contract/strategies/recommended.ts';
import { createAlertRoute } from '../../notifications/contract/alerts/create-alert.ts';
import { deleteAlertRoute } from '../../notifications/contract/alerts/delete-alert.ts';
import { listAlertsRoute } from '../../notifications/contract/alerts/list-alerts.ts';
import { listEventsRoute } from '../../notifications/contract/list-events.ts';
import type { Route } from '../../platform/contract/route.ts';
import { compareRoute } from '../../strategies/contract/compare.ts';
import { strategyFilters } from '../../strategies/contract/filters.ts';
import { getRoute } from '../../strategies/contract/get.ts';
import { listStrategiesRoute } from '../../strategies/contract/list.ts';
import { balancesRoute } from '../../wallets/contract/balances.ts';
import { connectionsRoute } from '../../wallets/contract/connections.ts';
import { authenticatedSummaryRoute } from '../contract/own-summary.ts';

/** A tool that a model can call. It calls one endpoint and has its own name and description. */
export interface Tool<Name extends string = string> {
  readonly name: Name;
  /** Title of the tool in the tool list of a client. */
  readonly title: string;
  readonly route: Route;
  /**
   * The text about the tool for the language model: what the tool returns, when to call it, and where its ids
   * come from.
   */
  readonly description: string;
  /** Whether a call moves money, or deletes something that cannot be restored. */
  readonly isDestructive?: true;
  /**
   * Whether the tool uses only data that belongs to the account or this service. Data from chains, market data and
   * third-party texts do not count as such data.
   */
  readonly isClosedWorld?: true;
  /**
   * Whether responses can exceed the size limit. If so, the tool list shows the argument that requests the
   * whole response.
   */
  readonly hasLongResult?: true;
  /**
   * Arguments that the tool list does not show, because few users need them. The endpoint still accepts these
   * arguments.
   */
  readonly hiddenArguments?: readonly string[];
  /** Fields of `data`, or of its items, that the output schema contains. */
  readonly output: readonly string[];
  /**
   * Names of fields that are removed from the response at any depth, because the language model does not need
   * them.
   */
  readonly omitted?: readonly string[];
}

const TIMESTAMP_FIELDS = ['created_at', 'updated_at'] as const;
/** Fields of a strategy that the language model does not need. */
const OMITTED_STRATEGY_FIELDS = [
  'description',
  'tokens',
  'source_pool',
  'protocol_info',
  ...TIMESTAMP_FIELDS,
] as const;
/**
 * Fields of a transaction that the language model does not need. For example, `calls` contains the same steps
 * as `steps`, for wallets that send all steps in one transaction.
 */
const OMITTED_TRANSACTION_FIELDS = ['calls', ...TIMESTAMP_FIELDS] as const;
/** Returns the names of all strategy filters except `shownFilters`, so that a tool can hide them. */
const filterNamesExcept = (...shownFilters: readonly (keyof typeof strategyFilters)[]): string[] =>
  Object.keys(strategyFilters).filter((filter) => !shownFilters.some((name) => name === filter));
/**
 * Arguments that select a sub-account. Tools hide them, because an assistant acts for one user, and only
 * platforms with many end users need sub-accounts.
 */
const SUB_ACCOUNT_ARGUMENTS = ['user_id', 'userId'] as const;
const SORTING_ARGUMENTS = ['sort', 'order'] as const;
const PAGING_ARGUMENTS = ['page'] as const;

const STRATEGY_OUTPUT_FIELDS = [
  'id',
  'name',
  'chain',
  'asset',
  'protocol',
  'current_apy',
  'risk_level',
  'tvl',
  'min_deposit',
  'settlement',
] as const;
const TRANSACTION_OUTPUT_FIELDS = ['id', 'settlement', 'status'] as const;
const CHAIN_TRANSACTION_OUTPUT_FIELDS = [...TRANSACTION_OUTPUT_FIELDS, 'steps', 'expires_at'] as const;

const MONEY_MOVEMENT_NOTE =
  'The call itself moves no money. Sandbox: only a test ledger changes. Onchain: the owner of the wallet signs and sends the returned steps in order. meta.next says what is left to do.';

/**
 * Returns the tools unchanged, but keeps the literal types of their names. The compiler can then check that a
 * table by tool name is complete.
 */
const defineTools = <Name extends string>(tools: readonly Tool<Name>[]) => tools;

export const MCP_TOOLS = defineTools([
  {
    name: 'list_strategies',
    title: 'Find strategies',
    route: listStrategiesRoute,
    hasLongResult: true,
    description:
      'Finds strategies by chain, asset, APY, risk or text, largest TVL first unless sort says otherwise. APY is in percent, TVL in USD. For real deposits on a chain use settlement=onchain; other strategies are sandbox only.',
    hiddenArguments: [
      ...filterNamesExcept(
        'chain',
        'asset',
        'family',
        'stablecoin',
        'min_apy',
        'risk_level',
        'protocol',
        'strategy_type',
        'min_tvl',
        'settlement',
      ),
      'order',
    ],
    omitted: OMITTED_STRATEGY_FIELDS,
    output: STRATEGY_OUTPUT_FIELDS,
  },
  {
    name: 'get_strategy',
    title: 'Explain a strategy',
    route: getRoute,
    description:
      'Returns one strategy with its risk breakdown, history, expected APY, minimum deposit and execution_contracts: the only contracts that steps call. Call it before you explain it or deposit into it.',
    omitted: TIMESTAMP_FIELDS,
    output: [...STRATEGY_OUTPUT_FIELDS, 'expected_apy', 'risk', 'execution_contracts'],
  },
  {
    name: 'compare_strategies',
    title: 'Compare strategies',
    route: compareRoute,
    hasLongResult: true,
    description: 'Returns the figures of up to 10 strategies side by side.',
    omitted: OMITTED_STRATEGY_FIELDS,
    output: ['id', 'name', 'current_apy', 'risk_level', 'tvl', 'settlement'],
  },
  {
    name: 'recommend_strategies',
    title: 'Recommend an allocation',
    route: recommendedRoute,
    hasLongResult: true,
    description:
      'Ranks strategies for an amount, a risk level and a horizon, after costs, with reasons and an allocation of up to 3 equal parts (share 0.3333), unless max_share says otherwise. An empty allocation means that nothing is worth its costs. Tell the user that these are estimates. For real deposits use settlement=onchain.',
    hiddenArguments: ['include_rejected', 'from_strategy_id'],
    omitted: [...OMITTED_STRATEGY_FIELDS, 'breakdown', 'score', 'historical_apy'],
    output: ['rank', 'strategy', 'risk_score', 'expected_apy', 'expected_net_apy', 'allocation', 'reasons'],
  },
  {
    name: 'strategy_performance',
    title: 'Performance of strategies',
    route: performanceRoute,
    hasLongResult: true,
    description: 'Returns APY figures of strategies over a window, beside the mean of the same asset.',
    hiddenArguments: [...filterNamesExcept('chain', 'asset'), ...SORTING_ARGUMENTS],
    omitted: TIMESTAMP_FIELDS,
    output: ['strategy_id', 'strategy_name', 'current_apy', 'mean_apy', 'volatility', 'history'],
  },
  {
    name: 'asset_prices',
    title: 'Prices of assets',
    route: pricesRoute,
    description: 'Returns prices in USD and their changes. Unknown assets are in meta.not_found.',
    hiddenArguments: [...SORTING_ARGUMENTS],
    output: ['asset', 'price', 'change_1d', 'change_7d', 'change_30d'],
  },
  {
    name: 'market_summary',
    title: 'Summary of the market',
    route: authenticatedSummaryRoute,
    description: 'Returns the main figures of the market. A good first call.',
    output: ['strategies', 'tvl', 'apy'],
  },
  {
    name: 'list_chains',
    title: 'List chains',
    route: chainsRoute,
    description: 'Returns the chains that have strategies. A key is a value of the argument chain.',
    hiddenArguments: ['search', ...SORTING_ARGUMENTS],
    output: ['key', 'name', 'strategies'],
  },
  {
    name: 'list_wallets',
    title: 'List connected wallets',
    route: connectionsRoute,
    description:
      "Returns the account's connected wallets. walletAddress of an active one is the wallet_address of other tools. If there is none, ask the user to connect one in the dashboard. Without provenAt, deposits work, but count in the portfolio only after the user proves the wallet there.",
    omitted: ['provider', 'createdAt', 'updatedAt'],
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS, 'status'],
    output: ['id', 'walletAddress', 'status', 'provenAt'],
  },
  {
    name: 'wallet_balances',
    title: 'Balances of wallets',
    route: balancesRoute,
    hasLongResult: true,
    description:
      'Returns token balances of the connected wallets, read from the chains. Call it before a deposit on a chain: the wallet needs the asset, and the native coin for gas.',
    omitted: ['connection_id', 'token_address', 'decimals', 'amount_base_units'],
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS, 'include_zero'],
    output: ['wallet_address', 'total_usd', 'complete', 'balances'],
  },
  {
    name: 'wallet_opportunities',
    title: 'What a wallet could earn',
    route: opportunitiesRoute,
    hasLongResult: true,
    description:
      'For each balance and position of a connected wallet: the strategies on the same chain that would gain most after costs. The address is from list_wallets.',
    output: ['kind', 'chain', 'asset', 'amount', 'value', 'options', 'note'],
  },
  {
    name: 'vault_holdings',
    title: 'Vault shares in wallets',
    route: holdingsRoute,
    hasLongResult: true,
    description: 'Returns the vault shares of the followed wallets, also of unproven ones.',
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS],
    output: ['strategy_id', 'wallet_address', 'asset', 'value', 'earned'],
  },
  {
    name: 'portfolio',
    title: 'Portfolio',
    route: portfolioRoute,
    hasLongResult: true,
    description: "Returns the value, earnings and APY of the account's investments, in USD.",
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS],
    output: ['value_usd', 'principal_usd', 'earned_usd'],
  },
  {
    name: 'list_investments',
    title: 'List investments',
    route: listInvestmentsRoute,
    hasLongResult: true,
    description: "Returns the account's investments. Their id is the investment_id of withdraw and move.",
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS, ...SORTING_ARGUMENTS, 'settlement'],
    output: ['id', 'strategy_id', 'settlement', 'status', 'value', 'principal'],
  },
  {
    name: 'list_transactions',
    title: 'List deposits and withdrawals',
    route: investmentHistoryRoute,
    hasLongResult: true,
    description:
      'Returns sandbox transactions and vault events, newest first, including those made outside this service.',
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS],
    output: ['id', 'type', 'settlement', 'status', 'strategy_id', 'asset', 'amount'],
  },
  {
    name: 'list_chain_transactions',
    title: 'List transactions on chains',
    route: listTransactionsRoute,
    hasLongResult: true,
    description:
      'Returns vault deposits and withdrawals with their status, newest first. get_transaction returns their remaining steps.',
    omitted: TIMESTAMP_FIELDS,
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS, 'settlement'],
    output: [...TRANSACTION_OUTPUT_FIELDS, 'strategy_id', 'amount'],
  },
  {
    name: 'get_transaction',
    title: 'Get a transaction',
    route: getTransactionRoute,
    description: 'Returns the status of a deposit or withdrawal, and the steps that are left to sign.',
    omitted: OMITTED_TRANSACTION_FIELDS,
    output: CHAIN_TRANSACTION_OUTPUT_FIELDS,
  },
  {
    name: 'estimate_move',
    title: 'Estimate a move',
    route: moveEstimateRoute,
    description: 'Returns the costs of a move between two strategies, and the days until it pays off.',
    output: ['costs', 'gain_per_day', 'days_to_break_even', 'net_gain'],
  },
  {
    name: 'deposit',
    title: 'Deposit into a strategy',
    route: depositRoute,
    isDestructive: true,
    description: `Starts a deposit. First ask the user for strategy and amount. With settlement onchain, it needs a wallet_address from list_wallets. ${MONEY_MOVEMENT_NOTE}`,
    omitted: OMITTED_TRANSACTION_FIELDS,
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS],
    output: CHAIN_TRANSACTION_OUTPUT_FIELDS,
  },
  {
    name: 'withdraw',
    title: 'Withdraw from an investment',
    route: withdrawRoute,
    isDestructive: true,
    description: `Starts a withdrawal of an amount, or of all. First ask the user which. ${MONEY_MOVEMENT_NOTE}`,
    omitted: OMITTED_TRANSACTION_FIELDS,
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS],
    output: CHAIN_TRANSACTION_OUTPUT_FIELDS,
  },
  {
    name: 'move',
    title: 'Move money between strategies',
    route: moveRoute,
    isDestructive: true,
    description: `Withdraws an amount, or all, from one strategy and deposits it into another of the same asset. First ask the user for both and the amount. Between vaults, sign the withdrawal first, then the deposit. ${MONEY_MOVEMENT_NOTE}`,
    omitted: OMITTED_TRANSACTION_FIELDS,
    hiddenArguments: [...SUB_ACCOUNT_ARGUMENTS],
    output: ['withdrawal', 'deposit'],
  },
  {
    name: 'sign_transaction',
    title: 'Give a signature',
    route: signTransactionRoute,
    description:
      'Takes the signature of a permit step, after the owner of the wallet signed its typed_data. Returns the remaining step to send. The signature allows a contract to take the amount: pass on only what the user signed for this transaction.',
    isDestructive: true,
    omitted: OMITTED_TRANSACTION_FIELDS,
    output: CHAIN_TRANSACTION_OUTPUT_FIELDS,
  },
  {
    name: 'submit_transaction',
    title: 'Report sent transactions',
    route: submitTransactionRoute,
    description:
      'Reports the hashes of the sent steps, so that the service follows them. Then call get_transaction until it says confirmed.',
    omitted: OMITTED_TRANSACTION_FIELDS,
    output: CHAIN_TRANSACTION_OUTPUT_FIELDS,
  },
  {
    name: 'cancel_transaction',
    title: 'Cancel a transaction',
    route: cancelTransactionRoute,
    isDestructive: true,
    description: 'Cancels a transaction. Steps that were sent anyway still count, because the chain decides.',
    omitted: [...OMITTED_TRANSACTION_FIELDS, 'steps'],
    output: [...TRANSACTION_OUTPUT_FIELDS, 'may_still_execute'],
  },
  {
    name: 'list_alerts',
    title: 'List alerts',
    route: listAlertsRoute,
    isClosedWorld: true,
    description: "Returns the account's alerts with their ids.",
    omitted: TIMESTAMP_FIELDS,
    output: ['id', 'name', 'kind', 'target', 'strategy_id', 'paused'],
  },
  {
    name: 'create_alert',
    title: 'Create an alert',
    route: createAlertRoute,
    isClosedWorld: true,
    description:
      'Watches strategies. When the condition starts to hold, the alert creates an event, which list_events returns.',
    hiddenArguments: ['hysteresis', 'cooldown_minutes', 'paused'],
    omitted: TIMESTAMP_FIELDS,
    output: ['id', 'kind', 'target'],
  },
  {
    name: 'delete_alert',
    title: 'Delete an alert',
    route: deleteAlertRoute,
    isClosedWorld: true,
    isDestructive: true,
    description: 'Deletes an alert. Its id is from list_alerts.',
    output: ['id'],
  },
  {
    name: 'list_events',
    title: 'List events',
    route: listEventsRoute,
    hasLongResult: true,
    description:
      'Returns what happened to the account in the last 30 days, such as alerts and confirmed transactions.',
    hiddenArguments: ['type', ...PAGING_ARGUMENTS],
    omitted: ['account'],
    output: ['id', 'sequence', 'type', 'data'],
  },
  {
    name: 'limits',
    title: 'Limits of the key',
    route: limitsRoute,
    isClosedWorld: true,
    description: 'Returns the limits of the account and their use.',
    output: ['plan', 'account', 'quotas'],
  },
]);
export type ToolName = (typeof MCP_TOOLS)[number]['name'];
