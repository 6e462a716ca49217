import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { endpoint, type Handler } from '../../shared/http/endpoint.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { CREDENTIAL_MESSAGES } from '../../shared/platform/contract/headers.ts';
import { mcpRoute } from '../../shared/service/contract/mcp.ts';
import type { ToolName } from '../../shared/service/mcp/tools.ts';
import { transport } from '../../shared/service/mcp/transport.ts';

const admitRequest = endpoint(mcpRoute, () => ({ data: {} }));

/**
 * Rejects a request without a credential. The request counts against the rate limit of its IP address, like a
 * request to a public route.
 */
const rejectAnonymous = endpoint({ ...mcpRoute, access: 'public' }, () => {
  throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.missing });
});

/**
 * Loads the handlers of one group of tools at the first call of any of them. If each handler were loaded
 * separately, esbuild would split the bundle into dozens of small shared files.
 */
const strategies = () => import('./tools/strategies.ts');
const market = () => import('./tools/market.ts');
const investments = () => import('./tools/investments.ts');
const movements = () => import('./tools/movements.ts');
const opportunities = () => import('./tools/opportunities.ts');
const transactions = () => import('./tools/transactions.ts');
const wallets = () => import('./tools/wallets.ts');
const notifications = () => import('./tools/notifications.ts');
const accounts = () => import('./tools/accounts.ts');

/** Loads the handler of each tool on demand, which keeps the cold start short. */
const loadHandlerByTool: Readonly<Record<ToolName, () => Promise<Handler>>> = {
  list_strategies: async () => (await strategies()).list,
  get_strategy: async () => (await strategies()).get,
  compare_strategies: async () => (await strategies()).compare,
  recommend_strategies: async () => (await market()).recommended,
  strategy_performance: async () => (await market()).performance,
  asset_prices: async () => (await market()).prices,
  market_summary: async () => (await market()).summary,
  list_chains: async () => (await market()).chains,
  list_wallets: async () => (await wallets()).list,
  wallet_balances: async () => (await wallets()).balances,
  wallet_opportunities: async () => (await opportunities()).opportunities,
  vault_holdings: async () => (await transactions()).holdings,
  portfolio: async () => (await investments()).portfolio,
  list_investments: async () => (await investments()).list,
  list_transactions: async () => (await investments()).history,
  list_chain_transactions: async () => (await transactions()).list,
  get_transaction: async () => (await transactions()).get,
  estimate_move: async () => (await market()).moveEstimate,
  deposit: async () => (await movements()).deposit,
  withdraw: async () => (await movements()).withdraw,
  move: async () => (await movements()).move,
  sign_transaction: async () => (await transactions()).sign,
  submit_transaction: async () => (await transactions()).submit,
  cancel_transaction: async () => (await transactions()).cancel,
  list_alerts: async () => (await notifications()).listAlerts,
  create_alert: async () => (await notifications()).createAlert,
  delete_alert: async () => (await notifications()).deleteAlert,
  list_events: async () => (await notifications()).listEvents,
  limits: async () => (await accounts()).limits,
};

/** Handles requests to the Model Context Protocol server. Its tools call the endpoints' own handlers. */
export const handler = (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
  transport(event, context, {
    admit: admitRequest,
    rejectAnonymous,
    handlerOf: (tool) => loadHandlerByTool[tool](),
  });
