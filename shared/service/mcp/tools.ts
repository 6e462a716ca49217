import { limitsRoute } from '../../accounts/contract/limits.ts';
import { listRoute as listInvestmentsRoute } from '../../investments/contract/list.ts';
import { depositRoute } from '../../investments/contract/movements/deposit.ts';
import { moveRoute } from '../../investments/contract/movements/move.ts';
import { withdrawRoute } from '../../investments/contract/movements/withdraw.ts';
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
  /** Fields of the answer that a model can do without, wherever they stand in it. */
  readonly omitted?: readonly string[];
}

const RECORD_KEEPING = ['created_at', 'updated_at'] as const;
/** What identifies a strategy to programs, and how its figures came about. */
const STRATEGY_DETAIL = ['description', 'tokens', 'source_pool', 'protocol_info', ...RECORD_KEEPING] as const;

const STEPS =
  'Where the strategy has a vault, nothing moves by this call: the answer has steps, which the owner of the wallet signs and sends in their order. Show them to the user, and never say that money has moved before get_transaction says confirmed. Send the same idempotency_key when you repeat a call.';

/** Keeps the names as they are written, so that a table by them can be held to be whole. */
const named = <Name extends string>(tools: readonly Tool<Name>[]) => tools;

/** Every tool. Each is one endpoint, with its permissions, its checks and its cost. */
export const TOOLS = named([
  {
    name: 'list_strategies',
    title: 'Find strategies',
    route: listRoute,
    advice:
      'Finds strategies by chain, asset, yield, risk or words. APY is in percent, TVL in USD. A page has 10; ask for more only if the user wants more.',
    omitted: STRATEGY_DETAIL,
  },
  {
    name: 'get_strategy',
    title: 'Explain a strategy',
    route: getRoute,
    advice:
      'Everything about one strategy: the factors of its risk, how much its yield moved, what may be expected of it. Call it before you explain or recommend one.',
    omitted: RECORD_KEEPING,
  },
  {
    name: 'compare_strategies',
    title: 'Compare strategies',
    route: compareRoute,
    advice: 'Holds strategies whose ids you know side by side.',
    omitted: STRATEGY_DETAIL,
  },
  {
    name: 'recommend_strategies',
    title: 'Recommend where to put an amount',
    route: recommendedRoute,
    advice:
      'Ranks strategies for an amount, an appetite for risk and a horizon, with reasons and a plan. Estimates are no promises: say so.',
    omitted: STRATEGY_DETAIL,
  },
  {
    name: 'strategy_performance',
    title: 'Performance of strategies',
    route: performanceRoute,
    advice: 'How strategies did over a window of time.',
    omitted: RECORD_KEEPING,
  },
  {
    name: 'asset_prices',
    title: 'Prices of assets',
    route: pricesRoute,
    advice: 'Prices in USD and how they changed. Names that are not known are in meta.not_found.',
  },
  {
    name: 'market_summary',
    title: 'Summary of the market',
    route: ownSummaryRoute,
    advice: 'The whole market in a few figures: a good first call.',
  },
  {
    name: 'portfolio',
    title: 'Portfolio',
    route: portfolioRoute,
    advice: "What the caller's investments are worth, earned and yield, in USD.",
  },
  {
    name: 'list_investments',
    title: 'List investments',
    route: listInvestmentsRoute,
    advice: "The caller's positions with their ids, which withdraw and move ask for.",
  },
  {
    name: 'list_transactions',
    title: 'List deposits and withdrawals',
    route: historyRoute,
    advice:
      "The caller's deposits and withdrawals, newest first, those sent past the service and transfers of shares included.",
  },
  {
    name: 'list_chain_transactions',
    title: 'List transactions on chains',
    route: listTransactionsRoute,
    advice:
      'Deposits into vaults and withdrawals from them, newest first, and how far each is. state=pending,submitted,included is what is not settled yet; get_transaction has the steps that are left.',
  },
  {
    name: 'get_transaction',
    title: 'Get a transaction on a chain',
    route: getTransactionRoute,
    advice: 'How far a deposit or withdrawal on a chain is, and the steps that are left.',
  },
  {
    name: 'deposit',
    title: 'Deposit into a strategy',
    route: depositRoute,
    advice: `Ask the user for the amount and the strategy first. ${STEPS}`,
  },
  {
    name: 'withdraw',
    title: 'Withdraw from an investment',
    route: withdrawRoute,
    advice: `Ask the user what to withdraw first: an amount, or all. ${STEPS}`,
  },
  {
    name: 'move',
    title: 'Move money between strategies',
    route: moveRoute,
    advice: `Takes an amount, or all, out of one strategy and pays it into another of the same asset. Ask the user for both and for the amount first. Between vaults the answer is a withdrawal and a deposit: the steps of the withdrawal come first. ${STEPS}`,
  },
  {
    name: 'sign_transaction',
    title: 'Give a signature',
    route: signTransactionRoute,
    advice:
      'For steps that begin with a permit: once the user has signed its typed_data, gives the signature. The answer has the one step that is left to send.',
  },
  {
    name: 'submit_transaction',
    title: 'Report signed transactions',
    route: submitTransactionRoute,
    advice: 'Once the user has signed and sent the steps, tells their hashes, so that they are followed.',
  },
  {
    name: 'limits',
    title: 'Limits of the key',
    route: limitsRoute,
    advice: "What is left of the account's limits, and what the plan allows.",
  },
]);
export type ToolName = (typeof TOOLS)[number]['name'];
