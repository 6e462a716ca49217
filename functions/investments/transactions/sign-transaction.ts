import { getConfiguredChains } from '../../../shared/chain/configured-chains.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { signTransactionRoute } from '../../../shared/investments/contract/transactions/sign-transaction.ts';
import { signVaultTransaction } from '../../../shared/investments/transactions/permit-signature.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(signTransactionRoute, ({ params, body }, { principal, now }) =>
  signVaultTransaction(
    { table: defaultTable(), chains: getConfiguredChains() },
    { ownerId: principal.userId, id: params.id, signature: body.signature, now },
  ),
);
