import { limitsRoute } from '../../accounts/contract/limits.ts';
import { listRoute as listInvestmentsRoute } from '../../investments/contract/list.ts';
import { depositRoute } from '../../investments/contract/movements/deposit.ts';
import { moveRoute } from '../../investments/contract/movements/move.ts';
import { withdrawRoute } from '../../investments/contract/movements/withdraw.ts';
import { opportunitiesRoute } from '../../investments/contract/opportunities.ts';
import { portfolioRoute } from '../../investments/contract/portfolio.ts';
import { historyRoute } from '../../investments/contract/reports/history.ts';
import { getTransactionRoute } from '../../investments/contract/transactions/get-transaction.ts';
import { listTransactionsRoute } from '../../investments/contract/transactions/list-transactions.ts';
import { signTransactionRoute } from '../../investments/contract/transactions/sign-transaction.ts';
import { submitTransactionRoute } from '../../investments/contract/transactions/submit-transaction.ts';
import { pricesRoute } from '../../market/contract/prices.ts';
import { performanceRoute } from '../../market/contract/strategies/performance.ts';
import { recommendedRoute } from '../../market/contract/strategies/recommended.ts';
import type { Route } from '../../platform/contract/route.ts';
import { compareRoute } from '../../strategies/contract/compare.ts';
import { getRoute } from '../../strategies/contract/get.ts';
import { listRoute } from '../../strategies/contract/list.ts';
import { ownSummaryRoute } from '../contract/own-summary.ts';

/** What a model may call: an endpoint under a name, with the words that say when to. */
export interface Tool<Name extends string = string> {
  readonly name: Name;
  /** For people, in a list of tools. */
  readonly title: string;
  readonly route: Route;
  /** When to call it and what to make of the answer: what the endpoint's own documentation does not say. */
  readonly advice: string;
  /** Whether it begins something that moves money and cannot be undone. */
  readonly isDestructive?: true;
  /** Fields of the answer that a model can do without, wherever they stand in it. */
  readonly omitted?: readonly string[];
}

const RECORD_KEEPING = ['created_at', 'updated_at'] as const;
/** What identifies a strategy to programs, and how its figures came about. */
const STRATEGY_DETAIL = ['description', 'tokens', 'source_pool', 'protocol_info', ...RECORD_KEEPING] as const;

const STEPS =
  'Settlement sandbox changes only the test ledger: tell the user that no money moved. If the strategy has a vault, this call moves no money either. It returns steps, which the owner of the wallet signs and sends in order. Show them to the user. Say that money has moved only when get_transaction returns confirmed. Send the same idempotency_key to retry a call.';

/** Keeps the names as they are written, so that a table by them can be held to be whole. */
const named = <Name extends string>(tools: readonly Tool<Name>[]) => tools;

/** Every tool. Each is one endpoint, with its permissions, its checks and its cost. */
export const TOOLS = named([
  {
    name: 'list_strategies',
    title: 'Find strategies',
    route: listRoute,
    advice:
      'Finds strategies by chain, asset, APY, risk or text. APY is in percent, TVL in USD. A page has 10 strategies. Request more only if the user wants more.',
    omitted: STRATEGY_DETAIL,
  },
  {
    name: 'get_strategy',
    title: 'Explain a strategy',
    route: getRoute,
    advice:
      'Returns one strategy with its risk breakdown, history and expected APY. Call it before you explain or recommend a strategy.',
    omitted: RECORD_KEEPING,
  },
  {
    name: 'compare_strategies',
    title: 'Compare strategies',
    route: compareRoute,
    advice: 'Compares strategies by id.',
    omitted: STRATEGY_DETAIL,
  },
  {
    name: 'recommend_strategies',
    title: 'Recommend an allocation',
    route: recommendedRoute,
    advice:
      'Ranks strategies for an amount, a risk level and a horizon, with reasons and an allocation. Tell the user that these are estimates.',
    omitted: STRATEGY_DETAIL,
  },
  {
    name: 'strategy_performance',
    title: 'Performance of strategies',
    route: performanceRoute,
    advice: 'Returns the performance of strategies over a window.',
    omitted: RECORD_KEEPING,
  },
  {
    name: 'asset_prices',
    title: 'Prices of assets',
    route: pricesRoute,
    advice: 'Returns prices in USD and their changes. Unknown assets are in meta.not_found.',
  },
  {
    name: 'market_summary',
    title: 'Summary of the market',
    route: ownSummaryRoute,
    advice: 'Returns the main figures of the market. A good first call.',
  },
  {
    name: 'wallet_opportunities',
    title: 'What a wallet could earn',
    route: opportunitiesRoute,
    advice:
      'For the balances and positions of a connected wallet: the strategies that would gain most after costs. Ask for the address first.',
  },
  {
    name: 'portfolio',
    title: 'Portfolio',
    route: portfolioRoute,
    advice: "Returns the value, earnings and APY of the caller's investments, in USD.",
  },
  {
    name: 'list_investments',
    title: 'List investments',
    route: listInvestmentsRoute,
    advice: "Returns the caller's investments with the ids that withdraw and move need.",
  },
  {
    name: 'list_transactions',
    title: 'List deposits and withdrawals',
    route: historyRoute,
    advice:
      "Returns the caller's deposits and withdrawals, newest first. Includes external transactions and transfers of shares.",
  },
  {
    name: 'list_chain_transactions',
    title: 'List transactions on chains',
    route: listTransactionsRoute,
    advice:
      'Returns deposits into vaults and withdrawals from them with their state, newest first. Use state=pending,submitted,included for pending ones. get_transaction returns the remaining steps.',
  },
  {
    name: 'get_transaction',
    title: 'Get a transaction on a chain',
    route: getTransactionRoute,
    advice: 'Returns the state of a deposit or withdrawal on a chain, and its remaining steps.',
  },
  {
    name: 'deposit',
    title: 'Deposit into a strategy',
    route: depositRoute,
    isDestructive: true,
    advice: `Ask the user for the amount and the strategy first. ${STEPS}`,
  },
  {
    name: 'withdraw',
    title: 'Withdraw from an investment',
    route: withdrawRoute,
    isDestructive: true,
    advice: `Ask the user what to withdraw first: an amount, or all. ${STEPS}`,
  },
  {
    name: 'move',
    title: 'Move money between strategies',
    route: moveRoute,
    isDestructive: true,
    advice: `Withdraws an amount, or all, from one strategy and deposits it into another of the same asset. Ask the user for both strategies and the amount first. Between vaults, the answer has a withdrawal and a deposit. Sign the withdrawal first. ${STEPS}`,
  },
  {
    name: 'sign_transaction',
    title: 'Give a signature',
    route: signTransactionRoute,
    advice:
      'Sends the signature of a permit after the user signed its typed_data. Returns the remaining step to send.',
  },
  {
    name: 'submit_transaction',
    title: 'Report signed transactions',
    route: submitTransactionRoute,
    advice:
      'Reports the hashes of the steps that the user signed and sent, so that the service follows them.',
  },
  {
    name: 'limits',
    title: 'Limits of the key',
    route: limitsRoute,
    advice: 'Returns the used and allowed limits of the account.',
  },
]);
export type ToolName = (typeof TOOLS)[number]['name'];
