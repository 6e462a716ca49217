import { endpoint } from '../../../shared/http/endpoint.ts';
import { submitTransactionRoute } from '../../../shared/investments/contract/transactions/submit-transaction.ts';
import { submitVaultTransaction } from '../../../shared/investments/transactions/vault-transaction-changes.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(submitTransactionRoute, ({ params, body }, { principal, now }) =>
  submitVaultTransaction(defaultTable(), {
    ownerId: principal.userId,
    id: params.id,
    hashes: body.hashes,
    now,
  }),
);
