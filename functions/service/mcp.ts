import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { endpoint, type Handler } from '../../shared/http/endpoint.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { CREDENTIAL_MESSAGES } from '../../shared/platform/contract/headers.ts';
import { mcpRoute } from '../../shared/service/contract/mcp.ts';
import type { ToolName } from '../../shared/service/mcp/tools.ts';
import { handleMcpEvent } from '../../shared/service/mcp/transport.ts';

const admitRequest = endpoint(mcpRoute, () => ({ data: {} }));

/** Rejects a request without a credential, and counts it against the rate limit of its IP address. */
const rejectAnonymous = endpoint({ ...mcpRoute, access: 'public' }, () => {
  throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.missing });
});

/**
 * Each group of tools is loaded as one module, because esbuild would split separate handlers into dozens of files.
 */
const loadStrategyTools = () => import('./tools/strategies.ts');
const loadMarketTools = () => import('./tools/market.ts');
const loadInvestmentTools = () => import('./tools/investments.ts');
const loadDepositTools = () => import('./tools/deposits.ts');
const loadOpportunityTools = () => import('./tools/opportunities.ts');
const loadTransactionTools = () => import('./tools/transactions.ts');
const loadWalletTools = () => import('./tools/wallets.ts');
const loadNotificationTools = () => import('./tools/notifications.ts');
const loadAccountTools = () => import('./tools/accounts.ts');

/** Loads the handler of each tool on demand, which keeps the cold start short. */
const handlerLoadersByTool: Readonly<Record<ToolName, () => Promise<Handler>>> = {
  list_strategies: async () => (await loadStrategyTools()).list,
  get_strategy: async () => (await loadStrategyTools()).get,
  compare_strategies: async () => (await loadStrategyTools()).compare,
  recommend_strategies: async () => (await loadMarketTools()).recommended,
  strategy_performance: async () => (await loadMarketTools()).performance,
  asset_prices: async () => (await loadMarketTools()).prices,
  market_summary: async () => (await loadMarketTools()).summary,
  list_chains: async () => (await loadMarketTools()).chains,
  list_wallets: async () => (await loadWalletTools()).list,
  wallet_balances: async () => (await loadWalletTools()).balances,
  wallet_opportunities: async () => (await loadOpportunityTools()).opportunities,
  vault_holdings: async () => (await loadTransactionTools()).holdings,
  portfolio: async () => (await loadInvestmentTools()).portfolio,
  list_investments: async () => (await loadInvestmentTools()).list,
  list_transactions: async () => (await loadInvestmentTools()).history,
  list_chain_transactions: async () => (await loadTransactionTools()).list,
  get_transaction: async () => (await loadTransactionTools()).get,
  estimate_move: async () => (await loadMarketTools()).moveEstimate,
  deposit: async () => (await loadDepositTools()).deposit,
  withdraw: async () => (await loadDepositTools()).withdraw,
  move: async () => (await loadDepositTools()).move,
  sign_transaction: async () => (await loadTransactionTools()).sign,
  submit_transaction: async () => (await loadTransactionTools()).submit,
  cancel_transaction: async () => (await loadTransactionTools()).cancel,
  list_alerts: async () => (await loadNotificationTools()).listAlerts,
  create_alert: async () => (await loadNotificationTools()).createAlert,
  delete_alert: async () => (await loadNotificationTools()).deleteAlert,
  list_events: async () => (await loadNotificationTools()).listEvents,
  limits: async () => (await loadAccountTools()).limits,
};

export const handler = (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
  handleMcpEvent(event, context, {
    admit: admitRequest,
    rejectAnonymous,
    handlerOf: (tool) => handlerLoadersByTool[tool](),
  });
