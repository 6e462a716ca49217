import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { endpoint } from '../../shared/http/endpoint.ts';
import { marketSummary } from '../../shared/market/summary.ts';
import { mcpRoute } from '../../shared/service/contract/mcp.ts';
import { exchange } from '../../shared/service/mcp/exchange.ts';
import { ownSummaryRoute } from '../../shared/service/mcp/tools.ts';
import { handler as limits } from '../accounts/limits.ts';
import { handler as listInvestments } from '../investments/list.ts';
import { handler as deposit } from '../investments/movements/deposit.ts';
import { handler as move } from '../investments/movements/move.ts';
import { handler as withdraw } from '../investments/movements/withdraw.ts';
import { handler as portfolio } from '../investments/portfolio.ts';
import { handler as history } from '../investments/reports/history.ts';
import { handler as getTransaction } from '../investments/transactions/get-transaction.ts';
import { handler as signTransaction } from '../investments/transactions/sign-transaction.ts';
import { handler as submitTransaction } from '../investments/transactions/submit-transaction.ts';
import { handler as performance } from '../market/performance.ts';
import { handler as prices } from '../market/prices.ts';
import { handler as recommended } from '../market/recommended.ts';
import { handler as compare } from '../strategies/compare.ts';
import { handler as getStrategy } from '../strategies/get.ts';
import { handler as listStrategies } from '../strategies/list.ts';

const admit = endpoint(mcpRoute, (_, { principal }) => ({ data: { scopes: principal.scopes } }));

const summary = endpoint(ownSummaryRoute, (_, context) => marketSummary(context));

const byRoute = {
  'strategies.list': listStrategies,
  'strategies.get': getStrategy,
  'strategies.compare': compare,
  'market.recommended': recommended,
  'market.performance': performance,
  'market.prices': prices,
  'market.summary': summary,
  'investments.portfolio': portfolio,
  'investments.list': listInvestments,
  'investments.history': history,
  'investments.get-transaction': getTransaction,
  'investments.deposit': deposit,
  'investments.withdraw': withdraw,
  'investments.move': move,
  'investments.sign-transaction': signTransaction,
  'investments.submit-transaction': submitTransaction,
  'accounts.limits': limits,
};

/** The Model Context Protocol: the endpoints' own functions, called as tools. */
export const handler = (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
  exchange(event, context, { admit, byRoute });
