import { endpoint } from '../../../shared/http/endpoint.ts';
import { cancelTransactionRoute } from '../../../shared/investments/contract/transactions/cancel-transaction.ts';
import { cancelVaultTransaction } from '../../../shared/investments/transactions/vault-transaction-changes.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(cancelTransactionRoute, ({ params, body }, { principal, now }) =>
  cancelVaultTransaction(defaultTable(), {
    ownerId: principal.userId,
    id: params.id,
    neverSigned: body.never_signed === true,
    now,
  }),
);
