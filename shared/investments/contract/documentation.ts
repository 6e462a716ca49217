import * as z from 'zod/mini';
import {
  AMOUNT_TEXT,
  documentRoute,
  momentText,
  PAGE_TEXTS,
} from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { ADDRESS_TEXT, END_USER_ID_TEXT } from '../../wallets/contract/documentation.ts';
import { advanceClockRoute, DURATION_PATTERN } from './advance-clock.ts';
import { getRoute } from './get.ts';
import { holdingsRoute } from './holdings.ts';
import { listRoute } from './list.ts';
import { depositRoute } from './movements/deposit.ts';
import { moveRoute } from './movements/move.ts';
import { chainMove, moveResult } from './movements/move-responses.ts';
import { rulesOfSource } from './movements/source-rules.ts';
import { withdrawRoute } from './movements/withdraw.ts';
import { portfolioRoute } from './portfolio.ts';
import { dailyRoute } from './reports/daily.ts';
import { historyRoute } from './reports/history.ts';
import { dailyMeta, portfolioDay, statementLine, statementMeta } from './reports/report-responses.ts';
import { statementRoute } from './reports/statement.ts';
import {
  asOf,
  investment,
  movementResult,
  portfolio,
  portfolioMeta,
  sandboxClock,
  transaction,
} from './responses.ts';
import { investmentTransactions, USER_FILTER_TEXT } from './transactions/documentation.ts';
import { chainTransaction, holding } from './transactions/onchain-responses.ts';

