import * as z from 'zod/mini';
import {
  AMOUNT_TEXT,
  documentRoute,
  momentText,
  PAGE_TEXTS,
} from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { ADDRESS_TEXT } from '../../wallets/contract/documentation.ts';
import { depositRoute } from './deposit.ts';
import { historyRoute } from './history.ts';
import { listRoute } from './list.ts';
import { asOf, investment, movementResult, transaction } from './responses.ts';
import { withdrawRoute } from './withdraw.ts';

export const investments = {
  list: documentRoute(listRoute, {
    description: 'Newest first, each with its value, principal and earnings as of now.',
    fields: {
      query: {
        status: 'Keep only investments in this state.',
        strategy_id: 'Keep only the investment in this strategy.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(investment),
    meta: asOf,
  }),
  deposit: documentRoute(depositRoute, {
    description:
      'Opens the investment in the strategy, or adds to it. Send an Idempotency-Key, so that a repeat after a broken connection cannot deposit twice.',
    fields: {
      body: {
        strategy_id: 'Id of the strategy to deposit into.',
        amount: AMOUNT_TEXT,
        wallet_address: ADDRESS_TEXT,
      },
    },
    response: movementResult,
    example: { body: { strategy_id: EXAMPLE_STRATEGY_ID, amount: '250.5' } },
  }),
  withdraw: documentRoute(withdrawRoute, {
    description:
      'Pays out an amount, or everything with `all: true`, which leaves no dust. Strategies that take no deposits still pay.',
    fields: {
      body: {
        investment_id: 'Id of the investment to withdraw from.',
        amount: AMOUNT_TEXT,
        all: 'Everything, in place of an amount.',
      },
    },
    response: movementResult,
    example: { body: { investment_id: 'inv_0000000000', all: true } },
  }),
  history: documentRoute(historyRoute, {
    description: 'Newest first. Any page costs the same, and so does any page of a filtered list.',
    fields: {
      query: {
        type: 'Keep only movements of this kind.',
        strategy_id: 'Keep only movements of this strategy.',
        from: momentText('Keep transactions at or after this time (ISO 8601) or day (UTC).'),
        to: momentText('Keep transactions up to this time (ISO 8601) or day (UTC), inclusive.'),
        ...PAGE_TEXTS,
      },
    },
    response: z.array(transaction),
  }),
} as const;
