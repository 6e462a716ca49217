import * as z from 'zod/mini';
import { chainReport } from '../../chain/contract/responses.ts';
import {
  AMOUNT_DESCRIPTION,
  CURSOR_DESCRIPTIONS,
  describeMoment,
  documentRoute,
  PAGE_PARAMETER_DESCRIPTIONS,
} from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { count, cursorMeta, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { ADDRESS_DESCRIPTION, END_USER_ID_DOCUMENTATION } from '../../wallets/contract/documentation.ts';
import { advanceClockRoute, DURATION_PATTERN } from './advance-clock.ts';
import { getInvestmentRoute } from './get.ts';
import { holdingsRoute } from './holdings.ts';
import { listInvestmentsRoute } from './list.ts';
import { opportunitiesRoute } from './opportunities.ts';
import { opportunity } from './opportunity-responses.ts';
import { portfolioRoute } from './portfolio.ts';
import { dailyPortfolioRoute } from './reports/daily.ts';
import { investmentHistoryRoute } from './reports/history.ts';
import { dailyReportMeta, portfolioDay, statementLine, statementMeta } from './reports/report-responses.ts';
import { statementRoute } from './reports/statement.ts';
import {
  asOfMeta,
  investment,
  portfolio,
  portfolioMeta,
  sandboxClock,
  transaction,
  transactionResult,
} from './responses.ts';
import { depositRoute } from './transactions/deposit.ts';
import { transactionDocumentation, USER_FILTER_DESCRIPTION } from './transactions/documentation.ts';
import { moveRoute } from './transactions/move.ts';
import { chainMove, moveResult } from './transactions/move-responses.ts';
import { chainTransaction, holding } from './transactions/onchain-responses.ts';
import { buildSourceFieldRules } from './transactions/source-rules.ts';
import { withdrawRoute } from './transactions/withdraw.ts';

export const investments = {
  list: documentRoute(listInvestmentsRoute, {
    description:
      'Sandbox investments and vault investments of proven wallets, with their current value, ' +
      'principal and earnings. By default, the newest come first, and all investments of the account itself come before ' +
      'those of its sub-accounts. A vault investment appears after its first confirmation. ' +
      'Shares of other wallets are in GET /investments/holdings.',
    fields: {
      query: {
        status: 'Keep only investments with this status.',
        strategy_id: 'Keep only investments in this strategy.',
        settlement: 'Keep only investments with this settlement.',
        user_id: USER_FILTER_DESCRIPTION,
        sort: 'Field to sort by; created_at by default.',
        order: 'Direction of the sort. The default is desc, or asc with sort=strategy_name.',
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(investment),
    meta: { ...asOfMeta, ...cursorMeta },
  }),
  opportunities: documentRoute(opportunitiesRoute, {
    description:
      'For each balance and each vault position of a connected wallet: the strategies on the same chain that would gain most after costs. Only tokens that a strategy accepts are listed. A native coin must be wrapped first. If a chain does not respond, meta.chains names it, and the other chains are listed. This is an estimate, not advice.',
    fields: {
      query: {
        address: 'Address of the wallet, which must be an active connection of the account.',
        risk_level: 'The highest accepted risk level.',
        horizon_days: 'Number of days for which the gain is counted.',
      },
    },
    response: z.array(opportunity),
    meta: {
      ...asOfMeta,
      chains: z.array(chainReport),
      prices_as_of: z.nullable(timestamp),
      positions_left_out: withDescription(
        count,
        'Vault positions of the wallet that were not read, because it has more than 50.',
      ),
    },
    example: { query: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } },
  }),
  get: documentRoute(getInvestmentRoute, {
    description: 'One investment with its current value.',
    fields: { params: { id: 'Id of the investment.' } },
    response: investment,
    meta: asOfMeta,
    example: { params: { id: 'inv_0000000000' } },
  }),
  portfolio: documentRoute(portfolioRoute, {
    description:
      'Totals of sandbox investments and vault shares of proven wallets in USD, by chain, protocol, ' +
      'asset and settlement, with earnings.',
    fields: { query: { user_id: USER_FILTER_DESCRIPTION } },
    response: portfolio,
    meta: portfolioMeta,
  }),
  daily: documentRoute(dailyPortfolioRoute, {
    description:
      'One item per day, latest first. The item of today ends now. The figures come from the deposits, withdrawals and prices of each day.',
    fields: {
      query: {
        days: 'Number of days, including today.',
        user_id: USER_FILTER_DESCRIPTION,
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(portfolioDay),
    meta: dailyReportMeta,
  }),
  statement: documentRoute(statementRoute, {
    description:
      'All investments at one moment, including vault shares of proven wallets: value, average cost, ' +
      'profit and loss. Lines of the account itself come before those of its sub-accounts.',
    fields: {
      query: {
        at: describeMoment('Time (ISO 8601), or a day (UTC), which means the end of this day. Default: now.'),
        user_id: USER_FILTER_DESCRIPTION,
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(statementLine),
    meta: statementMeta,
  }),
  deposit: documentRoute(depositRoute, {
    description:
      'For a strategy with a vault, the answer is `pending` with unsigned steps, which the wallet ' +
      'signs and sends in order. Otherwise, in a test stage, the deposit is booked in the sandbox. ' +
      'Send an Idempotency-Key, so that a retry after a broken connection cannot deposit twice.',
    fields: {
      body: {
        strategy_id: 'Id of the strategy to deposit into.',
        amount: AMOUNT_DESCRIPTION,
        wallet_address: ADDRESS_DESCRIPTION,
        asset: 'Asset of the amount. Rejected if it is not deposit_asset of the strategy.',
        user_id: {
          ...END_USER_ID_DOCUMENTATION,
          description:
            'Id of the end user. The deposit is booked in this sub-account. Use an opaque id, not a ' +
            'name or an e-mail address. The ledger keeps it when the account is erased.',
        },
      },
    },
    response: z.union([transactionResult, chainTransaction]),
    example: { body: { strategy_id: EXAMPLE_STRATEGY_ID, amount: '250.5' } },
  }),
  withdraw: documentRoute(withdrawRoute, {
    description:
      'Withdraws an amount, or everything with `all: true`. Withdrawals are possible even if the ' +
      'strategy accepts no deposits.',
    fields: {
      body: {
        investment_id: 'Id of the investment to withdraw from.',
        strategy_id: 'Instead of investment_id: the strategy of the vault, with wallet_address.',
        wallet_address: ADDRESS_DESCRIPTION,
        user_id: { ...END_USER_ID_DOCUMENTATION, description: 'With strategy_id: id of the end user.' },
        amount: AMOUNT_DESCRIPTION,
        all: 'true withdraws everything. Send either this or amount.',
      },
    },
    response: z.union([transactionResult, chainTransaction]),
    bodyRules: buildSourceFieldRules('strategy_id'),
    example: { body: { investment_id: 'inv_0000000000', all: true } },
  }),
  move: documentRoute(moveRoute, {
    description:
      'Withdraws from one strategy and deposits into another of the same asset. In the sandbox, both ' +
      'are booked or neither. Between two vaults of one chain, the answer has two pending ' +
      'transactions. Sign the steps of the withdrawal first, then those of the deposit. Each is ' +
      'confirmed separately. GET /strategies/move-estimate returns the costs, and after how ' +
      'many days the gain covers them.',
    fields: {
      body: {
        investment_id: 'Id of the investment to move from.',
        from_strategy_id: 'Instead of investment_id: the strategy of the vault, with wallet_address.',
        to_strategy_id: 'Id of the strategy to move to.',
        wallet_address: ADDRESS_DESCRIPTION,
        user_id: {
          ...END_USER_ID_DOCUMENTATION,
          description: 'With from_strategy_id: id of the end user.',
        },
        amount: AMOUNT_DESCRIPTION,
        all: 'true withdraws everything. Send either this or amount.',
      },
    },
    response: z.union([moveResult, chainMove]),
    bodyRules: buildSourceFieldRules('from_strategy_id'),
    example: {
      body: { investment_id: 'inv_0000000000', to_strategy_id: EXAMPLE_STRATEGY_ID, all: true },
    },
  }),
  holdings: documentRoute(holdingsRoute, {
    description:
      'Vault shares of every wallet for which the account requested a transaction. The list includes unproven wallets and unconfirmed shares. The portfolio counts only the shares in GET /investments.',
    fields: { query: { user_id: USER_FILTER_DESCRIPTION, ...CURSOR_DESCRIPTIONS } },
    response: z.array(holding),
    meta: cursorMeta,
  }),
  ...transactionDocumentation,
  advanceClock: documentRoute(advanceClockRoute, {
    description:
      'Only in a test stage. All sandbox investments earn at the current APYs for the added time. ' +
      'Chains keep their own time.',
    fields: {
      body: {
        advance: {
          description: 'Duration in seconds, minutes, hours or days, at most 90 days.',
          schema: { type: 'string', pattern: DURATION_PATTERN.source },
        },
      },
    },
    response: sandboxClock,
    example: { body: { advance: '0s' } },
  }),
  history: documentRoute(investmentHistoryRoute, {
    description:
      'Sandbox transactions, and vault events of proven wallets, newest first. Entries of the account itself come ' +
      'before those of its sub-accounts. The list includes vault events that were not started through this API. ' +
      'Transactions that no block contains yet are only in GET /investments/transactions.',
    fields: {
      query: {
        type: 'Keep only entries of this type.',
        strategy_id: 'Keep only entries of this strategy.',
        user_id: USER_FILTER_DESCRIPTION,
        from: describeMoment('Keep only transactions at or after this time (ISO 8601) or day (UTC).'),
        to: describeMoment('Keep only transactions up to this time (ISO 8601) or day (UTC), inclusive.'),
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(transaction),
    meta: cursorMeta,
  }),
} as const;
