import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { END_USER_ID_TEXT } from '../../../wallets/contract/documentation.ts';
import { transaction } from '../responses.ts';
import { cancelTransactionRoute } from './cancel-transaction.ts';
import { getTransactionRoute } from './get-transaction.ts';
import { listTransactionsRoute } from './list-transactions.ts';
import { chainTransaction, listedTransaction } from './onchain-responses.ts';
import { signTransactionRoute } from './sign-transaction.ts';
import { submitTransactionRoute } from './submit-transaction.ts';

/** What the filter by one of the caller's users means in every list. */
export const USER_FILTER_TEXT = {
  schema: {
    type: 'string' as const,
    pattern: END_USER_ID_TEXT.schema.pattern.replace('{1,', '{0,'),
    maxLength: END_USER_ID_TEXT.schema.maxLength,
  },
  description:
    "Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's.",
};
const TRANSACTION_TEXT = 'Id of the transaction, as the deposit or withdrawal was answered with.';
const EXAMPLE_TRANSACTION_ID = `${ID_PREFIXES.transaction}4fTq8ZkW2sVbN7pX`;

/** Of transactions on chains, and of entries by their ids. */
export const investmentTransactions = {
  listTransactions: documentRoute(listTransactionsRoute, {
    description:
      'Deposits into vaults and withdrawals from them, in every state, newest first. Without the steps, which are in GET /investments/transactions/{id}. Any page costs the same; a filter makes it cost more for an account with many thousands of them. What has come of them, and what is in the books, is in GET /investments/history.',
    fields: {
      query: {
        state:
          'Keep only transactions in one of these states, separated by commas: pending,submitted,included is what is not settled yet.',
        type: 'Keep only transactions of this kind.',
        strategy_id: 'Keep only transactions of this strategy.',
        user_id: {
          ...USER_FILTER_TEXT,
          description:
            "Keep only what is for this user of the caller's, or, when empty, for the caller. Without it: all of them.",
        },
        ...PAGE_TEXTS,
      },
    },
    response: z.array(listedTransaction),
  }),
  getTransaction: documentRoute(getTransactionRoute, {
    description:
      'Where a deposit or withdrawal on a chain stands, an entry of the books, or what the history has found on a chain.',
    fields: { params: { id: TRANSACTION_TEXT } },
    response: z.union([transaction, chainTransaction]),
    example: { params: { id: EXAMPLE_TRANSACTION_ID } },
  }),
  submitTransaction: documentRoute(submitTransactionRoute, {
    description:
      'Not required, as the vault’s events are found anyway: it lets failures be told, and equal amounts apart.',
    fields: {
      params: { id: TRANSACTION_TEXT },
      body: { hashes: 'Hashes of the steps’ transactions; the last is that of the vault.' },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { hashes: [`0x${'ab'.repeat(32)}`] } },
  }),
  signTransaction: documentRoute(signTransactionRoute, {
    description:
      'For a transaction whose first step is a permit: the token is asked whether it takes the signature, and the answer has the one step that is left, the call of the router with the permit and the deposit in it, simulated.',
    fields: {
      params: { id: TRANSACTION_TEXT },
      body: { signature: 'What the wallet has made of typed_data (eth_signTypedData_v4): 65 bytes.' },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { signature: `0x${'ab'.repeat(64)}1b` } },
  }),
  cancelTransaction: documentRoute(cancelTransactionRoute, {
    description: 'What was sent nevertheless still counts: the chain decides.',
    fields: { params: { id: TRANSACTION_TEXT } },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID } },
  }),
} as const;
