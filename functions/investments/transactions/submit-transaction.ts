import { endpoint } from '../../../shared/http/endpoint.ts';
import { submitTransactionRoute } from '../../../shared/investments/contract/transactions/submit-transaction.ts';
import { submitIntent } from '../../../shared/investments/transactions/intent-changes.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(submitTransactionRoute, ({ params, body }, { principal, now }) =>
  submitIntent(defaultTable(), { ownerId: principal.userId, id: params.id, hashes: body.hashes, now }),
);
