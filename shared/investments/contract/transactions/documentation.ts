import * as z from 'zod/mini';
import { CURSOR_TEXTS, documentRoute } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { cursorMeta } from '../../../platform/contract/responses.ts';
import { END_USER_ID_TEXT } from '../../../wallets/contract/documentation.ts';
import { transaction } from '../responses.ts';
import { cancelTransactionRoute } from './cancel-transaction.ts';
import { getTransactionRoute } from './get-transaction.ts';
import { listTransactionsRoute } from './list-transactions.ts';
import { chainTransaction, listedTransaction } from './onchain-responses.ts';
import { signTransactionRoute } from './sign-transaction.ts';
import { submitTransactionRoute } from './submit-transaction.ts';

/** Describes the filter `user_id` in all lists. */
export const USER_FILTER_TEXT = {
  schema: {
    type: 'string' as const,
    pattern: END_USER_ID_TEXT.schema.pattern.replace('{1,', '{0,'),
    maxLength: END_USER_ID_TEXT.schema.maxLength,
  },
  description:
    "Keep only this sub-account; empty for the account's own. By default, the account's own first, " +
    'then each sub-account.',
};
const TRANSACTION_TEXT = 'Id of the transaction, from the answer to the deposit or withdrawal.';
const EXAMPLE_TRANSACTION_ID = `${ID_PREFIXES.transaction}4fTq8ZkW2sVbN7pX`;

/** The documentation of the routes under /investments/transactions. */
export const investmentTransactions = {
  listTransactions: documentRoute(listTransactionsRoute, {
    description:
      'Deposits into vaults and withdrawals from them in every status, newest first. The list leaves out their steps, ' +
      'which GET /investments/transactions/{id} returns. Sandbox transactions are not in this list: GET ' +
      '/investments/history lists them, with the same ids.',
    fields: {
      query: {
        status:
          'Keep only transactions with one of these statuses. pending, submitted and included are unfinished.',
        type: 'Keep only transactions of this type.',
        strategy_id: 'Keep only transactions of this strategy.',
        user_id: {
          ...USER_FILTER_TEXT,
          description: "Keep only this sub-account; empty for the account's own. By default, all.",
        },
        ...CURSOR_TEXTS,
      },
    },
    response: z.array(listedTransaction),
    meta: cursorMeta,
  }),
  getTransaction: documentRoute(getTransactionRoute, {
    description:
      'An on-chain deposit or withdrawal with its status, or an entry of GET /investments/history: a sandbox transaction or an external transaction.',
    fields: { params: { id: TRANSACTION_TEXT } },
    response: z.union([transaction, chainTransaction]),
    example: { params: { id: EXAMPLE_TRANSACTION_ID } },
  }),
  submitTransaction: documentRoute(submitTransactionRoute, {
    description:
      'Optional, because the service finds vault events by itself. With the hashes, it detects failed transactions and tells equal amounts apart.',
    fields: {
      params: { id: TRANSACTION_TEXT },
      body: { hashes: 'Transaction hashes of the steps. The last one is that of the vault step.' },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { hashes: [`0x${'ab'.repeat(32)}`] } },
  }),
  signTransaction: documentRoute(signTransactionRoute, {
    description:
      'For a transaction whose first step is a permit. The signature is checked with the token. The ' +
      'answer has the remaining step: the simulated call of the router with permit and deposit.',
    fields: {
      params: { id: TRANSACTION_TEXT },
      body: { signature: 'Signature of typed_data (eth_signTypedData_v4), 65 bytes.' },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { signature: `0x${'ab'.repeat(64)}1b` } },
  }),
  cancelTransaction: documentRoute(cancelTransactionRoute, {
    description:
      'If the wallet sends the steps anyway, they still count, because the chain decides. An expired or cancelled transaction can be cancelled again with never_signed.',
    fields: {
      params: { id: TRANSACTION_TEXT },
      body: {
        never_signed:
          'true: no wallet signed the last step (deposit, withdraw or redeem) or the calls. may_still_execute becomes ' +
          'false. Only you can know it.',
      },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { never_signed: true } },
  }),
} as const;
