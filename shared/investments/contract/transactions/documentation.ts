import * as z from 'zod/mini';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { cursorMeta } from '../../../platform/contract/responses.ts';
import { END_USER_ID_DOCUMENTATION } from '../../../wallets/contract/documentation.ts';
import { transaction } from '../responses.ts';
import { cancelTransactionRoute } from './cancel-transaction.ts';
import { getTransactionRoute } from './get-transaction.ts';
import { listTransactionsRoute } from './list-transactions.ts';
import { chainTransaction, listedChainTransaction } from './onchain-responses.ts';
import { signTransactionRoute } from './sign-transaction.ts';
import { submitTransactionRoute } from './submit-transaction.ts';

export const USER_FILTER_DESCRIPTION = {
  schema: {
    type: 'string' as const,
    pattern: END_USER_ID_DOCUMENTATION.schema.pattern.replace('{1,', '{0,'),
    maxLength: END_USER_ID_DOCUMENTATION.schema.maxLength,
  },
  description:
    "Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its " +
    'sub-accounts.',
};
const TRANSACTION_ID_DESCRIPTION = 'Id of the transaction, from the answer that created it or from a list.';
const EXAMPLE_TRANSACTION_ID = `${ID_PREFIXES.transaction}4fTq8ZkW2sVbN7pX`;

export const transactionDocumentation = {
  listTransactions: documentRoute(listTransactionsRoute, {
    description:
      'By default, deposits into vaults and withdrawals from them in every status, newest first. The list leaves out ' +
      'their steps, which GET /investments/transactions/{id} returns. With settlement=sandbox, the sandbox ' +
      'transactions, in the order of GET /investments/history.',
    fields: {
      query: {
        settlement:
          'Settlement of the transactions. Sandbox transactions are always confirmed, and only they can be adjustments. A live stage has none.',
        status:
          'Keep only transactions with one of these statuses. pending, submitted and included are not final.',
        type: 'Keep only transactions of this type.',
        strategy_id: 'Keep only transactions of this strategy.',
        user_id: USER_FILTER_DESCRIPTION,
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(z.union([listedChainTransaction, transaction])),
    meta: cursorMeta,
  }),
  getTransaction: documentRoute(getTransactionRoute, {
    description:
      'An on-chain deposit or withdrawal with its status, a sandbox transaction, or an external transaction: one that the wallet made without this API.',
    fields: { params: { id: TRANSACTION_ID_DESCRIPTION } },
    response: z.union([chainTransaction, transaction]),
    example: { params: { id: EXAMPLE_TRANSACTION_ID } },
  }),
  submitTransaction: documentRoute(submitTransactionRoute, {
    description:
      'Optional: the service also finds vault events without the hashes. With the hashes, it can detect failed transactions and distinguish transactions of the same amount.',
    fields: {
      params: { id: TRANSACTION_ID_DESCRIPTION },
      body: { hashes: 'Transaction hashes of the steps. The last one is that of the vault step.' },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { hashes: [`0x${'ab'.repeat(32)}`] } },
  }),
  signTransaction: documentRoute(signTransactionRoute, {
    description:
      'For a transaction whose first step is a permit. The service checks the signature with the contract of the ' +
      'token. The answer has the remaining step: one call of the router, with the permit and the deposit. The service ' +
      'has simulated this call.',
    fields: {
      params: { id: TRANSACTION_ID_DESCRIPTION },
      body: { signature: 'Signature of typed_data (eth_signTypedData_v4), 65 bytes.' },
    },
    response: chainTransaction,
    example: { params: { id: EXAMPLE_TRANSACTION_ID }, body: { signature: `0x${'ab'.repeat(64)}1b` } },
  }),
  cancelTransaction: documentRoute(cancelTransactionRoute, {
    description:
      'If the wallet sends the steps after the cancellation, the deposit or withdrawal still counts, because the chain decides. To say later that no wallet signed the steps, cancel the expired or cancelled transaction again with never_signed.',
    fields: {
      params: { id: TRANSACTION_ID_DESCRIPTION },
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
