import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { endpoint } from '../../shared/http/endpoint.ts';
import { mcpRoute } from '../../shared/service/contract/mcp.ts';
import { transport } from '../../shared/service/mcp/transport.ts';

const admit = endpoint(mcpRoute, (_, { principal }) => ({ data: { scopes: principal.scopes } }));

/**
 * Each is loaded when its tool is first called. Their ids are spelled here alone, as the records that have them are what
 * a cold start does not load; a test holds them to be those of the tools.
 */
const byRoute = {
  'strategies.list': async () => (await import('../strategies/list.ts')).handler,
  'strategies.get': async () => (await import('../strategies/get.ts')).handler,
  'strategies.compare': async () => (await import('../strategies/compare.ts')).handler,
  'market.recommended': async () => (await import('../market/recommended.ts')).handler,
  'market.performance': async () => (await import('../market/performance.ts')).handler,
  'market.prices': async () => (await import('../market/prices.ts')).handler,
  'market.summary': async () => (await import('../../shared/service/mcp/own-summary.ts')).handler,
  'investments.portfolio': async () => (await import('../investments/portfolio.ts')).handler,
  'investments.list': async () => (await import('../investments/list.ts')).handler,
  'investments.history': async () => (await import('../investments/reports/history.ts')).handler,
  'investments.list-transactions': async () =>
    (await import('../investments/transactions/list-transactions.ts')).handler,
  'investments.get-transaction': async () =>
    (await import('../investments/transactions/get-transaction.ts')).handler,
  'investments.deposit': async () => (await import('../investments/movements/deposit.ts')).handler,
  'investments.withdraw': async () => (await import('../investments/movements/withdraw.ts')).handler,
  'investments.move': async () => (await import('../investments/movements/move.ts')).handler,
  'investments.sign-transaction': async () =>
    (await import('../investments/transactions/sign-transaction.ts')).handler,
  'investments.submit-transaction': async () =>
    (await import('../investments/transactions/submit-transaction.ts')).handler,
  'accounts.limits': async () => (await import('../accounts/limits.ts')).handler,
};

/** The Model Context Protocol: the endpoints' own functions, called as tools. */
export const handler = (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
  transport(event, context, { admit, byRoute });