export const investments = {
  list: documentRoute(listRoute, {
    description:
      'In the books and in vaults, newest first, each with its value, principal and earnings as of now. Of vaults those of wallets that were proven to be yours, once something is confirmed; what other wallets hold is in GET /investments/holdings.',
    fields: {
      query: {
        status: 'Keep only investments in this state.',
        strategy_id: 'Keep only what is in this strategy.',
        settlement: 'Keep only what is settled in this way.',
        user_id: USER_FILTER_TEXT,
        sort: 'What to sort by, created_at when absent. Any other order is one of all, whosever they are.',
        order: 'Names ascending and all else descending when absent.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(investment),
    meta: asOf,
  }),
  get: documentRoute(getRoute, {
    description: 'An investment in the books or in a vault, as of now.',
    fields: { params: { id: 'Id of the investment.' } },
    response: investment,
    meta: asOf,
    example: { params: { id: 'inv_0000000000' } },
  }),
  portfolio: documentRoute(portfolioRoute, {
    description:
      'Of the investments in the books and of what proven wallets hold in vaults: in USD, by chain, protocol, asset and settlement, with what was earned and realized.',
    fields: { query: { user_id: USER_FILTER_TEXT } },
    response: portfolio,
    meta: portfolioMeta,
  }),
  daily: documentRoute(dailyRoute, {
    description:
      'The latest day first, the present one as far as it has come. From the entries and the prices of each day.',
    fields: {
      query: { days: 'How many days, today included.', user_id: USER_FILTER_TEXT, ...PAGE_TEXTS },
    },
    response: z.array(portfolioDay),
    meta: dailyMeta,
  }),
  statement: documentRoute(statementRoute, {
    description:
      'Every investment, and what proven wallets held in vaults, as it stood at a moment: value, cost at average cost, profit and loss. Of a wallet that was not proven nothing is told.',
    fields: {
      query: {
        at: momentText(
          'The moment (ISO 8601), or the day (UTC) whose end is meant. Now, when it is left out.',
        ),
        user_id: USER_FILTER_TEXT,
        ...PAGE_TEXTS,
      },
    },
    response: z.array(statementLine),
    meta: statementMeta,
  }),
  deposit: documentRoute(depositRoute, {
    description:
      'Into a strategy with a vault: answers `pending` with the unsigned steps that the wallet signs and sends in order. Otherwise, in a test environment, opens the investment in the books, or adds to it. Send an Idempotency-Key, so that a repeat after a broken connection cannot deposit twice.',
    fields: {
      body: {
        strategy_id: 'Id of the strategy to deposit into.',
        amount: AMOUNT_TEXT,
        wallet_address: ADDRESS_TEXT,
        asset: 'What the amount is meant in. Refused where it is not deposit_asset of the strategy.',
        user_id: {
          ...END_USER_ID_TEXT,
          description:
            "Deposit for this user of the caller's, in books of their own. Give an opaque id that says nothing by itself, and no name or e-mail address: the books keep it, also when the account is erased.",
        },
      },
    },
    response: z.union([movementResult, chainTransaction]),
    example: { body: { strategy_id: EXAMPLE_STRATEGY_ID, amount: '250.5' } },
  }),
  withdraw: documentRoute(withdrawRoute, {
    description:
      'Pays out an amount, or everything with `all: true`, which leaves no dust. Strategies that take no deposits still pay.',
    fields: {
      body: {
        investment_id: 'Id of the investment to withdraw from, in the books or in a vault.',
        strategy_id: 'In its place: the strategy whose vault to withdraw from, with wallet_address.',
        wallet_address: ADDRESS_TEXT,
        user_id: { ...END_USER_ID_TEXT, description: "With strategy_id: the caller's user for whom it is." },
        amount: AMOUNT_TEXT,
        all: 'Everything: either this or an amount is given.',
      },
    },
    response: z.union([movementResult, chainTransaction]),
    bodyRules: rulesOfSource('strategy_id'),
    example: { body: { investment_id: 'inv_0000000000', all: true } },
  }),
  move: documentRoute(moveRoute, {
    description:
      'Out of one strategy and into another of the same asset. In the books of a test environment both are booked at once, or neither. Between two vaults of one chain it answers with two pending transactions: the steps of the withdrawal are signed first, then those of the deposit; each is confirmed by itself. What it costs and after how many days it has paid for itself says GET /strategies/move-estimate.',
    fields: {
      body: {
        investment_id: 'Id of the investment to move from, in the books or in a vault.',
        from_strategy_id: 'In its place: the strategy whose vault to move from, with wallet_address.',
        to_strategy_id: 'Id of the strategy to move to.',
        wallet_address: ADDRESS_TEXT,
        user_id: {
          ...END_USER_ID_TEXT,
          description: "With from_strategy_id: the caller's user for whom it is.",
        },
        amount: AMOUNT_TEXT,
        all: 'Everything: either this or an amount is given.',
      },
    },
    response: z.union([moveResult, chainMove]),
    bodyRules: rulesOfSource('from_strategy_id'),
    example: {
      body: { investment_id: 'inv_0000000000', to_strategy_id: EXAMPLE_STRATEGY_ID, all: true },
    },
  }),
  holdings: documentRoute(holdingsRoute, {
    description:
      "Of every wallet and vault for which the caller has asked for a transaction's steps, also where nothing is confirmed yet and where the wallet was not proven to be the caller's. What counts is in GET /investments.",
    fields: { query: { user_id: USER_FILTER_TEXT, ...PAGE_TEXTS } },
    response: z.array(holding),
  }),
  ...investmentTransactions,
  advanceClock: documentRoute(advanceClockRoute, {
    description:
      'In a test environment alone: the books of everybody live through that time at the present rates. What is on a chain keeps the chain’s time.',
    fields: {
      body: {
        advance: {
          description: 'How far: seconds, minutes, hours or days, 90 days at most.',
          schema: { type: 'string', pattern: DURATION_PATTERN.source },
        },
      },
    },
    response: sandboxClock,
    example: { body: { advance: '0s' } },
  }),
  history: documentRoute(historyRoute, {
    description:
      'Of the books, and of what vaults did for wallets that were proven to be yours, whoever sent it. Newest first. Any page costs the same, and so does any page of a filtered list.',
    fields: {
      query: {
        type: 'Keep only movements of this kind.',
        strategy_id: 'Keep only movements of this strategy.',
        user_id: USER_FILTER_TEXT,
        from: momentText('Keep transactions at or after this time (ISO 8601) or day (UTC).'),
        to: momentText('Keep transactions up to this time (ISO 8601) or day (UTC), inclusive.'),
        ...PAGE_TEXTS,
      },
    },
    response: z.array(transaction),
  }),
} as const;
